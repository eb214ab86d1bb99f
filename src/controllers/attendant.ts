import type { ServedResource } from '#machinery';
import type { Change, Controller } from './controller.ts';
import { Desk } from './desk.ts';
import type { Feed } from './feed.ts';
import type { Loopback } from './loopback.ts';
import { namespaceOf } from './places.ts';
import { kindOf, type Stock, type StockChange } from './stock.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Brings one object in order, given its key; it may be gone. Answers with the milliseconds after which it must be looked
 * at again though nothing happens, if it must.
 */
export type Attend = (desk: Desk, key: string) => Promise<number | undefined>;

/** Whose turn it is when an object of another kind changes: keys of the controller's own kind. */
export type Concerns = (change: StockChange, stock: Stock) => Iterable<string>;

/** What a controller for a kind of workload is to do. All but what it must know at once is loaded when it has work. */
export interface Duty {
  /** The name that the controller goes by in Kubernetes' own rules. */
  readonly account: string;
  /** The kind that it brings in order. */
  readonly own: string;
  /** The other kinds that it looks at. */
  readonly others: { readonly [kind: string]: Concerns };
  load(): Promise<Attend>;
}

export interface AttendantParts {
  readonly name: string;
  readonly loopback: Loopback;
  readonly feed: Feed;
  readonly stock: Stock;
  readonly duty: Duty;
}

/** Waits for changes that concern objects of one kind, and has them brought in order one by one. */
export class Attendant implements Controller {
  readonly queue: WorkQueue;
  readonly #parts: AttendantParts;
  readonly #desk: Desk;
  #attend: Promise<Attend> | undefined;

  constructor(parts: AttendantParts) {
    this.#parts = parts;
    this.#desk = new Desk(parts.loopback, parts.stock);
    const work = (key: string): Promise<void> => this.#work(key);
    this.queue = new WorkQueue({ name: parts.name, world: parts.loopback.world, work });
  }

  wants(served: ServedResource): boolean {
    const { own, others } = this.#parts.duty;
    const kind = kindOf(served);
    return kind === own || Object.hasOwn(others, kind);
  }

  begins(served: ServedResource): void {
    this.#parts.stock.doubt(served);
  }

  observe(change: Change): void {
    const { stock, duty } = this.#parts;
    const seen = stock.take(change);
    if (seen.kind === duty.own) this.queue.add(seen.key);
    for (const key of duty.others[seen.kind]?.(seen, stock) ?? []) this.queue.add(key);
  }

  cannotRead(change: Change): void {
    if (change.type === 'DELETED') this.observe(change);
    else this.#parts.stock.cannotRead(change);
  }

  knowsAll(served: ServedResource): void {
    const { stock, duty } = this.#parts;
    stock.confirm(served);
    // What is gone was not told: it may have concerned any of them.
    for (const key of stock.shelf(duty.own).keys()) this.queue.add(key);
  }

  async #work(key: string): Promise<void> {
    const { feed, duty } = this.#parts;
    this.#attend ??= duty.load();
    const attend = await this.#attend;
    // What this controller wrote itself must be known, or it would be done twice.
    await feed.hasTold(await feed.newest(), (served) => this.wants(served));
    this.#refuseUnknown(key);
    const again = await attend(this.#desk, key);
    if (again !== undefined) this.queue.addAfter(key, again);
  }

  /** What cannot be read may be just what is missing: nothing is made or removed beside it. */
  #refuseUnknown(key: string): void {
    const { duty, stock } = this.#parts;
    for (const kind of Object.keys(duty.others)) {
      const damage = stock.shelf(kind).damageIn(namespaceOf(key));
      if (damage !== undefined) throw damage;
    }
  }
}
