const MINUTE_MS = 60_000;
const MINUTES = 60;

/** How often something happened in the last hour, to the minute. */
export class RecentCount {
  readonly #counts = new Uint32Array(MINUTES);
  /** Since the epoch. */
  #minute: number;

  /** It has happened once. */
  constructor(now: number) {
    this.#minute = minuteOf(now);
    this.add(now);
  }

  add(now: number): void {
    this.#forget(now);
    const at = this.#minute % MINUTES;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  count(now: number): number {
    this.#forget(now);
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** What is older than an hour. A clock that was set back changes nothing. */
  #forget(now: number): void {
    const minute = minuteOf(now);
    if (minute - this.#minute >= MINUTES) this.#counts.fill(0);
    else for (let past = this.#minute + 1; past <= minute; past++) this.#counts[past % MINUTES] = 0;
    this.#minute = Math.max(this.#minute, minute);
  }
}

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
