import type { Expired } from '../engine.ts';
import type { ExpiringKey } from './revision-log.ts';

/**
 * Keys with an expiry time, in the order of their times. Nearly all are added at the end, because they live equally
 * long.
 */
export class ExpiryBook {
  #queue: ExpiringKey[];
  /** The newest time of each key; older items in the queue are ignored. */
  readonly #newest: Map<string, ExpiringKey>;

  constructor(found: Iterable<ExpiringKey>) {
    this.#queue = [...found].sort((a, b) => a.expires - b.expires);
    this.#newest = new Map(this.#queue.map((one) => [one.key, one]));
  }

  /** Every key with the newest of its times. */
  all(): readonly ExpiringKey[] {
    return [...this.#newest.values()];
  }

  add(one: ExpiringKey): void {
    this.#newest.set(one.key, one);
    this.#queue.splice(this.#placeOf(one.expires), 0, one);
    if (this.#queue.length > 2 * this.#newest.size + 1000) {
      this.#queue = this.#queue.filter((other) => this.#newest.get(other.key) === other);
    }
  }

  /** The first so many whose time has come and that are still `there`. Forgets the others whose time has come. */
  due(now: number, { most, there }: { most: number; there: (one: Expired) => boolean }): readonly Expired[] {
    const due: ExpiringKey[] = [];
    let at = 0;
    while (at < this.#queue.length && due.length < most && (this.#queue[at] as ExpiringKey).expires <= now) {
      const one = this.#queue[at++] as ExpiringKey;
      if (there(one)) due.push(one);
      else if (this.#newest.get(one.key) === one) this.#newest.delete(one.key);
    }
    // Removing them may fail, so they stay due until they are removed.
    this.#queue.splice(0, at, ...due);
    return due;
  }

  #placeOf(expires: number): number {
    let low = 0;
    let high = this.#queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#queue[middle] as ExpiringKey).expires > expires) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
