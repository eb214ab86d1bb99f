import { crc32 } from 'node:zlib';
import { type ByteRange, isZero } from './bytes.ts';
import { findMark, keyEnd, type PlacedHead, readHead, repairHead } from './record.ts';
import { SEGMENT_HEAD_SIZE } from './segment-header.ts';

/** How a segment was found. */
export interface SegmentState {
  /** Where the records end. */
  readonly end: number;
  /** Bytes of a last write that was incomplete, and therefore never acknowledged. */
  readonly torn: number;
  /** Ranges where records must have been that cannot be read any more, not even their keys. */
  readonly lost: readonly ByteRange[];
  /** Heads in which one byte was wrong. */
  readonly repaired: number;
}

/** What a segment holds, as its records tell it. */
export interface Scan extends SegmentState {
  readonly heads: readonly PlacedHead[];
}

type Item = { readonly head: PlacedHead } | { readonly gap: ByteRange };

/** All of the records of a segment whose end is known. */
export function scanFinished(bytes: Buffer, end: number): Scan {
  const { items, repaired } = walk(bytes.subarray(0, end), { finished: true });
  return { heads: headsOf(items), end, torn: 0, lost: gapsOf(items), repaired };
}

/**
 * The records of the last segment, whose end has to be found. Of what was written together last some sectors may be
 * missing: then it was never answered and is dropped. Sectors that were never written are zeros, so that a value that
 * was damaged later is told from one that was never there.
 */
export function scanLast(bytes: Buffer): Scan {
  const { items, repaired } = walk(bytes, { finished: false });
  const from = lastBatch(items);
  const batch = items.slice(from);
  const written = batch.length === 0 ? endOf(items) : startOf(batch[0] as Item);
  if (!isTorn(bytes, batch))
    return { heads: headsOf(items), end: endOf(items), torn: 0, lost: gapsOf(items), repaired };
  const kept = items.slice(0, from);
  return { heads: headsOf(kept), end: written, torn: endOf(items) - written, lost: gapsOf(kept), repaired };
}

function walk(bytes: Buffer, { finished }: { finished: boolean }): { items: Item[]; repaired: number } {
  const limit = bytes.length;
  const items: Item[] = [];
  let repaired = 0;
  for (let at = SEGMENT_HEAD_SIZE; at < limit; ) {
    const sound = readHead(bytes, at, limit);
    if (sound === undefined && !finished && isZero(bytes, { from: at, to: limit })) break;
    const head = sound ?? repairHead(bytes, at, limit);
    if (head !== undefined) {
      if (sound === undefined) repaired++;
      items.push({ head });
      at = head.end;
    } else {
      const gap = { from: at, to: nextHead(bytes, at + 1) ?? (finished ? limit : endOfWritten(bytes)) };
      items.push({ gap });
      at = gap.to;
    }
  }
  return { items, repaired };
}

/** Behind it there are only zeros. */
function endOfWritten(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

function nextHead(bytes: Buffer, from: number): number | undefined {
  for (let at = from; ; at++) {
    const mark = findMark(bytes, at, bytes.length);
    if (mark === undefined || readHead(bytes, mark, bytes.length) !== undefined) return mark;
    at = mark;
  }
}

/** Where what was written together last begins, among the items. */
function lastBatch(items: readonly Item[]): number {
  for (let i = items.length - 2; i >= 0; i--) {
    const item = items[i] as Item;
    if ('head' in item && item.head.last) return i + 1;
  }
  return 0;
}

function isTorn(bytes: Buffer, batch: readonly Item[]): boolean {
  const last = batch.at(-1);
  if (last === undefined) return false;
  const hasGap = batch.some((item) => 'gap' in item);
  if (!hasGap && !('head' in last && last.head.last)) return true;
  if ('gap' in last && isCutHead(bytes, last.gap)) return true;
  return batch.some((item) => ('gap' in item ? hasBlank(bytes, item.gap) : isTornValue(bytes, item.head)));
}

function isTornValue(bytes: Buffer, head: PlacedHead): boolean {
  if (head.end > bytes.length) return true;
  const value = bytes.subarray(head.valueAt, head.end);
  if (crc32(value) === head.valueCheck) return false;
  // JSON does not end in zeros: the rest was never written.
  return value.at(-1) === 0 || hasBlank(bytes, { from: head.valueAt, to: head.end });
}

const SECTOR = 512;

/**
 * Whether no record begins there, or one whose key goes on behind what was written: keys have no zeros. A process that is
 * killed leaves a write anywhere, a machine that stops between two sectors.
 */
function isCutHead(bytes: Buffer, { from, to }: ByteRange): boolean {
  const begins = from + 4 > to || findMark(bytes, from, from + 4) === from;
  return (begins && keyEnd(bytes, from) > to) || isBlankMark(bytes.subarray(from, from + 4));
}

/** Where a record would begin there is nothing, or nothing but one wrong byte. */
function isBlankMark(mark: Buffer): boolean {
  return mark.filter((byte) => byte !== 0).length <= 1;
}

/** Whether a sector, or the part of one that lies in the range, was never written. */
function hasBlank(bytes: Buffer, { from, to }: ByteRange): boolean {
  for (let at = from; at < to; ) {
    const next = Math.min(to, at - (at % SECTOR) + SECTOR);
    if (isZero(bytes, { from: at, to: next })) return true;
    at = next;
  }
  return false;
}

function headsOf(items: readonly Item[]): readonly PlacedHead[] {
  return items.flatMap((item) => ('head' in item ? [item.head] : []));
}
function gapsOf(items: readonly Item[]): readonly ByteRange[] {
  return items.flatMap((item) => ('gap' in item ? [item.gap] : []));
}
function startOf(item: Item): number {
  return 'gap' in item ? item.gap.from : item.head.at;
}
function endOf(items: readonly Item[]): number {
  const last = items.at(-1);
  if (last === undefined) return SEGMENT_HEAD_SIZE;
  return 'gap' in last ? last.gap.to : last.head.end;
}
