import type { Clock } from '#meta';
import type { Sample } from './metrics.ts';

const SECOND = 1000;

/** How many requests of one kind are in work. */
class Level {
  #now = 0;
  /** The most there were in a second of the clock, and in the one before. */
  #most = 0;
  #before = 0;
  #second = 0;

  add(amount: 1 | -1, time: number): void {
    this.#turn(time);
    this.#now += amount;
    this.#most = Math.max(this.#most, this.#now);
  }
  most(time: number): number {
    this.#turn(time);
    return Math.max(this.#most, this.#before);
  }
  #turn(time: number): void {
    const second = Math.floor(time / SECOND);
    if (second === this.#second) return;
    this.#before = second === this.#second + 1 ? this.#most : this.#now;
    this.#most = this.#now;
    this.#second = second;
  }
}

/** Requests in work: what somebody sees who reads now and then is the most there were in the last second. */
export class InflightGauge {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #levels = { mutating: new Level(), readOnly: new Level() };

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }
  /** Returns how to say that it is over, and when. */
  begin(kind: 'mutating' | 'readOnly', time: number): (time: number) => void {
    const level = this.#levels[kind];
    level.add(1, time);
    return (end) => level.add(-1, end);
  }
  samples(): readonly Sample[] {
    const now = this.#clock.elapsed();
    return Object.entries(this.#levels).map(([kind, level]) => ({
      labels: { request_kind: kind },
      value: level.most(now),
    }));
  }
}
