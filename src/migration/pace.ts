import type { Clock } from '#meta';

/** Lets so many begin in a second, spread evenly. */
export class Pace {
  readonly #clock: Clock;
  readonly #gapMs: number;
  #next = 0;

  /** `perSecond` 0 sets no limit. */
  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#gapMs = perSecond > 0 ? 1000 / perSecond : 0;
  }

  async turn(signal: AbortSignal): Promise<void> {
    if (this.#gapMs === 0) return;
    const now = this.#clock.elapsed();
    const mine = Math.max(this.#next, now);
    this.#next = mine + this.#gapMs;
    if (mine > now) await this.#clock.sleep(mine - now, signal);
  }
}
