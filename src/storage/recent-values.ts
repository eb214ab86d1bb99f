import { Compacted, type Stored, type StoredValues } from './engine.ts';

/** Something whose value can be let go, and read again. */
interface ValueHolder {
  readonly size: number;
  /** The turn in which its value was used last. */
  readonly usedIn: number;
  letGo(): void;
}

/** What a value in memory costs beside its bytes. */
const OVERHEAD = 250;

/**
 * For how many bytes new values stay: long enough for those who hear of them at once, and so short that their memory is still
 * in V8's young generation when they are let go. What gets older is only given back by a full collection.
 */
const NEW_BYTES = 256 * 1024;

/**
 * The values that have just come, and those that were read again lately. They are in memory; all others are where they are
 * stored, and are read again when somebody asks for them. Bounded by bytes. Of those that were read there are two
 * generations: a used value belongs to the young one; when that is full it becomes the old one, and what nobody has used of
 * the former old one is let go.
 */
export class RecentValues {
  readonly #stored: StoredValues;
  readonly #limit: number;
  readonly #newLimit: number;
  readonly #new: ValueHolder[] = [];
  #newBytes = 0;
  #young: ValueHolder[] = [];
  #old: ValueHolder[] = [];
  #bytes = 0;
  #turn = 1;

  constructor(stored: StoredValues, limitBytes: number) {
    this.#stored = stored;
    this.#limit = limitBytes / 2;
    this.#newLimit = Math.min(NEW_BYTES, limitBytes);
  }
  /** The number of the young generation. */
  get turn(): number {
    return this.#turn;
  }

  /** At once. */
  read(key: string, revision: number): Stored {
    return this.#stored.read({ key, revision }) ?? gone(revision);
  }
  /** The same of many, without holding up others. Undefined for what is no longer stored. */
  load(rows: Parameters<StoredValues['load']>[0]): Promise<readonly (Stored | undefined)[]> {
    return this.#stored.load(rows);
  }

  /** Its value has just come. */
  came(holder: ValueHolder): void {
    this.#new.push(holder);
    this.#newBytes += holder.size + OVERHEAD;
    while (this.#newBytes > this.#newLimit && this.#new.length > 1) {
      const oldest = this.#new.shift() as ValueHolder;
      this.#newBytes -= oldest.size + OVERHEAD;
      oldest.letGo();
    }
  }

  /** Its value was read again, or is used for the first time in this turn. */
  keep(holder: ValueHolder): void {
    this.#young.push(holder);
    this.#bytes += holder.size + OVERHEAD;
    if (this.#bytes > this.#limit) this.#next();
  }

  #next(): void {
    const unused = this.#turn - 1;
    for (const holder of this.#old) if (holder.usedIn <= unused) holder.letGo();
    this.#old = this.#young;
    this.#young = [];
    this.#bytes = 0;
    this.#turn++;
  }
}

/** It was overwritten or removed, and forgotten, while somebody still held it. */
function gone(revision: number): never {
  throw new Compacted(revision + 1);
}
