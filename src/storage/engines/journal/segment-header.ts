import { crc32 } from 'node:zlib';
import type { LogState } from '../revision-log.ts';
import { repairByte, revisionAt, writeRevision } from './bytes.ts';

/**
 * How a segment begins, all numbers big-endian:
 *
 *     mark 8 | check of the rest 4 | format 4 | store 16 | sequence 8 | covers 8 | length 8 |
 *     before 8 | end of it 8 | revision 8 | compacted 8 | zeros up to 128
 */
export const SEGMENT_HEAD_SIZE = 128;
export const JOURNAL_FORMAT = 1;
const segmentMark = Buffer.from('pinnace\n');
const CHECKED_FROM = 12;

export interface SegmentHead {
  /** The store that the segment belongs to: files of other stores are ignored. */
  readonly store: string;
  /** Segments are read in this order. */
  readonly sequence: number;
  /** The last of the segments whose place this one takes; its own sequence when it takes only that one's. */
  readonly covers: number;
  /** Where the records end. 0 in a segment that was written write by write: the next one tells. */
  readonly length: number;
  /** Where the segment before this one ends; bytes behind that were never acknowledged. */
  readonly before: { readonly sequence: number; readonly end: number };
  /** As it was when the segment was begun. */
  readonly state: LogState;
}

export function segmentHead(head: SegmentHead, { format = JOURNAL_FORMAT } = {}): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEAD_SIZE);
  segmentMark.copy(bytes);
  bytes.writeUInt32BE(format, 12);
  bytes.write(head.store.replaceAll('-', ''), 16, 'hex');
  const { sequence, covers, length, before, state } = head;
  const numbers = [sequence, covers, length, before.sequence, before.end, state.revision, state.compacted];
  for (const [i, number] of numbers.entries()) writeRevision(bytes, number, 32 + 8 * i);
  bytes.writeUInt32BE(crc32(bytes.subarray(CHECKED_FROM)), 8);
  return bytes;
}

type HeadReading = { readonly head: SegmentHead } | { readonly newerFormat: number } | undefined;

/** Undefined when it makes no sense, even with one byte changed. */
export function readSegmentHead(bytes: Buffer): HeadReading {
  if (bytes.length < SEGMENT_HEAD_SIZE) return undefined;
  return readSound(bytes) ?? repairByte(bytes, { from: 0, to: SEGMENT_HEAD_SIZE }, () => readSound(bytes));
}

function readSound(bytes: Buffer): HeadReading {
  if (!bytes.subarray(0, segmentMark.length).equals(segmentMark)) return undefined;
  const format = bytes.readUInt32BE(12);
  if (bytes.readUInt32BE(8) !== crc32(bytes.subarray(CHECKED_FROM, SEGMENT_HEAD_SIZE))) return undefined;
  if (format > JOURNAL_FORMAT) return { newerFormat: format };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const number = (i: number): number => revisionAt(view, 32 + 8 * i);
  return {
    head: {
      store: bytes.toString('hex', 16, 32),
      sequence: number(0),
      covers: number(1),
      length: number(2),
      before: { sequence: number(3), end: number(4) },
      state: { revision: number(5), compacted: number(6) },
    },
  };
}

/** `00000012-3.journal`: the twelfth segment, rewritten three times. */
export function segmentName(sequence: number, generation: number): string {
  return `${String(sequence).padStart(8, '0')}-${generation}.journal`;
}

export interface SegmentName {
  readonly name: string;
  readonly sequence: number;
  readonly generation: number;
}

export function parseSegmentName(name: string): SegmentName | undefined {
  const found = /^([0-9]{8,15})-([0-9]{1,9})\.journal$/.exec(name);
  return found === null ? undefined : { name, sequence: Number(found[1]), generation: Number(found[2]) };
}
