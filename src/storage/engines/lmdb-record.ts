import { crc32 } from 'node:zlib';
import { type Revision, StorageFailure } from '../engine.ts';
import type { Head, LogRecord } from './revision-log.ts';

/**
 * How a write lies on disk, all numbers big-endian:
 *
 *     kind 1 | checksum of the rest 4 | previous revision 8 | length of key 2 | key | value
 *
 * LMDB has no checksums of its own: this one tells a damaged value from a good one.
 */
const headerSize = 15;
const checkedFrom = 5;
export const headSize = 9;
const removedKind = 0;
const valueKind = 1;

export function recordSize({ key, value }: LogRecord): number {
  return headerSize + Buffer.byteLength(key) + (value?.length ?? 0);
}

/** Writes the record at the start of `target`, which has exactly its size. Returns the bytes of the key. */
export function writeRecord(target: Buffer, { key, previous, value }: LogRecord): Buffer {
  const keySize = target.write(key, headerSize, 'utf8');
  target[0] = value === null ? removedKind : valueKind;
  writeRevision(target, previous, checkedFrom);
  target.writeUInt16BE(keySize, 13);
  if (value !== null) target.set(value, headerSize + keySize);
  target.writeUInt32BE(crc32(target.subarray(checkedFrom)), 1);
  return target.subarray(headerSize, headerSize + keySize);
}

/** Copies the value: the bytes given belong to the reader and change with its next read. */
export function readRecord(bytes: Buffer, size: number, revision: Revision): LogRecord {
  const kind = bytes[0];
  const sound = size >= headerSize && (kind === removedKind || kind === valueKind);
  if (!sound || bytes.readUInt32BE(1) !== crc32(bytes.subarray(checkedFrom, size))) {
    throw new StorageFailure(
      `the store is damaged: the write at revision ${revision} cannot be read; restore it from a backup`,
    );
  }
  const valueAt = headerSize + bytes.readUInt16BE(13);
  return {
    key: bytes.toString('utf8', headerSize, valueAt),
    revision,
    previous: readRevision(bytes, checkedFrom),
    value: kind === removedKind ? null : copyOf(bytes, valueAt, size),
  };
}

export function writeHead(target: Buffer, { revision, value }: LogRecord): void {
  target[0] = value === null ? removedKind : valueKind;
  writeRevision(target, revision, 1);
}
export function readHead(bytes: Buffer): Head {
  return { revision: readRevision(bytes, 1), removed: bytes[0] === removedKind };
}

/** Revisions stay below 2^53: the upper half has 21 bits. */
export function writeRevision(target: Buffer, revision: Revision, at: number): void {
  target.writeUInt32BE(Math.floor(revision / 2 ** 32), at);
  target.writeUInt32BE(revision % 2 ** 32, at + 4);
}
export function readRevision(bytes: Buffer, at: number): Revision {
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}
export function revisionKey(revision: Revision): Buffer {
  const key = Buffer.allocUnsafe(8);
  writeRevision(key, revision, 0);
  return key;
}

/** In memory of its own, exactly as large as it is: no part of a pool. */
function copyOf(bytes: Buffer, from: number, to: number): Uint8Array {
  const copy = new Uint8Array(to - from);
  copy.set(bytes.subarray(from, to));
  return copy;
}
