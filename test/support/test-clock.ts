import type { Clock } from '#meta';

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** The real clock, which a test can push forward: nobody waits a minute for what happens each minute. */
export class TestClock implements Clock {
  #ahead = 0;
  #wrong = 0;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return Date.now() + this.#ahead + this.#wrong;
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
      // Longer than a timer can wait is as good as for ever.
      const timer = setTimeout(wake, Math.min(ms, 2 ** 31 - 1)).unref();
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
  advance(ms: number): void {
    this.#ahead += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.elapsed()) sleeper.wake();
  }
  /** Somebody sets the clock. No time passes. */
  set(ms: number): void {
    this.#wrong += ms;
  }
  /** Lets time fly, in steps, until something has happened. */
  async advanceUntil<T>(happening: Promise<T>, step = 500): Promise<T> {
    let over = false;
    const settled = happening.finally(() => {
      over = true;
    });
    settled.catch(() => undefined);
    while (!over) {
      this.advance(step);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return settled;
  }
}
