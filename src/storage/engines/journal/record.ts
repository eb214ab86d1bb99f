import { crc32 } from 'node:zlib';
import type { Revision } from '../../engine.ts';
import { repairByte, revisionAt, writeRevision } from './bytes.ts';

/**
 * How a write lies in a segment, all numbers big-endian:
 *
 *     mark 4 | check of the rest of the head and the key 4 | kind 1 | last 1 | size of key 2 | size of value 4 |
 *     revision 8 | previous 8 | check of the value 4 | expires 4 | key | value
 *
 * The head has a check of its own, so that a damaged value leaves its key, and everything behind it, readable. `last`
 * ends what was written together: without it, nothing of that was promised to anybody.
 */
export const HEAD_SIZE = 40;
const MARK = 0x504e4a52;
const CHECKED_FROM = 8;

type RecordKind = 'removal' | 'value' | 'state';
const kinds: readonly RecordKind[] = ['removal', 'value', 'state'];

interface RecordHead {
  readonly kind: RecordKind;
  readonly last: boolean;
  readonly key: string;
  readonly revision: Revision;
  /** Of a `state`: the revision from which on the past is kept. */
  readonly previous: Revision;
  /** In seconds since 1970; 0 for never. */
  readonly expires: number;
  readonly valueSize: number;
  readonly valueCheck: number;
}

/** Where it begins, where its value does, and where it ends. */
export interface PlacedHead extends RecordHead {
  readonly at: number;
  readonly valueAt: number;
  readonly end: number;
}

export interface NewRecord {
  readonly kind: RecordKind;
  readonly last: boolean;
  readonly key: string;
  readonly revision: Revision;
  readonly previous: Revision;
  readonly expires: number;
  readonly value: Uint8Array;
}

export function sizeOfRecord({ key, value }: Pick<NewRecord, 'key' | 'value'>): number {
  return HEAD_SIZE + Buffer.byteLength(key) + value.length;
}

/** Writes a record; returns where it is. */
export function writeRecord(target: Buffer, at: number, record: NewRecord): PlacedHead {
  const { kind, last, key, revision, previous, expires, value } = record;
  const valueSize = value.length;
  const valueCheck = crc32(value);
  // Written out, not spread: this is made for every write.
  const head = { kind, last, key, revision, previous, expires, valueSize, valueCheck, at, valueAt: 0, end: 0 };
  head.valueAt = writeHead(target, at, head);
  head.end = head.valueAt + valueSize;
  target.set(value, head.valueAt);
  return head;
}

/** Writes the head and the key; returns where they end. */
export function writeHead(target: Buffer, at: number, head: RecordHead): number {
  const keySize = target.write(head.key, at + HEAD_SIZE, 'utf8');
  target.writeUInt32BE(MARK, at);
  target[at + 8] = kinds.indexOf(head.kind);
  target[at + 9] = head.last ? 1 : 0;
  target.writeUInt16BE(keySize, at + 10);
  target.writeUInt32BE(head.valueSize, at + 12);
  writeRevision(target, head.revision, at + 16);
  writeRevision(target, head.previous, at + 24);
  target.writeUInt32BE(head.valueCheck, at + 32);
  target.writeUInt32BE(head.expires, at + 36);
  const end = at + HEAD_SIZE + keySize;
  target.writeUInt32BE(crc32(target.subarray(at + CHECKED_FROM, end)), at + 4);
  return end;
}

/** The head that lies there and whose key ends before `limit`; undefined when there is none, or a damaged one. */
export function readHead(bytes: Buffer, at: number, limit: number): PlacedHead | undefined {
  if (at + HEAD_SIZE > limit) return undefined;
  // A start reads thousands of heads before anything is optimized, and methods of `Buffer` are JavaScript.
  const head = new DataView(bytes.buffer, bytes.byteOffset + at, HEAD_SIZE);
  if (head.getUint32(0) !== MARK) return undefined;
  const keyAt = at + HEAD_SIZE;
  const valueAt = keyAt + head.getUint16(10);
  const kind = kinds[head.getUint8(8)];
  if (valueAt > limit || kind === undefined) return undefined;
  const checkedFrom = at + CHECKED_FROM;
  const checked = new Uint8Array(bytes.buffer, bytes.byteOffset + checkedFrom, valueAt - checkedFrom);
  if (head.getUint32(4) !== crc32(checked)) return undefined;
  const valueSize = head.getUint32(12);
  return {
    kind,
    last: head.getUint8(9) === 1,
    key: bytes.toString('utf8', keyAt, valueAt),
    revision: revisionAt(head, 16),
    previous: revisionAt(head, 24),
    expires: head.getUint32(36),
    valueSize,
    valueCheck: head.getUint32(32),
    at,
    valueAt,
    end: valueAt + valueSize,
  };
}

/** The same for a head in which one byte is wrong. Mends it in `bytes`, not on disk. */
export function repairHead(bytes: Buffer, at: number, limit: number): PlacedHead | undefined {
  if (at + HEAD_SIZE > limit) return undefined;
  // Where the size of the key is the wrong byte, this is too far or not far enough; the fault then lies before.
  const end = Math.min(limit, keyEnd(bytes, at));
  return repairByte(bytes, { from: at, to: end }, () => {
    const head = readHead(bytes, at, limit);
    return head !== undefined && head.end <= limit ? head : undefined;
  });
}

/** Where the key ends of a head that begins there, whatever else is wrong with it. */
export function keyEnd(bytes: Buffer, at: number): number {
  return at + HEAD_SIZE + (at + 12 > bytes.length ? 0 : bytes.readUInt16BE(at + 10));
}

/** The next place from which a head could begin: one whose mark is there. */
export function findMark(bytes: Buffer, from: number, limit: number): number | undefined {
  const found = bytes.subarray(0, limit).indexOf(markBytes, from);
  return found === -1 ? undefined : found;
}

const markBytes = Buffer.alloc(4);
markBytes.writeUInt32BE(MARK);
