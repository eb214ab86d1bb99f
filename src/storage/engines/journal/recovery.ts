import type { Revision } from '../../engine.ts';
import type { LogState } from '../revision-log.ts';
import { BuriedRemovals } from './buried-removals.ts';
import type { Disk } from './disk.ts';
import { closeAll, type FoundSegment, findSegments } from './found-segments.ts';
import { KeyIndex } from './key-index.ts';
import { HEAD_SIZE, type PlacedHead } from './record.ts';
import { REMOVED, RecordTable } from './record-table.ts';
import { headsIn, type SegmentIndex } from './segment-index.ts';
import { readFinished, readLast, type SegmentReading } from './segment-reading.ts';
import { type Segment, Segments } from './segments.ts';

/** A journal as its files tell it. */
export interface Recovered {
  readonly store: string | undefined;
  readonly segments: Segments;
  readonly table: RecordTable;
  readonly index: KeyIndex;
  readonly buried: BuriedRemovals;
  readonly state: LogState;
  /** Bytes behind the end of the last segment that are left from an incomplete write. */
  readonly torn: number;
  /** The last segment must not be appended to. */
  readonly abandoned: boolean;
  readonly repaired: number;
  readonly lost: readonly LostRange[];
}

export interface LostRange {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** Reads a journal. Removes files that a rewritten one replaces. The others stay open, unless it cannot be read. */
export async function recover(disk: Disk, names: readonly string[]): Promise<Recovered> {
  const found = await findSegments(disk, names);
  try {
    return await readSegments(found);
  } catch (error) {
    await closeAll(found);
    throw error;
  }
}

async function readSegments(found: readonly FoundSegment[]): Promise<Recovered> {
  const last = found.at(-1);
  // The last one first: it says which part of the past is still kept.
  const lastReading = last === undefined ? undefined : await readLast(last);
  const builder = new Builder(compactedIn(found, lastReading));
  const finished = readAhead(found.slice(0, -1), (segment, i) => readFinished(segment, found[i + 1] as FoundSegment));
  for await (const [segment, reading] of finished) builder.take(segment, reading);
  if (last !== undefined) builder.take(last, lastReading as SegmentReading);
  return builder.build(found);
}

/** So many are read while one is looked at. */
const AHEAD = 4;

async function* readAhead<T, R>(items: readonly T[], read: (item: T, i: number) => Promise<R>): AsyncGenerator<[T, R]> {
  const readings: Promise<R>[] = [];
  for (const [i, item] of items.entries()) {
    while (readings.length < Math.min(items.length, i + AHEAD)) {
      const reading = read(items[readings.length] as T, readings.length);
      // It is awaited later, or not at all when one before it fails.
      reading.catch(() => {});
      readings.push(reading);
    }
    yield [item, await (readings[i] as Promise<R>)];
  }
}

function compactedIn(found: readonly FoundSegment[], last: SegmentReading | undefined): Revision {
  const heads = last !== undefined && 'heads' in last ? last.heads : [];
  const states = heads.filter(({ kind }) => kind === 'state').map(({ previous }) => previous);
  return Math.max(0, ...found.map(({ head }) => head.state.compacted), ...states.slice(-1));
}

class Builder {
  readonly #compacted: Revision;
  readonly #segments = new Segments();
  readonly #table = new RecordTable();
  readonly #buried = new BuriedRemovals(this.#segments);
  /** A removal is a negative revision. */
  readonly #heads = new Map<string, Revision>();
  readonly #lost: LostRange[] = [];
  #revision: Revision = 0;
  #torn = 0;
  #repaired = 0;

  constructor(compacted: Revision) {
    this.#compacted = compacted;
  }

  take(found: FoundSegment, reading: SegmentReading): void {
    const { head, name, file, generation } = found;
    const { sequence, covers, before } = head;
    const { end, torn, repaired, lost } = reading;
    const size = Math.max(found.size, end);
    const segment = this.#segments.add({ name, file, generation, sequence, covers, before, end, size });
    this.#revision = Math.max(this.#revision, head.state.revision);
    if ('heads' in reading) for (const record of reading.heads) this.#add(segment, record);
    else this.#addIndexed(segment, reading.index);
    this.#torn = torn;
    this.#repaired += repaired;
    this.#lost.push(...lost.map(({ from, to }) => ({ file: name, from, to })));
  }

  build(found: readonly FoundSegment[]): Recovered {
    this.#buried.dropNeedless();
    return {
      store: found[0]?.head.store,
      segments: this.#segments,
      table: this.#table,
      index: new KeyIndex(this.#heads),
      buried: this.#buried,
      state: { revision: this.#revision, compacted: this.#compacted },
      torn: this.#torn,
      abandoned: (found.at(-1)?.head.length ?? 0) > 0,
      repaired: this.#repaired,
      lost: this.#lost,
    };
  }

  #add(segment: Segment, head: PlacedHead): void {
    this.#revision = Math.max(this.#revision, head.revision);
    // A segment may be there twice when the machine stopped before the one that was rewritten was gone.
    if (head.kind === 'state' || head.revision <= this.#table.newest) return;
    this.#table.add(segment.id, head.at, head);
    segment.kept += head.end - head.at;
    this.#note(head.key, head.kind === 'removal' ? -head.revision : head.revision);
  }
  /** All records of a segment in one go: a start does this for every object. */
  #addIndexed(segment: Segment, index: SegmentIndex): void {
    const { columns, keys } = index;
    const { revision: revisions, keySize, valueSize } = columns;
    if (keys.length === 0) return;
    if ((revisions[0] as number) <= this.#table.newest) {
      for (const head of headsIn(index)) this.#add(segment, head);
      return;
    }
    this.#table.addAll(segment.id, columns, keys);
    let bytes = keys.length * HEAD_SIZE;
    for (let i = 0; i < keys.length; i++) {
      const size = valueSize[i] as number;
      const removed = size === REMOVED;
      bytes += (keySize[i] as number) + (removed ? 0 : size);
      const revision = revisions[i] as number;
      this.#note(keys[i] as string, removed ? -revision : revision);
    }
    segment.kept += bytes;
    this.#revision = Math.max(this.#revision, revisions[keys.length - 1] as number);
  }
  /** A record that is in the table becomes the head of its key. What it makes obsolete of the past that is gone is forgotten. */
  #note(key: string, head: Revision): void {
    if (Math.abs(head) > this.#compacted) {
      this.#heads.set(key, head);
      return;
    }
    const before = this.#heads.get(key);
    if (before !== undefined) this.#forget(before);
    if (head < 0) this.#bury(key, -head);
    else this.#heads.set(key, head);
  }
  #forget(head: Revision): void {
    const dropped = this.#table.drop(Math.abs(head));
    if (dropped !== undefined) this.#segments.forget(dropped);
  }
  #bury(key: string, revision: Revision): void {
    this.#heads.delete(key);
    const dropped = this.#table.drop(revision);
    if (dropped !== undefined) this.#buried.add(dropped);
  }
}
