import { AdjustableClock } from '#testkit';

/** The real clock, which a test can push forward: nobody waits a minute for what happens each minute. */
export class TestClock extends AdjustableClock {
  advance(ms: number): void {
    this.push(ms);
  }
  /** Somebody sets the clock. No time passes. */
  set(ms: number): void {
    this.shift(ms);
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
