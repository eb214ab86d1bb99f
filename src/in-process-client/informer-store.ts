import { IndexedStore } from '#client';
import type { ServedResource } from '#machinery';
import type { Labels, OwnerReference } from '#meta';
import type { Entry } from '#registry';
import { namespaceOf } from './object-key.ts';
import type { ResourceEvent } from './registry-informers.ts';
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
class KindStore extends IndexedStore<CachedObject> {
  readonly #damaged = new Map<string, Damaged>();

  constructor() {
    super({
      namespace: ({ namespace }) => [namespace],
      controller: ({ controller }) => (controller === undefined ? [] : [controller.uid]),
      uncontrolled: ({ namespace, controller }) => (controller === undefined ? [namespace] : []),
    });
  }

  inNamespace(namespace: string): Iterable<CachedObject> {
    return this.byIndex('namespace', namespace);
  }
  controlledBy(uid: string): Iterable<CachedObject> {
    return this.byIndex('controller', uid);
  }
  /** Those that no owner manages. */
  uncontrolled(namespace: string): Iterable<CachedObject> {
    return this.byIndex('uncontrolled', namespace);
  }

  /** Why one that lies in the namespace, or in none, cannot be read. */
  damageIn(namespace: string): Error | undefined {
    for (const damaged of this.#damaged.values()) {
      if (damaged.namespace === namespace || damaged.namespace === '') return damaged.damage;
    }
    return undefined;
  }
  onUnreadable(key: string, damaged: Damaged): void {
    this.confirm(key);
    this.#damaged.set(key, damaged);
  }

  override delete(key: string): CachedObject | undefined {
    this.#damaged.delete(key);
    return super.delete(key);
  }
  override beginReplace(): void {
    this.#damaged.clear();
    super.beginReplace();
  }
}

/**
 * What the informer has told of the kinds that workloads are made of, shared by the controllers that look at them. Each
 * controller records the events that it is told; the first record of an event counts.
 */
export class InformerStore {
  readonly #kinds = new Map<string, KindStore>();
  #last: { readonly entry: Entry; readonly change: StoreChange } | undefined;

  ofKind(kind: string): KindStore {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const made = new KindStore();
    this.#kinds.set(kind, made);
    return made;
  }

  record({ type, entry, served }: ResourceEvent): StoreChange {
    if (this.#last?.entry === entry) return this.#last.change;
    const kind = kindOf(served);
    const known = this.ofKind(kind);
    const before = known.get(entry.key);
    const after = type === 'DELETED' ? undefined : itemOf(entry, served);
    if (after !== undefined) known.put(entry.key, after);
    else if (type === 'DELETED') known.delete(entry.key);
    else this.onUnreadable({ type, entry, served });
    const change = { kind, key: entry.key, before, after: after ?? (type === 'DELETED' ? undefined : before) };
    this.#last = { entry, change };
    return change;
  }

  onUnreadable({ entry, served }: ResourceEvent): void {
    const { key, damage = new Error(`${served.definition.storagePrefix}${key} cannot be read`) } = entry;
    const namespace = served.definition.namespaced ? namespaceOf(key) : '';
    this.ofKind(kindOf(served)).onUnreadable(key, { namespace, damage });
  }

  beginReplace(served: ServedResource): void {
    this.#last = undefined;
    this.ofKind(kindOf(served)).beginReplace();
  }
  endReplace(served: ServedResource): void {
    this.ofKind(kindOf(served)).endReplace();
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
