/** Says under which values an item is found by an index. */
export type Indexer<I> = (item: I) => readonly string[];
export type Indexers<I> = { readonly [name: string]: Indexer<I> };

/** What an informer knows, by key and by index. The items are shared: nobody changes them. */
export class IndexedStore<I> {
  readonly #items = new Map<string, I>();
  readonly #indexers: readonly (readonly [string, Indexer<I>])[];
  readonly #indexes = new Map<string, Map<string, Map<string, I>>>();
  /** Known before a new list began, and not in it so far. */
  #unconfirmed = new Set<string>();

  constructor(indexers: Indexers<I> = {}) {
    this.#indexers = Object.entries(indexers);
    for (const [name] of this.#indexers) this.#indexes.set(name, new Map());
  }

  get(key: string): I | undefined {
    return this.#items.get(key);
  }
  keys(): Iterable<string> {
    return this.#items.keys();
  }
  values(): Iterable<I> {
    return this.#items.values();
  }
  byIndex(name: string, value: string): Iterable<I> {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`there is no index ${name}`);
    return index.get(value)?.values() ?? [];
  }

  /** Returns what was there under the key. */
  put(key: string, item: I): I | undefined {
    const before = this.delete(key);
    this.#items.set(key, item);
    for (const [name, valuesOf] of this.#indexers) {
      const index = this.#indexes.get(name) as Map<string, Map<string, I>>;
      for (const value of valuesOf(item)) {
        const found = index.get(value);
        if (found === undefined) index.set(value, new Map([[key, item]]));
        else found.set(key, item);
      }
    }
    return before;
  }

  delete(key: string): I | undefined {
    this.#unconfirmed.delete(key);
    const item = this.#items.get(key);
    if (item === undefined) return undefined;
    this.#items.delete(key);
    for (const [name, valuesOf] of this.#indexers) {
      const index = this.#indexes.get(name) as Map<string, Map<string, I>>;
      for (const value of valuesOf(item)) {
        const found = index.get(value);
        found?.delete(key);
        if (found?.size === 0) index.delete(value);
      }
    }
    return item;
  }

  /** It is there, though nothing new is known of it. */
  confirm(key: string): void {
    this.#unconfirmed.delete(key);
  }

  /** A new list follows. What is known stays until the list has ended. */
  beginReplace(): void {
    this.#unconfirmed = new Set(this.#items.keys());
  }
  /** The list has ended: what was not in it is gone, and is returned. */
  endReplace(): readonly I[] {
    return [...this.#unconfirmed].map((key) => this.delete(key) as I);
  }
}
