import { type Disk, type DiskFile, isNoRoom } from './disk.ts';
import { HEAD_SIZE, type PlacedHead, writeHead } from './record.ts';
import type { TableRecord } from './record-table.ts';
import { SEGMENT_HEAD_SIZE, segmentHead, segmentName } from './segment-header.ts';
import { segmentIndex } from './segment-index.ts';
import { type NewSegment, type Segment, type Segments, sizeOfPlaced } from './segments.ts';
import type { Spare } from './spare.ts';

const CHUNK_SIZE = 1024 * 1024;

/** The disk cannot read this segment. */
export class UnreadableSegment extends Error {
  readonly segment: Segment;
  constructor(segment: Segment, options?: ErrorOptions) {
    super(`${segment.name} cannot be read`, options);
    this.name = 'UnreadableSegment';
    this.segment = segment;
  }
}

export interface Rewriting {
  readonly disk: Disk;
  readonly spare: Spare;
  readonly segments: Segments;
  readonly store: string;
}

interface Rewritten {
  readonly segment: NewSegment;
  /** Where each record, in the order given, begins now. */
  readonly places: readonly number[];
}

/** Writes what is kept of neighbouring segments into one new file, which then stands for all of them. */
export async function rewrite(
  rewriting: Rewriting,
  run: readonly Segment[],
  records: readonly TableRecord[],
): Promise<Rewritten> {
  const { disk, store } = rewriting;
  const first = run[0] as Segment;
  const covers = (run.at(-1) as Segment).covers;
  const generation = first.generation + 1;
  const length = records.reduce((sum, record) => sum + sizeOfPlaced(record), SEGMENT_HEAD_SIZE);
  const name = segmentName(first.sequence, generation);
  const { sequence, before } = first;
  const state = { revision: 0, compacted: 0 };
  const head = segmentHead({ store, sequence, covers, length, before, state });
  const { file, heads, size } = await withRoom(rewriting, `${name}.new`, (target) =>
    copyAll(rewriting.segments, target, { head, records }),
  );
  try {
    await disk.rename(`${name}.new`, name);
    await disk.syncNames();
  } catch (error) {
    await file.close();
    throw error;
  }
  const segment = { name, file, sequence, covers, generation, before, end: length, size };
  return { segment, places: heads.map(({ at }) => at) };
}

interface Filled {
  readonly heads: readonly PlacedHead[];
  readonly size: number;
}

/** Into a new file, or, when there is no room for one, into the spare one. */
async function withRoom(
  { disk, spare }: Rewriting,
  name: string,
  fill: (file: DiskFile) => Promise<Filled>,
): Promise<Filled & { file: DiskFile }> {
  const attempt = async (file: DiskFile): Promise<Filled & { file: DiskFile }> => {
    try {
      return { file, ...(await fill(file)) };
    } catch (error) {
      await file.close();
      await disk.remove(name).catch(() => {});
      throw error;
    }
  };
  try {
    return await attempt(await disk.create(name));
  } catch (error) {
    const file = isNoRoom(error) ? await spare.take(name) : undefined;
    if (file === undefined) throw error;
    return attempt(file);
  }
}

async function copyAll(
  segments: Segments,
  file: DiskFile,
  { head, records }: { head: Buffer; records: readonly TableRecord[] },
): Promise<Filled> {
  const heads: PlacedHead[] = [];
  let chunk: Buffer[] = [head];
  let waiting = head.length;
  let written = 0;
  const flush = async (): Promise<void> => {
    await file.write(Buffer.concat(chunk), written);
    written += waiting;
    chunk = [];
    waiting = 0;
  };
  for (const record of records) {
    const { bytes, head: copied } = copyOf(segments, record, written + waiting);
    heads.push(copied);
    chunk.push(bytes);
    waiting += bytes.length;
    if (waiting >= CHUNK_SIZE) await flush();
  }
  chunk.push(segmentIndex(heads));
  waiting += (chunk.at(-1) as Buffer).length;
  await flush();
  return { heads, size: written };
}

/** The value as it is on disk, sound or not: a damaged value stays damaged, and can still be inspected. */
function copyOf(segments: Segments, record: TableRecord, at: number): { bytes: Buffer; head: PlacedHead } {
  const bytes = Buffer.alloc(sizeOfPlaced(record));
  const head = placedHeadOf({ ...record, at });
  const valueFrom = writeHead(bytes, 0, head);
  readInto(bytes.subarray(valueFrom), segments.find(record.segment), record.at + valueFrom);
  return { bytes, head };
}

function readInto(target: Buffer, segment: Segment, at: number): void {
  let found: number;
  try {
    found = segment.file.read(target, at);
  } catch (error) {
    throw new UnreadableSegment(segment, { cause: error });
  }
  if (found < target.length) throw new UnreadableSegment(segment);
}

export function placedHeadOf(record: TableRecord): PlacedHead {
  const { key, revision, previous, removed, valueSize, valueCheck, expires, at, keySize } = record;
  const kind = removed ? 'removal' : 'value';
  const valueAt = at + HEAD_SIZE + keySize;
  const end = valueAt + valueSize;
  return { kind, last: true, key, revision, previous, valueSize, valueCheck, expires, at, valueAt, end };
}
