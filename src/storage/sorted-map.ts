import { compareKeys, isPlainKey } from './key-order.ts';

interface Keyed {
  readonly key: string;
}

const FULL_CHUNK = 256;
const SMALL_CHUNK = 32;

/**
 * An immutable map in order of key: an array of sorted chunks. A change copies one chunk and the array of chunks and
 * shares all the rest, so that an old map is a snapshot that costs next to nothing.
 */
export class SortedMap<T extends Keyed> {
  readonly size: number;
  readonly #chunks: readonly (readonly T[])[];
  /** No key that was ever added has surrogates. */
  readonly #plain: boolean;

  private constructor(chunks: readonly (readonly T[])[], size: number, plain: boolean) {
    this.#chunks = chunks;
    this.size = size;
    this.#plain = plain;
  }
  static empty<T extends Keyed>(): SortedMap<T> {
    return new SortedMap<T>([], 0, true);
  }
  /** The items must be in order of key, each key once. */
  static fromSorted<T extends Keyed>(items: readonly T[]): SortedMap<T> {
    const room = (FULL_CHUNK * 3) / 4;
    const chunks: T[][] = [];
    for (let at = 0; at < items.length; at += room) chunks.push(items.slice(at, at + room));
    return new SortedMap(
      chunks,
      items.length,
      items.every(({ key }) => isPlainKey(key)),
    );
  }

