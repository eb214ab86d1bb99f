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
  // At the same time: there may be dozens.
  const opened = await Promise.all(newestFirst.map((name) => tryToOpen(disk, name)));
  try {
    const found = standing(disk, opened);
    for (const one of opened) if (!found.includes(one as FoundSegment)) await discard(disk, one);
    return found;
  } catch (error) {
    await closeAll(opened.filter((one) => 'file' in one));
    throw error;
  }
}

/** What is wrong with a file that another one stands for is nobody's concern. */
interface UnopenedSegment extends SegmentName {
  readonly error: unknown;
}

function tryToOpen(disk: Disk, name: SegmentName): Promise<FoundSegment | UnopenedSegment> {
  return open(disk, name).catch((error: unknown) => ({ ...name, error }));
}

function standing(disk: Disk, opened: readonly (FoundSegment | UnopenedSegment)[]): readonly FoundSegment[] {
  const found: FoundSegment[] = [];
  for (const one of opened) {
    const before = found.at(-1);
    if (before !== undefined && one.sequence <= before.head.covers) continue;
    if ('error' in one) throw one.error;
    found.push(one);
    if (one.head.store !== found[0]?.head.store) {
      throw new StorageFailure(`${disk.path} holds parts of different stores: ${found[0]?.name} and ${one.name}`);
    }
  }
  return found;
}

async function discard(disk: Disk, segment: FoundSegment | UnopenedSegment): Promise<void> {
  if ('file' in segment) await segment.file.close();
  await disk.remove(segment.name);
}

export async function closeAll(segments: Iterable<{ readonly file: DiskFile }>): Promise<void> {
  for (const { file } of segments) await file.close();
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
