import { nextTurn } from '#meta';
import { durationType } from '#server';
import type { AdjustableClock } from './adjustable-clock.ts';

/** What has to be seen to whenever some time has passed. */
interface ClockFollower {
  isIdle(): boolean;
  revision(): Promise<number>;
  settle(): Promise<void>;
}

/** At most so many stops on the way: a month is not walked second by second. */
const MOST_STOPS = 2000;

const LAST_TURNS = 5;

/** The time of a test environment. */
export class EnvironmentClock {
  readonly #clock: AdjustableClock;
  readonly #follower: () => ClockFollower;

  constructor(clock: AdjustableClock, follower: () => ClockFollower) {
    this.#clock = clock;
    this.#follower = follower;
  }

  now(): Date {
    return new Date(this.#clock.now());
  }

  /**
   * Lets time pass for the server: time-outs, leases, times to live and cron jobs follow, each when its time comes, and
   * the controllers see to what comes of it. Resolves when they have. `'1h'`, `'90s'`, `'1h30m'` or milliseconds.
   *
   * The process's own timers keep the real time.
   */
  async advance(duration: string | number): Promise<void> {
    const total = typeof duration === 'number' ? duration : durationType.parse(duration);
    if (total === undefined || !(total >= 0)) throw new TypeError(`${duration} is not ${durationType.form}`);
    // They have to know what will be due.
    await this.#follower().settle();
    const shortest = total / MOST_STOPS;
    for (let left = total; left > 0; ) {
      const step = Math.min(left, Math.max(this.#clock.untilNextWake(), shortest));
      left -= step;
      await this.#step(step);
    }
    // What expires is removed by nobody who can be waited for.
    for (let turn = 0; turn < LAST_TURNS; turn++) await nextTurn();
    await this.#follower().settle();
  }

  async #step(ms: number): Promise<void> {
    const follower = this.#follower();
    const before = await follower.revision();
    this.#clock.push(ms);
    await nextTurn();
    if (!follower.isIdle() || (await follower.revision()) !== before) await follower.settle();
  }
}
