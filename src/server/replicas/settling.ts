import type { World } from '#meta';
import type { Engine, Row } from '#storage';

/** Who wants to know when all is settled puts a row here; who leads answers in it. */
export const QUESTIONS = '/pinnace/settling/';
const ASKED = Buffer.from('asked');
const ANSWERED = Buffer.from('settled');
const LOOK_EVERY_MS = 250;
/** Longer than it takes until somebody else leads when a leader has died. */
const PATIENCE_MS = 60_000;

type SettlingWorld = Pick<World, 'clock' | 'ids' | 'log'>;

/** Lets a server that runs no controllers wait for those of the one that leads, through the store that they share. */
export class Settling {
  readonly #engine: Engine;
  readonly #world: SettlingWorld;

  constructor(engine: Engine, world: SettlingWorld) {
    this.#engine = engine;
    this.#world = world;
  }

  /** Until the controllers of the leader have seen to all that had happened before. */
  async ask(): Promise<void> {
    const { clock, ids } = this.#world;
    const key = `${QUESTIONS}${ids.uid()}`;
    const until = clock.elapsed() + PATIENCE_MS;
    await this.#engine.commit(key, ASKED, { expected: null, expires: clock.now() + PATIENCE_MS });
    for (;;) {
      const row = await this.#engine.get(key);
      if (row === null || clock.elapsed() > until) throw new Error('no server on this store leads: no controllers run');
      if (isAnswered(row)) return void (await this.#engine.commit(key, null, row.revision));
      await clock.sleep(LOOK_EVERY_MS);
    }
  }

  /** What the leader does, until the signal fires. */
  async answer(settle: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#world;
    while (!signal.aborted) {
      try {
        await this.#answerAll(settle);
      } catch (error) {
        log.debug('who waits until all is settled could not be answered', { error });
      }
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
  }
  async #answerAll(settle: () => Promise<void>): Promise<void> {
    const { rows } = await this.#engine.read(QUESTIONS);
    const asked = rows.filter((row) => !isAnswered(row));
    if (asked.length === 0) return;
    await settle();
    const expires = this.#world.clock.now() + PATIENCE_MS;
    for (const { key, revision } of asked) await this.#engine.commit(key, ANSWERED, { expected: revision, expires });
  }
}

function isAnswered({ value }: Row): boolean {
  return value instanceof Uint8Array && Buffer.compare(value, ANSWERED) === 0;
}
