import type { ServedResource } from '#machinery';
import type { Labels, OwnerReference } from '#meta';
import type { Entry } from '#registry';
import { namespaceOf } from './object-key.ts';
import type { ResourceEvent } from './resource-event-handler.ts';
import { metadataIfReadable } from './stored-metadata.ts';

/** One object, with what the indexes find it by. */
export interface CachedObject {
  readonly entry: Entry;
  readonly served: ServedResource;
  readonly namespace: string;
  readonly labels: Labels;
  /** The owner that manages it. */
  readonly controller: OwnerReference | undefined;
}

/** How an object was before an event, and how it is after it. */
export interface StoreChange {
  readonly kind: string;
  readonly key: string;
  readonly before: CachedObject | undefined;
  readonly after: CachedObject | undefined;
}

interface Damaged {
  readonly namespace: string;
  readonly damage: Error;
}

/** The objects of one kind, indexed by namespace and by the owner that manages them. */
class Indexer {
  readonly #items = new Map<string, CachedObject>();
  readonly #indexes = new Map<string, Map<string, CachedObject>>();
  #unconfirmed = new Set<string>();
  readonly #damaged = new Map<string, Damaged>();

  /** Why one that lies in the namespace, or in none, cannot be read. */
  damageIn(namespace: string): Error | undefined {
    for (const damaged of this.#damaged.values()) {
      if (damaged.namespace === namespace || damaged.namespace === '') return damaged.damage;
    }
    return undefined;
  }
  onUnreadable(key: string, damaged: Damaged): void {
    this.#unconfirmed.delete(key);
    this.#damaged.set(key, damaged);
  }

  get(key: string): CachedObject | undefined {
    return this.#items.get(key);
  }
  keys(): Iterable<string> {
    return this.#items.keys();
  }
  values(): Iterable<CachedObject> {
    return this.#items.values();
  }
  inNamespace(namespace: string): Iterable<CachedObject> {
    return this.#at(`in ${namespace}`);
  }
  controlledBy(uid: string): Iterable<CachedObject> {
    return this.#at(`by ${uid}`);
  }
  /** Those that no owner manages. */
  uncontrolled(namespace: string): Iterable<CachedObject> {
    return this.#at(`uncontrolled ${namespace}`);
  }

  put(item: CachedObject): void {
    const { key } = item.entry;
    this.delete(key);
    this.#items.set(key, item);
    for (const indexKey of indexKeysOf(item)) {
      const there = this.#indexes.get(indexKey);
      if (there === undefined) this.#indexes.set(indexKey, new Map([[key, item]]));
      else there.set(key, item);
    }
  }

  delete(key: string): void {
    this.#unconfirmed.delete(key);
    this.#damaged.delete(key);
    const item = this.#items.get(key);
    if (item === undefined) return;
    this.#items.delete(key);
    for (const indexKey of indexKeysOf(item)) {
      const there = this.#indexes.get(indexKey);
      there?.delete(key);
      if (there?.size === 0) this.#indexes.delete(indexKey);
    }
  }

  /** A new list follows. What is known stays until the list has ended. */
  beginReplace(): void {
    this.#unconfirmed = new Set(this.#items.keys());
    this.#damaged.clear();
  }
  /** The list has ended: what was not in it is gone. */
  endReplace(): void {
    for (const key of [...this.#unconfirmed]) this.delete(key);
  }

  #at(indexKey: string): Iterable<CachedObject> {
    return this.#indexes.get(indexKey)?.values() ?? [];
  }
}

function indexKeysOf({ namespace, controller }: CachedObject): readonly string[] {
  return [`in ${namespace}`, controller === undefined ? `uncontrolled ${namespace}` : `by ${controller.uid}`];
}

/**
 * What the informer has told of the kinds that workloads are made of, shared by the controllers that look at them. Each
 * controller records the events that it is told; the first record of an event counts.
 */
export class InformerStore {
  readonly #indexers = new Map<string, Indexer>();
  #last: { readonly entry: Entry; readonly change: StoreChange } | undefined;

  indexer(kind: string): Indexer {
    const known = this.#indexers.get(kind);
    if (known !== undefined) return known;
    const indexer = new Indexer();
    this.#indexers.set(kind, indexer);
    return indexer;
  }

  record({ type, entry, served }: ResourceEvent): StoreChange {
    if (this.#last?.entry === entry) return this.#last.change;
    const kind = kindOf(served);
    const indexer = this.indexer(kind);
    const before = indexer.get(entry.key);
    const after = type === 'DELETED' ? undefined : itemOf(entry, served);
    if (after !== undefined) indexer.put(after);
    else if (type === 'DELETED') indexer.delete(entry.key);
    else this.onUnreadable({ type, entry, served });
    const change = { kind, key: entry.key, before, after: after ?? (type === 'DELETED' ? undefined : before) };
    this.#last = { entry, change };
    return change;
  }

  onUnreadable({ entry, served }: ResourceEvent): void {
    const { key, damage = new Error(`${served.definition.storagePrefix}${key} cannot be read`) } = entry;
    const namespace = served.definition.namespaced ? namespaceOf(key) : '';
    this.indexer(kindOf(served)).onUnreadable(key, { namespace, damage });
  }

  beginReplace(served: ServedResource): void {
    this.#last = undefined;
    this.indexer(kindOf(served)).beginReplace();
  }
  endReplace(served: ServedResource): void {
    this.indexer(kindOf(served)).endReplace();
  }
}

/** A kind by its group, whatever the version: `apps/ReplicaSet`, `Pod`. */
export function kindOf({ group, definition }: Pick<ServedResource, 'group' | 'definition'>): string {
  return group === '' ? definition.kind : `${group}/${definition.kind}`;
}

function itemOf(entry: Entry, served: ServedResource): CachedObject | undefined {
  const metadata = metadataIfReadable(entry);
  if (metadata === undefined) return undefined;
  const { labels, owners } = metadata;
  const namespace = served.definition.namespaced ? namespaceOf(entry.key) : '';
  return { entry, served, namespace, labels, controller: owners.find(({ controller }) => controller === true) };
}
