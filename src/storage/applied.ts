import type { Clock, MaybePromise } from '#meta';
import { NotYet, type Revision } from './engine.ts';

interface Waiting {
  readonly revision: Revision;
  readonly resolve: () => void;
}

/** The revision up to which all caches of a store are current, and those who wait for it. */
export class AppliedRevision {
  #revision: Revision;
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(revision: Revision) {
    this.#revision = revision;
  }
  get revision(): Revision {
    return this.#revision;
  }

  advance(revision: Revision): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter((one) => one.revision <= revision);
    if (ready.length > 0) this.#waiting = this.#waiting.filter((one) => one.revision > revision);
    for (const { resolve } of ready) resolve();
  }

  reached(revision: Revision): MaybePromise<void> {
    if (revision <= this.#revision || this.#closed) return undefined;
    return new Promise<void>((resolve) => this.#waiting.push({ revision, resolve }));
  }

  /** Nothing more will be applied: waiters are released. */
  close(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    this.#closed = true;
  }

  /** `NotYet` when the revision does not come in time. */
  async reachedWithin(revision: Revision, { clock, ms }: { clock: Clock; ms: number }): Promise<void> {
    if (revision <= this.#revision) return;
    if (this.#closed) throw new NotYet(this.#revision);
    const stop = new AbortController();
    const timeout = clock.sleep(ms, stop.signal);
    await new Promise<void>((resolve) => {
      const waiting = { revision, resolve };
      this.#waiting.push(waiting);
      void timeout.then(() => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        resolve();
      });
    });
    stop.abort();
    if (revision > this.#revision) throw new NotYet(this.#revision);
  }
}
