import type { EncodingCache } from './encoding-cache.ts';
import { DamagedRecord, type Revision, type Stored } from './engine.ts';

/**
 * One object at one revision, as bytes. What readers make of it is kept so that it is made once for all of them: what is
 * small and asked for over and over as long as the entry lives (`memo`), what is as large as the object itself as long
 * as there is room (`cached`).
 */
export class Entry {
  readonly key: string;
  readonly revision: Revision;
  readonly #stored: Stored;
  /**
   * Something that was found out about the bytes, in an object that many entries share, so that it costs no memory for
   * each entry.
   */
  finding: object | undefined = undefined;
  #made: Map<string, unknown> | undefined = undefined;
  #cache: EncodingCache | undefined = undefined;

  constructor(key: string, revision: Revision, stored: Stored) {
    this.key = key;
    this.revision = revision;
    this.#stored = stored;
  }
  /** Throws a `DamagedRecord` where the bytes cannot be read. */
  get value(): Uint8Array {
    if (this.#stored instanceof DamagedRecord) throw this.#stored;
    return this.#stored;
  }
  /** Why the value cannot be read. */
  get damage(): DamagedRecord | undefined {
    return this.#stored instanceof DamagedRecord ? this.#stored : undefined;
  }
  /** How many bytes it has; 0 when they cannot be had. */
  get size(): number {
    return this.#stored instanceof DamagedRecord ? 0 : this.#stored.length;
  }
  /** The same entry; what is made of it is kept in this cache from now on. */
  within(cache: EncodingCache | undefined): this {
    this.#cache = cache;
    return this;
  }
  /** The object as it was when it was removed at a revision. */
  removedAt(revision: Revision): Entry {
    const { damage } = this;
    const stored =
      damage === undefined ? this.#stored : new DamagedRecord({ ...damage, removedAt: revision }, damage.why);
    return new Entry(this.key, revision, stored).within(this.#cache);
  }

  has(name: string): boolean {
    return this.#made?.has(name) ?? false;
  }
  memo<T>(name: string, make: (entry: Entry) => T): T {
    this.#made ??= new Map();
    if (!this.#made.has(name)) this.#made.set(name, make(this));
    return this.#made.get(name) as T;
  }

  /** A rejected promise is not kept: the next caller tries again. */
  cached<T extends object>(name: string, make: (entry: Entry) => T): T {
    const known = this.#find<T>(name);
    if (known !== undefined) return known;
    const made = make(this);
    this.keep(name, made);
    return made;
  }
  /** Whether it is made, or being made. */
  isCached(name: string): boolean {
    return this.#find(name) !== undefined;
  }
  keep(name: string, value: object): void {
    if (this.#cache === undefined) this.memo(name, () => value);
    else this.#cache.set(this, name, value);
    if (value instanceof Promise) value.catch(() => this.#forget(name));
  }

  #find<T>(name: string): T | undefined {
    return this.#cache === undefined ? (this.#made?.get(name) as T | undefined) : this.#cache.get<T>(this, name);
  }
  #forget(name: string): void {
    this.#made?.delete(name);
    this.#cache?.delete(this, name);
  }
}
