import { crc32 } from 'node:zlib';
import { HEAD_SIZE, type PlacedHead, readHead, writeHead } from './record.ts';

/**
 * What a finished segment holds, once more, behind its last record: all heads and keys without the values. A start reads
 * this instead of the whole segment, and it knows the keys of records whose own heads were destroyed.
 *
 *     mark 4 | check of the rest 4 | size of the rest 4 | for each record: where it begins 4, its head and key
 */
const MARK = 0x504e4958;
export const INDEX_PREFIX = 12;

export function segmentIndex(heads: readonly PlacedHead[]): Buffer {
  const sizes = heads.reduce((sum, head) => sum + 4 + head.valueAt - head.at, 0);
  const bytes = Buffer.alloc(INDEX_PREFIX + sizes);
  let at = INDEX_PREFIX;
  for (const head of heads) {
    bytes.writeUInt32BE(head.at, at);
    at = writeHead(bytes, at + 4, head);
  }
  bytes.writeUInt32BE(MARK, 0);
  bytes.writeUInt32BE(sizes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

/** How many bytes an index has that begins so; undefined when this is none. */
export function indexSize(prefix: Buffer): number | undefined {
  if (prefix.length < INDEX_PREFIX || prefix.readUInt32BE(0) !== MARK) return undefined;
  return INDEX_PREFIX + prefix.readUInt32BE(8);
}

/** Undefined when it is damaged: the records themselves are there to be read. */
export function readIndex(bytes: Buffer): readonly PlacedHead[] | undefined {
  if (bytes.readUInt32BE(4) !== crc32(bytes.subarray(8))) return undefined;
  const heads: PlacedHead[] = [];
  for (let at = INDEX_PREFIX; at + 4 + HEAD_SIZE <= bytes.length; ) {
    const head = readHead(bytes, at + 4, bytes.length);
    if (head === undefined) return undefined;
    heads.push(headAt(head, bytes.readUInt32BE(at)));
    at = head.valueAt;
  }
  return heads;
}

/** Written out, not spread: a start does this for every object. */
function headAt(head: PlacedHead, at: number): PlacedHead {
  const { kind, last, key, revision, previous, expires, valueSize, valueCheck } = head;
  const valueAt = head.valueAt - head.at + at;
  return { kind, last, key, revision, previous, expires, valueSize, valueCheck, at, valueAt, end: valueAt + valueSize };
}
