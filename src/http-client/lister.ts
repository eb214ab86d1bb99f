import { type KubeObject, parseLabelSelector } from '#meta';

/** `namespace/name`, or the name alone of what is in no namespace. */
export function objectKey({ metadata: { namespace = '', name = '' } }: KubeObject): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** Says under which values an object is found by an index. */
export type Indexer<T> = (object: T) => readonly string[];

/** The objects that an informer knows, by key and by index. They are shared: change none of them. */
export class ObjectStore<T extends KubeObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexers: ReadonlyMap<string, Indexer<T>>;
  readonly #indices = new Map<string, Map<string, Set<string>>>();

  constructor(indexers: { readonly [name: string]: Indexer<T> } = {}) {
    this.#indexers = new Map(Object.entries(indexers));
    for (const name of this.#indexers.keys()) this.#indices.set(name, new Map());
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  all(): readonly T[] {
    return [...this.#objects.values()];
  }

  keys(): readonly string[] {
    return [...this.#objects.keys()];
  }

  byIndex(name: string, value: string): readonly T[] {
    const index = this.#indices.get(name);
    if (index === undefined) throw new Error(`there is no index ${name}`);
    return [...(index.get(value) ?? [])].map((key) => this.#objects.get(key) as T);
  }

  put(object: T): T | undefined {
    const key = objectKey(object);
    const before = this.delete(key);
    this.#objects.set(key, object);
    this.#eachIndex(object, (index, value) => index.set(value, (index.get(value) ?? new Set()).add(key)));
    return before;
  }

  delete(key: string): T | undefined {
    const before = this.#objects.get(key);
    if (before === undefined) return undefined;
    this.#objects.delete(key);
    this.#eachIndex(before, (index, value) => {
      index.get(value)?.delete(key);
      if (index.get(value)?.size === 0) index.delete(value);
    });
    return before;
  }

  #eachIndex(object: T, visit: (index: Map<string, Set<string>>, value: string) => void): void {
    for (const [name, valuesOf] of this.#indexers) {
      for (const value of valuesOf(object)) visit(this.#indices.get(name) as Map<string, Set<string>>, value);
    }
  }
}

/** Reads what an informer knows, without asking the server. */
export class Lister<T extends KubeObject> {
  readonly #store: Pick<ObjectStore<T>, 'get' | 'all'>;
  readonly #namespace: string | undefined;

  constructor(store: Pick<ObjectStore<T>, 'get' | 'all'>, namespace?: string) {
    this.#store = store;
    this.#namespace = namespace;
  }

  inNamespace(namespace: string): Lister<T> {
    return new Lister(this.#store, namespace);
  }

  get(name: string): T | undefined {
    return this.#store.get(this.#namespace === undefined ? name : `${this.#namespace}/${name}`);
  }

  list(labelSelector = ''): readonly T[] {
    const selector = parseLabelSelector(labelSelector);
    return this.#store
      .all()
      .filter(({ metadata }) => this.#namespace === undefined || metadata.namespace === this.#namespace)
      .filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
  }
}
