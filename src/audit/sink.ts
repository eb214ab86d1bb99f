/** Where lines of the log go. */
export interface AuditSink extends AsyncDisposable {
  /** Whether it is there, as far as the sink can tell. Never rejects. */
  write(line: string): Promise<boolean>;
}

/** What is wrong with the log is told to people, at most so often. */
const TOLD_EVERY_MS = 60_000;

/** Counts what got lost, and says so now and then: a full disk fails with each event. */
export class LossReport {
  readonly #now: () => number;
  readonly #tell: (lost: number, error: unknown) => void;
  #last = Number.NEGATIVE_INFINITY;
  #lost = 0;

  constructor(now: () => number, tell: (lost: number, error: unknown) => void) {
    this.#now = now;
    this.#tell = tell;
  }
  lose(events: number, error: unknown): void {
    this.#lost += events;
    const now = this.#now();
    if (now - this.#last < TOLD_EVERY_MS) return;
    this.#last = now;
    this.#tell(this.#lost, error);
    this.#lost = 0;
  }
}
