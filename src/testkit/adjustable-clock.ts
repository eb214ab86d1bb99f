import type { Clock } from '#meta';

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** The longest that a timer can wait. Longer is as good as for ever. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The real clock, which can be pushed forward: nobody waits an hour for what happens each hour. */
export class AdjustableClock implements Clock {
  #ahead: number;
  /** How far `now` is from the real time besides: nobody's sleep is shortened by it. */
  #offset: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor({ ahead = 0, offset = 0 }: { readonly ahead?: number; readonly offset?: number } = {}) {
    this.#ahead = ahead;
    this.#offset = offset;
  }

  /** Another clock that shows the same time, and is pushed by itself. */
  fork(): AdjustableClock {
    return new AdjustableClock({ ahead: this.#ahead, offset: this.#offset });
  }

  now(): number {
    return Math.floor(Date.now() + this.#ahead + this.#offset);
  }
  elapsed(): number {
    return performance.now() + this.#ahead;
  }
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper: Sleeper = { until: this.elapsed() + ms, wake };
      const timer = setTimeout(wake, Math.min(ms, LONGEST_TIMER_MS)).unref();
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  /** How long it is until the first of those who sleep wants to wake. */
  untilNextWake(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { until } of this.#sleepers) first = Math.min(first, until);
    return Math.max(0, first - this.elapsed());
  }

  /** So much time passes at once. */
  push(ms: number): void {
    this.#ahead += ms;
    const now = this.elapsed();
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= now) sleeper.wake();
  }
  /** Somebody sets the clock. No time passes. */
  shift(ms: number): void {
    this.#offset += ms;
  }
}
