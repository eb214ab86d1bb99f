import { StorageFailure } from '../../engine.ts';
import type { DiskFile } from './disk.ts';
import type { FoundSegment } from './found-segments.ts';
import { type Scan, type SegmentState, scanFinished, scanLast } from './scan.ts';
import { readIndex, type SegmentIndex } from './segment-index.ts';

/** What a segment holds, as its index tells it. */
interface IndexedSegment extends SegmentState {
  readonly index: SegmentIndex;
}
export type SegmentReading = Scan | IndexedSegment;

/** What a segment holds that another one follows. */
export async function readFinished(segment: FoundSegment, next: FoundSegment): Promise<SegmentReading> {
  const { head, name } = segment;
  if (head.covers !== next.head.sequence - 1) {
    throw new StorageFailure(
      `a file of the store is missing between ${name} and ${next.name}; restore it from a backup`,
    );
  }
  return readEnded(segment, head.length > 0 ? head.length : next.head.before.end);
}

/** By its index if it has one, else record by record. */
async function readEnded(segment: FoundSegment, end: number): Promise<SegmentReading> {
  const index = await indexOf(segment, end);
  if (index !== undefined) return { index, end, torn: 0, lost: [], repaired: 0 };
  return scanFinished(await contentOf(segment, end), end);
}

/** What the last segment holds, as far as it was written. */
export async function readLast(segment: FoundSegment): Promise<SegmentReading> {
  const { length } = segment.head;
  return length > 0 ? readEnded(segment, length) : scanLast(await contentOf(segment, segment.size));
}

async function indexOf({ file, size }: FoundSegment, at: number): Promise<SegmentIndex | undefined> {
  return readIndex(await readable(file, { at, size: Math.max(0, size - at) }));
}

async function contentOf({ file }: FoundSegment, size: number): Promise<Buffer> {
  return readable(file, { at: 0, size });
}

const PAGE = 4096;
const UNREADABLE = 0xee;

/** Bytes of a file. Unreadable parts are filled with a pattern that is neither a valid record nor zeros. */
async function readable(file: DiskFile, { at, size }: { at: number; size: number }): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  try {
    await file.load(bytes, at);
  } catch {
    for (let done = 0; done < size; done += PAGE) {
      const part = bytes.subarray(done, done + PAGE);
      await file.load(part, at + done).catch(() => part.fill(UNREADABLE));
    }
  }
  return bytes;
}
