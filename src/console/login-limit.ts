import type { Clock } from '#meta';

const WINDOW_MS = 60_000;
const MOST_FAILURES = 10;
const MOST_ADDRESSES = 1000;

interface Failures {
  count: number;
  readonly until: number;
}

/** Bounds how often somebody may try to log in in vain. */
export class LoginLimit {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** By address, the oldest first. */
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** How many seconds an address has to wait before it may try again; 0 where it may. */
  waitSeconds(address: string): number {
    const known = this.#failures.get(address);
    const left = known === undefined ? 0 : known.until - this.#clock.elapsed();
    if (left <= 0) this.#failures.delete(address);
    return left > 0 && (known?.count ?? 0) >= MOST_FAILURES ? Math.ceil(left / 1000) : 0;
  }

  failed(address: string): void {
    const known = this.#failures.get(address);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined && this.#failures.size >= MOST_ADDRESSES) this.#failures.delete(oldest);
    this.#failures.set(address, { count: 1, until: this.#clock.elapsed() + WINDOW_MS });
  }
}
