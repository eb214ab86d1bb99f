import type { DiskFile } from './disk.ts';
import type { FoundSegment } from './found-segments.ts';
import type { PlacedHead } from './record.ts';
import { type Scan, scanFinished, scanLast } from './scan.ts';
import { INDEX_PREFIX, indexSize, readIndex } from './segment-index.ts';

/** What a segment holds that ends there: by its index if it has one, else record by record. */
export async function readFinished(segment: FoundSegment, end: number): Promise<Scan> {
  const heads = await indexOf(segment, end);
  if (heads !== undefined) return { heads, end, torn: 0, lost: [], repaired: 0 };
  return scanFinished(await contentOf(segment, end), end);
}

/** What the last segment holds, as far as it was written. */
export async function readLast(segment: FoundSegment): Promise<Scan> {
  const { length } = segment.head;
  return length > 0 ? readFinished(segment, length) : scanLast(await contentOf(segment, segment.size));
}

async function indexOf({ file, size }: FoundSegment, at: number): Promise<readonly PlacedHead[] | undefined> {
  const expected = indexSize(await readable(file, { at, size: INDEX_PREFIX }));
  if (expected === undefined || at + expected > size) return undefined;
  return readIndex(await readable(file, { at, size: expected }));
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