  get(key: string): T | undefined {
    const { chunk, index } = this.#place(key);
    const item = this.#chunks[chunk]?.[index];
    return item?.key === key ? item : undefined;
  }
  set(item: T): SortedMap<T> {
    const { chunk, index } = this.#place(item.key);
    const there = this.#chunks[chunk]?.[index]?.key === item.key;
    // A key past the end belongs to the last chunk.
    const target = Math.max(0, Math.min(chunk, this.#chunks.length - 1));
    const old = this.#chunks[target] ?? [];
    const at = target === chunk ? index : old.length;
    const changed = old.toSpliced(at, there ? 1 : 0, item);
    const plain = this.#plain && (there || isPlainKey(item.key));
    return new SortedMap(this.#withChunk(target, changed), this.size + (there ? 0 : 1), plain);
  }
  delete(key: string): SortedMap<T> {
    const { chunk, index } = this.#place(key);
    if (this.#chunks[chunk]?.[index]?.key !== key) return this;
    const changed = (this.#chunks[chunk] as readonly T[]).toSpliced(index, 1);
    return new SortedMap(this.#withChunk(chunk, changed), this.size - 1, this.#plain);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** The items whose key begins with `prefix` and comes after `after`. */
  range(prefix: string, after?: string): SortedRange<T> {
    const skip = after !== undefined && compareKeys(after, prefix) >= 0 ? after : undefined;
    const start =
      skip === undefined
        ? this.#seek((key) => compareKeys(key, prefix) < 0)
        : this.#seek((key) => compareKeys(key, skip) <= 0);
    const end = this.#seek((key) => compareKeys(key, prefix) < 0 || key.startsWith(prefix));
    const empty = start.chunk > end.chunk || (start.chunk === end.chunk && start.index > end.index);
    return new SortedRange(this.#chunks, empty ? end : start, end);
  }

  /** Where the key is, or would be. Every read and write comes here: the usual case has no calls. */
  #place(key: string): Position {
    if (!this.#plain || !isPlainKey(key)) return this.#seek((other) => compareKeys(other, key) < 0);
    const chunks = this.#chunks;
    let chunk = 0;
    for (let high = chunks.length; chunk < high; ) {
      const middle = (chunk + high) >> 1;
      if (lastKey(chunks[middle] as readonly T[]) < key) chunk = middle + 1;
      else high = middle;
    }
    const items = chunks[chunk];
    let index = 0;
    for (let high = items?.length ?? 0; index < high; ) {
      const middle = (index + high) >> 1;
      if (((items as readonly T[])[middle] as T).key < key) index = middle + 1;
      else high = middle;
    }
    return { chunk, index };
  }

  /** The first position whose key is not `before` what is looked for. */
  #seek(before: (key: string) => boolean): Position {
    const chunks = this.#chunks;
    const chunk = firstIndex(chunks.length, (i) => !before(lastKey(chunks[i] as readonly T[])));
    const items = chunks[chunk];
    if (items === undefined) return { chunk, index: 0 };
    return { chunk, index: firstIndex(items.length, (i) => !before((items[i] as T).key)) };
  }

  #withChunk(at: number, changed: readonly T[]): readonly (readonly T[])[] {
    const chunks = [...this.#chunks];
    if (changed.length > FULL_CHUNK) {
      const half = changed.length >> 1;
      // Keys that only ever grow fill their chunks instead of leaving them half empty.
      const split = at === chunks.length - 1 ? changed.length - 1 : half;
      chunks.splice(at, 1, changed.slice(0, split), changed.slice(split));
    } else if (changed.length === 0) {
      chunks.splice(at, 1);
    } else {
      chunks[at] = changed;
      joinSmall(chunks, at);
    }
    return chunks;
  }
}

class SortedRange<T extends Keyed> {
  readonly #chunks: readonly (readonly T[])[];
  readonly #start: Position;
  readonly #end: Position;

  constructor(chunks: readonly (readonly T[])[], start: Position, end: Position) {
    this.#chunks = chunks;
    this.#start = start;
    this.#end = end;
  }
  /** Counts chunks, not items. */
  count(): number {
    let count = this.#end.index - this.#start.index;
    for (let chunk = this.#start.chunk; chunk < this.#end.chunk; chunk++) {
      count += (this.#chunks[chunk] as readonly T[]).length;
    }
    return count;
  }
  /** The first `count` of them. */
  first(count: number): SortedRange<T> {
    let left = Math.max(0, count);
    for (let chunk = this.#start.chunk; chunk <= this.#end.chunk; chunk++) {
      const from = chunk === this.#start.chunk ? this.#start.index : 0;
      const to = chunk === this.#end.chunk ? this.#end.index : (this.#chunks[chunk] as readonly T[]).length;
      if (left <= to - from) return new SortedRange(this.#chunks, this.#start, { chunk, index: from + left });
      left -= to - from;
    }
    return this;
  }
  last(): T | undefined {
    const { chunk, index } = this.#end;
    if (this.count() === 0) return undefined;
    return index > 0 ? this.#chunks[chunk]?.[index - 1] : this.#chunks[chunk - 1]?.at(-1);
  }
  take(limit: number): T[] {
    return limit < 1 ? [] : (this.pages((_, count) => count >= limit).next().value ?? []);
  }
  /** All of them in pages, each made when it is asked for: `isFull` is told each item and how many are on the page with it. */
  *pages(isFull: (item: T, count: number) => boolean): Generator<T[], undefined> {
    let page: T[] = [];
    for (let chunk = this.#start.chunk; chunk <= this.#end.chunk; chunk++) {
      const items = this.#chunks[chunk] ?? [];
      const from = chunk === this.#start.chunk ? this.#start.index : 0;
      const to = chunk === this.#end.chunk ? this.#end.index : items.length;
      for (let index = from; index < to; index++) {
        const item = items[index] as T;
        page.push(item);
        if (!isFull(item, page.length)) continue;
        yield page;
        page = [];
      }
    }
    if (page.length > 0) yield page;
  }
}

/** A chunk is never empty. */
function lastKey(chunk: readonly Keyed[]): string {
  return (chunk[chunk.length - 1] as Keyed).key;
}

interface Position {
  readonly chunk: number;
  readonly index: number;
}

/** The first index for which `found` holds; `length` when there is none. `found` never turns false again. */
function firstIndex(length: number, found: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (found(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function joinSmall<T>(chunks: (readonly T[])[], at: number): void {
  const here = chunks[at] as readonly T[];
  const next = chunks[at + 1];
  if (here.length >= SMALL_CHUNK || next === undefined || here.length + next.length > (FULL_CHUNK * 3) / 4) return;
  chunks.splice(at, 2, [...here, ...next]);
}
