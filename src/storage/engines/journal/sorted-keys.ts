import { compareKeys, isPlainKey } from '../../key-order.ts';

const FULL_CHUNK = 512;

/** Keys in order. Changes in place, unlike a `SortedMap`, because no snapshots are needed. */
export class SortedKeys {
  readonly #chunks: string[][] = [];
  #plain: boolean;

  constructor(keys: Iterable<string>) {
    const all = [...keys];
    this.#plain = all.every(isPlainKey);
    if (this.#plain) all.sort();
    else all.sort(compareKeys);
    for (let at = 0; at < all.length; at += FULL_CHUNK / 2) this.#chunks.push(all.slice(at, at + FULL_CHUNK / 2));
  }

  /** The key must not be there yet. */
  add(key: string): void {
    this.#plain &&= isPlainKey(key);
    const at = Math.min(this.#chunkOf(key), Math.max(0, this.#chunks.length - 1));
    const chunk = this.#chunks[at] ?? [];
    if (this.#chunks.length === 0) this.#chunks.push(chunk);
    chunk.splice(this.#placeIn(chunk, key), 0, key);
    if (chunk.length <= FULL_CHUNK) return;
    // Keys that only ever grow fill their chunks instead of leaving them half empty.
    const split = at === this.#chunks.length - 1 ? chunk.length - 1 : chunk.length >> 1;
    this.#chunks.splice(at + 1, 0, chunk.splice(split));
  }

  remove(key: string): void {
    const at = this.#chunkOf(key);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return;
    const place = this.#placeIn(chunk, key);
    if (chunk[place] !== key) return;
    chunk.splice(place, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** The keys that begin with `prefix` and come after `after`. Nothing may change before the last was taken. */
  *range(prefix: string, after?: string): Iterable<string> {
    const beyond = after !== undefined && compareKeys(after, prefix) >= 0 ? after : undefined;
    const start = beyond ?? prefix;
    for (let at = this.#chunkOf(start), first = true; at < this.#chunks.length; at++, first = false) {
      const chunk = this.#chunks[at] as string[];
      for (let i = first ? this.#placeIn(chunk, start) : 0; i < chunk.length; i++) {
        const key = chunk[i] as string;
        if (!key.startsWith(prefix)) return;
        if (key !== beyond) yield key;
      }
    }
  }

  /** The first chunk whose last key is not before this one. */
  #chunkOf(key: string): number {
    return this.#firstNotBefore(this.#chunks.length, (i) => (this.#chunks[i] as string[]).at(-1) as string, key);
  }
  #placeIn(chunk: readonly string[], key: string): number {
    return this.#firstNotBefore(chunk.length, (i) => chunk[i] as string, key);
  }
  #firstNotBefore(length: number, keyAt: (i: number) => string, key: string): number {
    const isBefore = this.#plain && isPlainKey(key) ? (a: string) => a < key : (a: string) => compareKeys(a, key) < 0;
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(keyAt(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
