import type { Revision } from './engine.ts';
import type { StoreEvent } from './store-event.ts';

export interface RingLimits {
  readonly events: number;
  readonly bytes: number;
}

interface Slot {
  readonly event: StoreEvent;
  readonly at: number;
}

/**
 * The recent events of one resource. Each has a position, counted from the first event ever; a watcher holds only the
 * position that it reads next. Old events are dropped even if a watcher has not read them.
 */
export class EventRing {
  readonly #limits: RingLimits;
  #slots: (Slot | undefined)[] = [];
  /** Slots at the front that are empty already. */
  #dropped = 0;
  /** The place of `#slots[0]`. */
  #base = 0;
  #bytes = 0;
  #start: Revision;

  constructor(start: Revision, limits: RingLimits) {
    this.#start = start;
    this.#limits = limits;
  }
  /** Every event after this revision is here. */
  get start(): Revision {
    return this.#start;
  }
  /** The place of the oldest event. */
  get first(): number {
    return this.#base + this.#dropped;
  }
  /** The place of the event to come. */
  get next(): number {
    return this.#base + this.#slots.length;
  }

  push(event: StoreEvent, at: number): void {
    this.#slots.push({ event, at });
    this.#bytes += event.bytes;
    while (this.next - this.first > this.#limits.events || this.#bytes > this.#limits.bytes) {
      if (this.first === this.next) break;
      this.#drop();
    }
  }
  at(place: number): StoreEvent | undefined {
    return this.#slots[place - this.#base]?.event;
  }
  /** The place of the first event after `revision`. */
  placeAfter(revision: Revision): number {
    let low = this.first;
    let high = this.next;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at(middle) as StoreEvent).revision > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  /** Drops what came before a time: a quiet resource needs little memory. */
  dropBefore(time: number): void {
    while (this.first < this.next && (this.#slots[this.#dropped] as Slot).at < time) this.#drop();
  }

  #drop(): void {
    const { event } = this.#slots[this.#dropped] as Slot;
    this.#slots[this.#dropped++] = undefined;
    this.#bytes -= event.bytes;
    this.#start = event.revision;
    if (this.#dropped < 64 || this.#dropped * 2 < this.#slots.length) return;
    this.#slots = this.#slots.slice(this.#dropped);
    this.#base += this.#dropped;
    this.#dropped = 0;
  }
}
