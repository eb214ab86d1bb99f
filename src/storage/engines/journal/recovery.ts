import { type Revision, StorageFailure } from '../../engine.ts';
import type { LogState } from '../revision-log.ts';
import { BuriedRemovals } from './buried-removals.ts';
import type { Disk } from './disk.ts';
import { closeAll, type FoundSegment, findSegments } from './found-segments.ts';
import { KeyIndex } from './key-index.ts';
import type { PlacedHead } from './record.ts';
import { RecordTable } from './record-table.ts';
import type { Scan } from './scan.ts';
import { readFinished, readLast } from './segment-reading.ts';
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
  const lastScan = last === undefined ? undefined : await readLast(last);
  const builder = new Builder(compactedIn(found, lastScan));
  for (const [i, segment] of found.entries()) {
    const next = found[i + 1];
    const scan = next === undefined ? (lastScan as Scan) : await readFinished(segment, endOf(segment, next));
    builder.take(segment, scan);
  }
  return builder.build(found);
}

function endOf({ head, name }: FoundSegment, next: FoundSegment): number {
  if (head.covers !== next.head.sequence - 1) {
    throw new StorageFailure(
      `a file of the store is missing between ${name} and ${next.name}; restore it from a backup`,
    );
  }
  return head.length > 0 ? head.length : next.head.before.end;
}

function compactedIn(found: readonly FoundSegment[], last: Scan | undefined): Revision {
  const states = (last?.heads ?? []).filter(({ kind }) => kind === 'state').map(({ previous }) => previous);
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

  take(found: FoundSegment, scan: Scan): void {
    const { head, name, file, generation } = found;
    const { sequence, covers, before } = head;
    const size = Math.max(found.size, scan.end);
    const segment = this.#segments.add({ name, file, generation, sequence, covers, before, end: scan.end, size });
    this.#revision = Math.max(this.#revision, head.state.revision);
    for (const record of scan.heads) this.#add(segment, record);
    this.#torn = scan.torn;
    this.#repaired += scan.repaired;
    this.#lost.push(...scan.lost.map(({ from, to }) => ({ file: name, from, to })));
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
    const { key, revision } = head;
    const removed = head.kind === 'removal';
    const isPast = revision <= this.#compacted;
    const before = isPast ? this.#heads.get(key) : undefined;
    if (before !== undefined) this.#forget(before);
    this.#table.add(segment.id, head.at, head);
    segment.kept += head.end - head.at;
    if (isPast && removed) this.#bury(head);
    else this.#heads.set(key, removed ? -revision : revision);
  }
  #forget(head: Revision): void {
    const dropped = this.#table.drop(Math.abs(head));
    if (dropped !== undefined) this.#segments.forget(dropped);
  }
  #bury({ key, revision }: PlacedHead): void {
    this.#heads.delete(key);
    const dropped = this.#table.drop(revision);
    if (dropped !== undefined) this.#buried.add(dropped);
  }
}
