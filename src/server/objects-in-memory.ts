import type { Catalog } from '#machinery';
import { type GroupResource, type KubeObject, whenReady } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { CachedObjects, Collection } from '#storage';

export interface Memory {
  catalog(): Catalog;
  collection(prefix: string): Collection;
  cached(prefix: string): CachedObjects | undefined;
}

/** The objects of a resource as they are stored now, each read once. What cannot be read is not among them. */
interface ObjectsInMemory {
  /** Another number whenever one of them has changed. */
  readonly since: number;
  get(key: string): KubeObject | undefined;
  all(): Iterable<KubeObject>;
}

/** Waits only when they are not in memory yet. */
export function objectsInMemory(
  { catalog, collection, cached }: Memory,
  { group, resource }: GroupResource,
): ObjectsInMemory | Promise<ObjectsInMemory> {
  const definition = catalog().definition(group, resource);
  if (definition === undefined) return none;
  const prefix = definition.storagePrefix;
  const found = cached(prefix);
  if (found !== undefined) return viewOf(found);
  return whenReady(collection(prefix).get('', { need: 'any' }), () => {
    const loaded = cached(prefix);
    return loaded === undefined ? none : viewOf(loaded);
  });
}

/** Of what is not served. */
const none: ObjectsInMemory = { since: -1, get: () => undefined, all: () => [] };

const views = new WeakMap<CachedObjects, ObjectsInMemory>();

/** Every write looks at some: there is one view of each. */
function viewOf(cached: CachedObjects): ObjectsInMemory {
  const known = views.get(cached);
  if (known !== undefined) return known;
  const made = new View(cached);
  views.set(cached, made);
  return made;
}

class View implements ObjectsInMemory {
  readonly #cached: CachedObjects;

  constructor(cached: CachedObjects) {
    this.#cached = cached;
  }
  get since(): number {
    return this.#cached.since;
  }
  get(key: string): KubeObject | undefined {
    const entry = this.#cached.get(key);
    return entry === undefined || entry.damage !== undefined ? undefined : read(entry);
  }
  *all(): Iterable<KubeObject> {
    for (const entry of this.#cached.entries) if (entry.damage === undefined) yield read(entry);
  }
}

const read = (entry: Entry): KubeObject => entry.memo('policy', parseEntry);
