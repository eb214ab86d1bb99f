/** How far a migration has come. */
export interface MigrationProgress {
  /** Objects that have been dealt with, in whatever way. */
  readonly done: number;
  /** As far as is known; it grows with what is created meanwhile. */
  readonly total: number;
  /** Lay in another version, and were written anew. */
  readonly rewritten: number;
  /** Lay in the version of new writes already, or were written by somebody else meanwhile. */
  readonly current: number;
  /** Of those written, how many lost entries of managedFields. */
  readonly pruned: number;
  readonly failed: number;
  /** Objects per second since the beginning of this run. */
  readonly perSecond: number;
  readonly secondsLeft: number | undefined;
  /** What it waits for. */
  readonly waitsFor: string | undefined;
}

/** Counts what a migration does. */
export class Tally {
  readonly #elapsed: () => number;
  readonly #begun: number;
  rewritten = 0;
  current = 0;
  pruned = 0;
  failed = 0;
  total = 0;
  waitsFor: string | undefined;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#begun = elapsed();
  }
  get done(): number {
    return this.rewritten + this.current + this.failed;
  }
  read(): MigrationProgress {
    const { done, rewritten, current, pruned, failed, waitsFor } = this;
    const total = Math.max(this.total, done);
    const seconds = (this.#elapsed() - this.#begun) / 1000;
    const perSecond = seconds > 0 ? done / seconds : 0;
    const secondsLeft = perSecond > 0 ? (total - done) / perSecond : undefined;
    return { done, total, rewritten, current, pruned, failed, perSecond, secondsLeft, waitsFor };
  }
}
