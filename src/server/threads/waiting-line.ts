/** A request that waits for a thread. */
export interface Waiting {
  /** The user who sent it. */
  readonly user: string;
  /** Whether anybody still wants it. */
  isWanted(): boolean;
}

/**
 * The order of waiting requests: first come, first served, but never the same user twice in a row while another one
 * waits. No user gets more than half of the places.
 */
export class WaitingLine<T extends Waiting> {
  readonly #places: number;
  #line: T[] = [];
  #last = '';

  constructor(places: number) {
    this.#places = places;
  }

  /** False when there is no room for this user. */
  join(one: T): boolean {
    this.#line = this.#line.filter((other) => other.isWanted());
    const own = this.#line.filter(({ user }) => user === one.user).length;
    if (this.#line.length >= this.#places || own >= this.#places / 2) return false;
    this.#line.push(one);
    return true;
  }

  next(): T | undefined {
    this.#line = this.#line.filter((one) => one.isWanted());
    const other = this.#line.findIndex(({ user }) => user !== this.#last);
    const [next] = this.#line.splice(Math.max(0, other), 1);
    if (next !== undefined) this.#last = next.user;
    return next;
  }

  /** Rejects all that wait. */
  clear(): readonly T[] {
    return this.#line.splice(0);
  }
}
