import { StorageFailure } from '../../engine.ts';
import type { Disk, DiskFile } from './disk.ts';
import {
  JOURNAL_FORMAT,
  parseSegmentName,
  readSegmentHead,
  SEGMENT_HEAD_SIZE,
  type SegmentHead,
  type SegmentName,
} from './segment-header.ts';

export interface FoundSegment extends SegmentName {
  readonly file: DiskFile;
  readonly head: SegmentHead;
  readonly size: number;
}

/** The segments of a directory, in order. Those that another one stands for are removed. */
export async function findSegments(disk: Disk, names: readonly string[]): Promise<readonly FoundSegment[]> {
  const all = names.flatMap((name) => parseSegmentName(name) ?? []);
  const newestFirst = [...all].sort((a, b) => a.sequence - b.sequence || b.generation - a.generation);
  const found: FoundSegment[] = [];
  try {
    for (const name of newestFirst) await take(disk, name, found);
    return found;
  } catch (error) {
    await closeAll(found);
    throw error;
  }
}

export async function closeAll(segments: Iterable<{ readonly file: DiskFile }>): Promise<void> {
  for (const { file } of segments) await file.close();
}

async function take(disk: Disk, name: SegmentName, found: FoundSegment[]): Promise<void> {
  const before = found.at(-1);
  if (before !== undefined && name.sequence <= before.head.covers) {
    await disk.remove(name.name);
    return;
  }
  const segment = await open(disk, name);
  found.push(segment);
  if (segment.head.store !== found[0]?.head.store) {
    throw new StorageFailure(`${disk.path} holds parts of different stores: ${found[0]?.name} and ${name.name}`);
  }
}

async function open(disk: Disk, name: SegmentName): Promise<FoundSegment> {
  const file = await disk.open(name.name);
  try {
    const bytes = Buffer.alloc(SEGMENT_HEAD_SIZE);
    const read = await file.load(bytes, 0);
    const reading = readSegmentHead(bytes.subarray(0, read));
    if (reading === undefined) {
      throw new StorageFailure(`${name.name} in ${disk.path} is damaged at its beginning; restore it from a backup`);
    }
    if ('newerFormat' in reading) throw newer(disk, reading.newerFormat);
    return { ...name, file, head: reading.head, size: await file.size() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function newer({ path }: Disk, format: number): StorageFailure {
  return new StorageFailure(
    `the data in ${path} has format ${format}, and this server knows formats up to ${JOURNAL_FORMAT}: use a newer server`,
  );
}
