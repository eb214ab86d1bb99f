/** Where an item stands in a list. */
export interface ListPlace<T> {
  item: T | undefined;
  next: ListPlace<T> | undefined;
  previous: ListPlace<T> | undefined;
}

/**
 * Things that come and go, in the order in which they came. For what does so with every request, instead of a `Set` or an
 * array: each table that a set has outgrown points to the next one, so that a table which was there for long, and is garbage
 * until the next full collection, keeps all later ones in memory, with all that ever was in them. The room that an array has
 * outgrown keeps at least what was in it then.
 */
export class LinkedList<T extends object> implements Iterable<T> {
  #first: ListPlace<T> | undefined;
  #last: ListPlace<T> | undefined;

  get first(): ListPlace<T> | undefined {
    return this.#first;
  }
  get last(): ListPlace<T> | undefined {
    return this.#last;
  }

  add(item: T): ListPlace<T> {
    const place: ListPlace<T> = { item, next: undefined, previous: this.#last };
    if (this.#last === undefined) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    return place;
  }

  /** It may be gone already. Nothing of the list can be reached from the place then. */
  remove(place: ListPlace<T>): void {
    if (place.item === undefined) return;
    const { next, previous } = place;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    place.item = undefined;
    place.next = undefined;
    place.previous = undefined;
  }

  /** What is reached may be removed meanwhile. */
  *[Symbol.iterator](): Iterator<T> {
    for (let place = this.#first; place !== undefined; ) {
      const { item, next } = place;
      if (item !== undefined) yield item;
      place = next;
    }
  }
}
