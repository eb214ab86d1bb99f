import type { Revision } from '../../engine.ts';
import type { LogEntry } from '../revision-log.ts';
import { HEAD_SIZE, type PlacedHead } from './record.ts';

/** Where a value lies, and what it must look like. */
export interface RecordPlace {
  readonly segment: number;
  /** Where the record begins. */
  readonly at: number;
  readonly keySize: number;
  readonly valueSize: number;
  readonly valueCheck: number;
  readonly expires: number;
}

export interface TableRecord extends LogEntry, RecordPlace {}

/** A removal has a size that no value has. */
export const REMOVED = 0xffffffff;
const START_ROOM = 1024;

/**
 * Every record that is kept, by revision: some forty bytes for each beside its key. Revisions are added in rising order,
 * and looked up by halving.
 */
export class RecordTable {
  #count = 0;
  #dropped = 0;
  #columns = makeRoomFor(START_ROOM);
  #keys: (string | undefined)[] = [];

  get size(): number {
    return this.#count - this.#dropped;
  }
  get newest(): Revision {
    return this.#count === 0 ? 0 : (this.#columns.revision[this.#count - 1] as number);
  }

  /** The revision must be higher than all that were added. */
  add(segment: number, at: number, head: PlacedHead): void {
    if (this.#count === this.#columns.revision.length) this.#makeRoom(1);
    const i = this.#count++;
    const columns = this.#columns;
    columns.revision[i] = head.revision;
    columns.previous[i] = head.previous;
    columns.expires[i] = head.expires;
    columns.segment[i] = segment;
    columns.at[i] = at;
    columns.keySize[i] = head.valueAt - head.at - HEAD_SIZE;
    columns.valueSize[i] = head.kind === 'removal' ? REMOVED : head.valueSize;
    columns.valueCheck[i] = head.valueCheck;
    this.#keys[i] = head.key;
  }

  /** The same of all records of a segment. */
  addAll(segment: number, columns: RecordColumns, keys: readonly string[]): void {
    if (this.#count + keys.length > this.#columns.revision.length) this.#makeRoom(keys.length);
    const end = this.#count + keys.length;
    for (const name of Object.keys(columns) as (keyof RecordColumns)[])
      this.#columns[name].set(columns[name] as Float64Array, this.#count);
    this.#columns.segment.fill(segment, this.#count, end);
    for (const key of keys) this.#keys.push(key);
    this.#count = end;
  }

  get(revision: Revision): TableRecord | undefined {
    const i = this.#find(revision);
    return i === undefined ? undefined : this.#at(i);
  }
  move(revision: Revision, to: Pick<RecordPlace, 'segment' | 'at'>): void {
    const i = this.#find(revision);
    if (i === undefined) return;
    this.#columns.segment[i] = to.segment;
    this.#columns.at[i] = to.at;
  }
  drop(revision: Revision): TableRecord | undefined {
    const i = this.#find(revision);
    if (i === undefined) return undefined;
    const dropped = this.#at(i);
    this.#keys[i] = undefined;
    this.#dropped++;
    return dropped;
  }

  /** After `since`, up to and with `upTo`. The table must not change before the last was taken. */
  *range(since: Revision, upTo: Revision): Iterable<TableRecord> {
    for (let i = this.#firstAfter(since); i < this.#count; i++) {
      if ((this.#columns.revision[i] as number) > upTo) return;
      if (this.#keys[i] !== undefined) yield this.#at(i);
    }
  }
  in(segments: ReadonlySet<number>): readonly TableRecord[] {
    const found: TableRecord[] = [];
    for (let i = 0; i < this.#count; i++) {
      if (this.#keys[i] !== undefined && segments.has(this.#columns.segment[i] as number)) found.push(this.#at(i));
    }
    return found;
  }

  /** Those that have a time to go. */
  *expiring(): Iterable<TableRecord> {
    for (let i = 0; i < this.#count; i++)
      if ((this.#columns.expires[i] as number) > 0 && this.#keys[i] !== undefined) yield this.#at(i);
  }

  #at(i: number): TableRecord {
    const columns = this.#columns;
    const size = columns.valueSize[i] as number;
    return {
      key: this.#keys[i] as string,
      revision: columns.revision[i] as number,
      previous: columns.previous[i] as number,
      removed: size === REMOVED,
      segment: columns.segment[i] as number,
      at: columns.at[i] as number,
      keySize: columns.keySize[i] as number,
      valueSize: size === REMOVED ? 0 : size,
      valueCheck: columns.valueCheck[i] as number,
      expires: columns.expires[i] as number,
    };
  }
  #find(revision: Revision): number | undefined {
    const i = this.#firstAfter(revision) - 1;
    return i >= 0 && this.#columns.revision[i] === revision && this.#keys[i] !== undefined ? i : undefined;
  }
  #firstAfter(revision: Revision): number {
    const { revision: revisions } = this.#columns;
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((revisions[middle] as number) > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Reuses the room of dropped records; grows when that is not enough. */
  #makeRoom(more: number): void {
    const isFull = this.#dropped * 4 < this.#count;
    const room = isFull ? this.#count * 2 : this.#count;
    const columns = makeRoomFor(Math.max(room, this.size + more));
    for (const name of Object.keys(columns) as (keyof Columns)[]) {
      // A start drops next to nothing, and copies in one go.
      if (this.#dropped > 0) copyKept(this.#columns[name], columns[name], this.#keys);
      else columns[name].set(this.#columns[name].subarray(0, this.#count) as Float64Array);
    }
    this.#columns = columns;
    if (this.#dropped === 0) return;
    this.#keys = this.#keys.filter((key) => key !== undefined);
    this.#count = this.#keys.length;
    this.#dropped = 0;
  }
}

type Column = Columns[keyof Columns];

function copyKept(from: Column, to: Column, keys: readonly (string | undefined)[]): void {
  let at = 0;
  for (let i = 0; i < keys.length; i++) if (keys[i] !== undefined) to[at++] = from[i] as number;
}

/** What is known of the records of a segment beside their keys. */
export interface RecordColumns {
  readonly revision: Float64Array<ArrayBuffer>;
  readonly previous: Float64Array<ArrayBuffer>;
  readonly at: Uint32Array<ArrayBuffer>;
  readonly keySize: Uint16Array<ArrayBuffer>;
  readonly valueSize: Uint32Array<ArrayBuffer>;
  readonly valueCheck: Uint32Array<ArrayBuffer>;
  readonly expires: Uint32Array<ArrayBuffer>;
}
interface Columns extends RecordColumns {
  readonly segment: Uint32Array<ArrayBuffer>;
}

function makeRoomFor(count: number): Columns {
  return { ...makeColumns(count), segment: new Uint32Array(count) };
}

export function makeColumns(room: number): RecordColumns {
  return {
    revision: new Float64Array(room),
    previous: new Float64Array(room),
    at: new Uint32Array(room),
    keySize: new Uint16Array(room),
    valueSize: new Uint32Array(room),
    valueCheck: new Uint32Array(room),
    expires: new Uint32Array(room),
  };
}
