import { type Clock, nextTurn } from '#meta';

/** What a job may do in one turn of the event loop, in bytes of objects: a few milliseconds, and a fraction of one. */
const ALONE = 32 * 1024;
const BESIDE_OTHERS = 4 * 1024;
/** The least that an object counts: writing a small one is work too. */
const LEAST = 1024;
/** A turn without the job's work that took longer has served a request. */
const IDLE_MS = 0.25;

/**
 * Shares the event loop between a long job and everybody else. The job gets a portion in each turn: a large one while
 * nobody else needs the loop, a small one beside others, so that a request waits for little more than its own work.
 */
export class LoopShare {
  readonly #clock: Clock;
  #left = ALONE;
  #turn: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits until there is a portion left. One object is always taken, however large. */
  async take(bytes: number): Promise<void> {
    while (this.#left <= 0) {
      this.#turn ??= this.#nextPortion();
      await this.#turn;
    }
    this.#left -= Math.max(bytes, LEAST);
  }

  async #nextPortion(): Promise<void> {
    // First the job's own pending work runs; then a turn is measured that belongs to others alone.
    await nextTurn();
    const begun = this.#clock.elapsed();
    await nextTurn();
    const isAlone = this.#clock.elapsed() - begun < IDLE_MS;
    this.#left = isAlone ? ALONE : BESIDE_OTHERS;
    this.#turn = undefined;
  }
}
