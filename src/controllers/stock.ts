import type { ServedResource } from '#machinery';
import type { Labels, OwnerReference } from '#meta';
import type { Entry } from '#registry';
import type { Change } from './controller.ts';
import { namespaceOf } from './places.ts';
import { metadataIfReadable } from './stored-metadata.ts';

/** One object as far as it must be known to find it. */
export interface Item {
  readonly entry: Entry;
  readonly served: ServedResource;
  readonly namespace: string;
  readonly labels: Labels;
  /** The one among its owners that manages it. */
  readonly controller: OwnerReference | undefined;
}

/** What a change was about: how the object was, and how it is. */
export interface StockChange {
  readonly kind: string;
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

interface Damaged {
  readonly namespace: string;
  readonly damage: Error;
}

/** Objects of one kind, found by namespace and by controller. */
export class Shelf {
  readonly #items = new Map<string, Item>();
  readonly #places = new Map<string, Map<string, Item>>();
  #unconfirmed = new Set<string>();
  readonly #damaged = new Map<string, Damaged>();

  /** Why one that lies in the namespace, or in none, cannot be read. */
  damageIn(namespace: string): Error | undefined {
    for (const damaged of this.#damaged.values()) {
      if (damaged.namespace === namespace || damaged.namespace === '') return damaged.damage;
    }
    return undefined;
  }
  cannotRead(key: string, damaged: Damaged): void {
    this.#unconfirmed.delete(key);
    this.#damaged.set(key, damaged);
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }
  keys(): Iterable<string> {
    return this.#items.keys();
  }
  values(): Iterable<Item> {
    return this.#items.values();
  }
  inNamespace(namespace: string): Iterable<Item> {
    return this.#at(`in ${namespace}`);
  }
  controlledBy(uid: string): Iterable<Item> {
    return this.#at(`by ${uid}`);
  }
  /** Those that nobody manages. */
  loose(namespace: string): Iterable<Item> {
    return this.#at(`loose ${namespace}`);
  }

  put(item: Item): void {
    const { key } = item.entry;
    this.delete(key);
    this.#items.set(key, item);
    for (const place of placesOf(item)) {
      const there = this.#places.get(place);
      if (there === undefined) this.#places.set(place, new Map([[key, item]]));
      else there.set(key, item);
    }
  }

  delete(key: string): void {
    this.#unconfirmed.delete(key);
    this.#damaged.delete(key);
    const item = this.#items.get(key);
    if (item === undefined) return;
    this.#items.delete(key);
    for (const place of placesOf(item)) {
      const there = this.#places.get(place);
      there?.delete(key);
      if (there?.size === 0) this.#places.delete(place);
    }
  }

  /** All will be told again. */
  doubt(): void {
    this.#unconfirmed = new Set(this.#items.keys());
    this.#damaged.clear();
  }
  /** What has not been told again is gone. */
  confirm(): void {
    for (const key of [...this.#unconfirmed]) this.delete(key);
  }

  #at(place: string): Iterable<Item> {
    return this.#places.get(place)?.values() ?? [];
  }
}

function placesOf({ namespace, controller }: Item): readonly string[] {
  return [`in ${namespace}`, controller === undefined ? `loose ${namespace}` : `by ${controller.uid}`];
}

/**
 * What there is of the kinds that workloads are made of, shared by the controllers that look at them. Each of them tells
 * it what it is told; the first one counts.
 */
export class Stock {
  readonly #shelves = new Map<string, Shelf>();
  #last: { readonly entry: Entry; readonly change: StockChange } | undefined;

  shelf(kind: string): Shelf {
    const known = this.#shelves.get(kind);
    if (known !== undefined) return known;
    const shelf = new Shelf();
    this.#shelves.set(kind, shelf);
    return shelf;
  }

  take({ type, entry, served }: Change): StockChange {
    if (this.#last?.entry === entry) return this.#last.change;
    const kind = kindOf(served);
    const shelf = this.shelf(kind);
    const before = shelf.get(entry.key);
    const after = type === 'DELETED' ? undefined : itemOf(entry, served);
    if (after !== undefined) shelf.put(after);
    else if (type === 'DELETED') shelf.delete(entry.key);
    else this.cannotRead({ type, entry, served });
    const change = { kind, key: entry.key, before, after: after ?? (type === 'DELETED' ? undefined : before) };
    this.#last = { entry, change };
    return change;
  }

  cannotRead({ entry, served }: Change): void {
    const { key, damage = new Error(`${served.definition.storagePrefix}${key} cannot be read`) } = entry;
    const namespace = served.definition.namespaced ? namespaceOf(key) : '';
    this.shelf(kindOf(served)).cannotRead(key, { namespace, damage });
  }

  doubt(served: ServedResource): void {
    this.#last = undefined;
    this.shelf(kindOf(served)).doubt();
  }
  confirm(served: ServedResource): void {
    this.shelf(kindOf(served)).confirm();
  }
}

/** A kind by its group, whatever the version: `apps/ReplicaSet`, `Pod`. */
export function kindOf({ group, definition }: Pick<ServedResource, 'group' | 'definition'>): string {
  return group === '' ? definition.kind : `${group}/${definition.kind}`;
}

function itemOf(entry: Entry, served: ServedResource): Item | undefined {
  const metadata = metadataIfReadable(entry);
  if (metadata === undefined) return undefined;
  const { labels, owners } = metadata;
  const namespace = served.definition.namespaced ? namespaceOf(entry.key) : '';
  return { entry, served, namespace, labels, controller: owners.find(({ controller }) => controller === true) };
}
