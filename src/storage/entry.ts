import type { EncodingCache } from './encoding-cache.ts';
import { Compacted, DamagedRecord, type Revision, StorageFailure, type Stored, sizeOfStored } from './engine.ts';
import type { RecentValues } from './recent-values.ts';

/** What the entries of one collection share. */
export interface EntryHome {
  /** With which their full keys begin. */
  readonly prefix: string;
  /** Keeps what was made of them. */
  readonly encodings: EncodingCache;
  /** Where values are read again that are no longer in memory; without it they stay there. */
  readonly values?: RecentValues | undefined;
}

/** Instead of a turn: the value stays in memory. */
const ALWAYS = 2 ** 30;
/** The value has not been let go yet, so that it is of no interest when it is used. */
const NEW = ALWAYS - 1;

/**
 * One object at one revision, as bytes. Those of a collection's present state may be let go as long as they can be read
 * again. What readers make of it is kept so that it is made once for all of them: what is small and asked for over and over
 * as long as the entry lives (`memo`), what is as large as the object itself as long as there is room (`cached`).
 */
export class Entry {
  readonly key: string;
  readonly revision: Revision;
  /** Undefined when it has to be read again. */
  #stored: Stored | undefined;
  #size: number;
  /** The turn of the recent values in which it was used last. */
  #usedIn = ALWAYS;
  #home: EntryHome | undefined = undefined;
  /**
   * Something that was found out about the bytes, in an object that many entries share, so that it costs no memory for
   * each entry.
   */
  finding: object | undefined = undefined;
  /** In which version the bytes lie, where somebody has looked; '' where that could not be told. */
  version: string | undefined = undefined;
  #made: Map<string, unknown> | undefined = undefined;

  constructor(key: string, revision: Revision, stored: Stored) {
    this.key = key;
    this.revision = revision;
    this.#stored = stored;
    this.#size = sizeOfStored(stored);
  }
  /** Throws a `DamagedRecord` where the bytes cannot be read. */
  get value(): Uint8Array {
    const stored = this.#get();
    if (stored instanceof DamagedRecord) throw stored;
    return stored;
  }
  /** Why the value cannot be read. */
  get damage(): DamagedRecord | undefined {
    const stored = this.#get();
    return stored instanceof DamagedRecord ? stored : undefined;
  }
  /** How many bytes it has; 0 when they cannot be had. */
  get size(): number {
    return this.#size;
  }
  /** The value where nothing has to be read for it, and it is sound. */
  get valueAtHand(): Uint8Array | undefined {
    return this.#stored instanceof Uint8Array ? this.#stored : undefined;
  }
  /**
   * The same entry in a collection's present state: what is made of it is kept there, and its value may be let go, not so
   * soon if somebody has read what was there before it.
   */
  within(home: EntryHome, before: Entry | null = null): this {
    this.#home = home;
    const { values } = home;
    if (values === undefined) return this;
    if (before?.isReadAgain) {
      this.#keepIn(values);
    } else {
      this.#usedIn = NEW;
      values.came(this);
    }
    return this;
  }
  /** Its value was let go and read again: whoever did that may want it once more. */
  get isReadAgain(): boolean {
    return this.#usedIn > 0 && this.#usedIn < NEW;
  }
  /** The object as it was when it was removed at a revision. */
  removedAt(revision: Revision): Entry {
    const stored = this.#get();
    const last =
      stored instanceof DamagedRecord ? new DamagedRecord({ ...stored, removedAt: revision }, stored.why) : stored;
    const removed = new Entry(this.key, revision, last);
    removed.#home = this.#home;
    return removed;
  }

  /** Whether nothing has to be read for its value. */
  get isInMemory(): boolean {
    return this.#stored !== undefined;
  }
  /** It is no longer the present state, so that its value may not be stored much longer: from now on it stays in memory. */
  stay(): void {
    if (this.#usedIn === ALWAYS) return;
    try {
      this.#stored = this.#get();
      this.#usedIn = ALWAYS;
    } catch (error) {
      // It is forgotten, or the store is closed: whoever asks for the value is told so.
      if (!(error instanceof Compacted || error instanceof StorageFailure)) throw error;
    }
  }
  get usedIn(): number {
    return this.#usedIn;
  }
  letGo(): void {
    if (this.#usedIn === ALWAYS) return;
    this.#stored = undefined;
    this.#usedIn = 0;
  }
  /** Reads the values of those entries that are not in memory, without holding up others. */
  static async load(entries: readonly Entry[]): Promise<void> {
    const absent = entries.filter((entry) => !entry.isInMemory);
    const [first] = absent;
    const values = first === undefined ? undefined : first.#home?.values;
    if (values === undefined) return;
    const found = await values.load(absent.map((entry) => ({ key: entry.#fullKey, revision: entry.revision })));
    for (const [i, entry] of absent.entries()) if (!entry.isInMemory) entry.#take(found[i], values);
  }

  get #fullKey(): string {
    return (this.#home?.prefix ?? '') + this.key;
  }
  #get(): Stored {
    if (this.#usedIn === ALWAYS) return this.#stored as Stored;
    const values = this.#home?.values as RecentValues;
    if (this.#stored === undefined) {
      const stored = values.read(this.#fullKey, this.revision);
      this.#take(stored, values);
      return stored;
    }
    if (this.#usedIn < values.turn) this.#keepIn(values);
    return this.#stored;
  }
  /** What cannot be read is not kept: it may be readable again. */
  #take(stored: Stored | undefined, values: RecentValues): void {
    if (!(stored instanceof Uint8Array)) return;
    this.#stored = stored;
    this.#size = stored.length;
    this.#keepIn(values);
  }
  #keepIn(values: RecentValues): void {
    this.#usedIn = values.turn;
    values.keep(this);
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
  /** What was kept under a name, if it still is. */
  kept<T extends object>(name: string): T | undefined {
    return this.#find<T>(name);
  }
  keep(name: string, value: object): void {
    if (this.#home === undefined) this.memo(name, () => value);
    else this.#home.encodings.set(this, name, value);
    if (value instanceof Promise) value.catch(() => this.#forget(name));
  }

  #find<T>(name: string): T | undefined {
    return this.#home === undefined
      ? (this.#made?.get(name) as T | undefined)
      : this.#home.encodings.get<T>(this, name);
  }
  #forget(name: string): void {
    this.#made?.delete(name);
    this.#home?.encodings.delete(this, name);
  }
}
