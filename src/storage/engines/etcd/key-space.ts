/** Where keys lie in etcd: what begins with `ours` here begins with `theirs` there. */
export interface KeySpace {
  readonly ours: string;
  readonly theirs: string;
}

export interface KeyRange {
  readonly key: Uint8Array;
  readonly rangeEnd: Uint8Array;
}

/** Every key that there is. */
export const everyKey: KeyRange = { key: Uint8Array.of(0), rangeEnd: Uint8Array.of(0) };

/** The keys of an engine: those of the first space are followed by whoever follows all, the others are only read and written. */
export class Keys {
  readonly #spaces: readonly KeySpace[];
  /** The range of the first space. */
  readonly all: KeyRange;

  constructor(spaces: readonly [KeySpace, ...(readonly KeySpace[])]) {
    this.#spaces = spaces;
    const start = Buffer.from(`${spaces[0].theirs}/`);
    this.all = { key: start, rangeEnd: endOf(start) };
  }

  /** Whether it is in the first space. */
  isFollowed(key: string): boolean {
    return this.#spaceOf(key) === this.#spaces[0];
  }
  theirs(key: string): Uint8Array {
    const space = this.#spaceOf(key);
    if (space === undefined) throw new RangeError(`${key} has no place in etcd`);
    return Buffer.from(space.theirs + key.slice(space.ours.length));
  }
  ours(key: Uint8Array): string {
    const text = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString();
    const space = this.#spaces.find(({ theirs }) => text.startsWith(`${theirs}/`));
    if (space === undefined) throw new RangeError(`the key ${text} is nobody's`);
    return space.ours + text.slice(space.theirs.length);
  }

  /** The keys that begin with a prefix, after one of them; all of the first space where the prefix is a beginning of it. */
  range(prefix: string, after?: string): KeyRange {
    const isAll = `${this.#spaces[0]?.ours}/`.startsWith(prefix);
    const start = isAll ? this.all.key : this.theirs(prefix);
    const rangeEnd = isAll ? this.all.rangeEnd : endOf(start);
    if (after === undefined || this.#spaceOf(after) === undefined) return { key: start, rangeEnd };
    const next = Buffer.concat([this.theirs(after), Uint8Array.of(0)]);
    return { key: Buffer.compare(next, start) > 0 ? next : start, rangeEnd };
  }

  #spaceOf(key: string): KeySpace | undefined {
    return this.#spaces.find(({ ours }) => key.startsWith(`${ours}/`));
  }
}

/** The first key that does not begin so: the last byte that can be counted up is. */
function endOf(prefix: Uint8Array): Uint8Array {
  let last = prefix.length - 1;
  while (last >= 0 && prefix[last] === 0xff) last--;
  if (last < 0) return Uint8Array.of(0);
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end[last] = (end[last] as number) + 1;
  return end;
}

/** Whether a key lies in a range. */
export function isWithin({ key: start, rangeEnd }: KeyRange, key: Uint8Array): boolean {
  return Buffer.compare(key, start) >= 0 && Buffer.compare(key, rangeEnd) < 0;
}
