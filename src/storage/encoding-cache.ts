import type { Entry } from './entry.ts';

/** One thing that was made of an entry; an entry has few of them. */
interface Made {
  readonly name: string;
  readonly value: object;
  readonly next: Made | undefined;
}

/** Under this symbol a value that is no bytes tells how many it takes. */
export const sizeInBytes = Symbol('size in bytes');
interface Sized {
  readonly [sizeInBytes]: number;
}

/** What things cost beside their bytes. */
const OVERHEAD = 200;

/**
 * What was made from entries lately and may be used again: encodings, conversions, what selectors read. Bounded by
 * bytes, so that a list or watch of a million objects leaves no second copy behind. There are two generations: a used
 * item moves to the young one; when that is full it becomes the old one, and the former old one is dropped.
 */
export class EncodingCache {
  readonly #limit: number;
  #young = new Map<Entry, Made>();
  #old = new Map<Entry, Made>();
  #bytes = 0;
  /** The young entry that was asked for last: all watchers ask for the same one, one after the other. */
  #last: { readonly entry: Entry; readonly made: Made } | undefined;

  constructor(limitBytes: number) {
    this.#limit = limitBytes / 2;
  }

  get<T>(entry: Entry, name: string): T | undefined {
    const young = find(this.#youngOf(entry), name);
    if (young !== undefined) return young.value as T;
    const old = find(this.#old.get(entry), name);
    if (old === undefined) return undefined;
    this.set(entry, name, old.value);
    return old.value as T;
  }

  set(entry: Entry, name: string, value: object): void {
    const there = this.#young.get(entry);
    const replaced = find(there, name);
    const next = replaced === undefined ? there : without(there, name);
    const made = { name, value, next };
    this.#young.set(entry, made);
    this.#last = { entry, made };
    // The entry is counted too: it may be gone from the store, and referenced only here.
    this.#bytes += (there === undefined ? entry.size : 0) + sizeOf(entry, value);
    if (replaced !== undefined) this.#bytes -= sizeOf(entry, replaced.value);
    if (this.#bytes <= this.#limit) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#last = undefined;
    this.#bytes = 0;
  }

  delete(entry: Entry, name: string): void {
    this.#last = undefined;
    for (const generation of [this.#young, this.#old]) {
      const rest = without(generation.get(entry), name);
      if (rest === undefined) generation.delete(entry);
      else generation.set(entry, rest);
    }
  }

  #youngOf(entry: Entry): Made | undefined {
    if (this.#last?.entry === entry) return this.#last.made;
    const made = this.#young.get(entry);
    if (made !== undefined) this.#last = { entry, made };
    return made;
  }
}

function find(made: Made | undefined, name: string): Made | undefined {
  let one = made;
  while (one !== undefined && one.name !== name) one = one.next;
  return one;
}

function without(made: Made | undefined, name: string): Made | undefined {
  if (made === undefined) return undefined;
  const next = without(made.next, name);
  return made.name === name ? next : { ...made, next };
}

/** A value that is not bytes, and does not tell its size, is assumed to be as large as its entry. */
function sizeOf(entry: Entry, value: object): number {
  const told = value instanceof Uint8Array ? value.length : (value as Partial<Sized>)[sizeInBytes];
  return OVERHEAD + (told ?? entry.size);
}
