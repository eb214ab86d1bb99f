import { isAscii } from 'node:buffer';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { HEAD_SIZE, type PlacedHead } from './record.ts';
import { makeColumns, REMOVED, type RecordColumns } from './record-table.ts';

/**
 * What a finished segment holds, once more, behind its last record: all that is known of the records without their values,
 * column by column, as the table of records has it. A start reads this instead of the whole segment, and looks at no
 * record alone; and it knows the keys of records whose own heads were destroyed.
 *
 *     mark 4 | check of the rest 4 | size of the rest 4 | number of records 4 | columns | keys
 *
 * The numbers before the columns are big-endian as everywhere in a journal, those in them little-endian as nearly every
 * processor has them.
 */
export interface SegmentIndex {
  readonly columns: RecordColumns;
  readonly keys: readonly string[];
}

const MARK = 0x504e4932;
/** Columns of numbers of eight bytes begin at multiples of eight. */
const PREFIX = 16;
/** From where on the bytes are checked. */
const CHECKED_FROM = 8;

export function segmentIndex(heads: readonly PlacedHead[]): Buffer {
  const keys = Buffer.from(heads.map(({ key }) => key).join(''));
  const columns = columnsOf(heads);
  const parts = [Buffer.alloc(PREFIX), ...inOrder(columns).map(littleEndian), keys];
  const bytes = Buffer.concat(parts);
  bytes.writeUInt32BE(MARK, 0);
  bytes.writeUInt32BE(bytes.length - CHECKED_FROM, 8);
  bytes.writeUInt32BE(heads.length, 12);
  bytes.writeUInt32BE(crc32(bytes.subarray(CHECKED_FROM)), 4);
  return bytes;
}

/** Undefined when this is none, or a damaged one: the records themselves are there to be read. */
export function readIndex(bytes: Buffer): SegmentIndex | undefined {
  if (bytes.length < PREFIX || bytes.readUInt32BE(0) !== MARK) return undefined;
  const end = bytes.readUInt32BE(8) + CHECKED_FROM;
  if (end > bytes.length || bytes.readUInt32BE(4) !== crc32(bytes.subarray(CHECKED_FROM, end))) return undefined;
  const columns = makeColumns(bytes.readUInt32BE(12));
  let at = PREFIX;
  for (const column of inOrder(columns)) {
    const target = Buffer.from(column.buffer);
    bytes.copy(target, 0, at, at + target.length);
    littleEndian(column);
    at += target.length;
  }
  const keys = keysIn(bytes.subarray(at, end), columns.keySize);
  return { columns, keys };
}

/** The records of an index one by one. */
export function* headsIn({ columns, keys }: SegmentIndex): Iterable<PlacedHead> {
  for (const [i, key] of keys.entries()) {
    const [at, size] = [columns.at[i] as number, columns.valueSize[i] as number];
    const valueAt = at + HEAD_SIZE + (columns.keySize[i] as number);
    const valueSize = size === REMOVED ? 0 : size;
    yield {
      kind: size === REMOVED ? 'removal' : 'value',
      last: true,
      key,
      revision: columns.revision[i] as number,
      previous: columns.previous[i] as number,
      expires: columns.expires[i] as number,
      valueSize,
      valueCheck: columns.valueCheck[i] as number,
      at,
      valueAt,
      end: valueAt + valueSize,
    };
  }
}

function columnsOf(heads: readonly PlacedHead[]): RecordColumns {
  const columns = makeColumns(heads.length);
  for (const [i, head] of heads.entries()) {
    columns.revision[i] = head.revision;
    columns.previous[i] = head.previous;
    columns.at[i] = head.at;
    columns.valueSize[i] = head.kind === 'removal' ? REMOVED : head.valueSize;
    columns.valueCheck[i] = head.valueCheck;
    columns.expires[i] = head.expires;
    columns.keySize[i] = head.valueAt - head.at - HEAD_SIZE;
  }
  return columns;
}

/** As they lie in a file. */
function inOrder(columns: RecordColumns): readonly RecordColumns[keyof RecordColumns][] {
  const { revision, previous, at, valueSize, valueCheck, expires, keySize } = columns;
  return [revision, previous, at, valueSize, valueCheck, expires, keySize];
}

/** The bytes of a column, in place: turned around where the processor has them otherwise. */
function littleEndian(column: RecordColumns[keyof RecordColumns]): Buffer {
  const bytes = Buffer.from(column.buffer);
  if (endianness() === 'LE') return bytes;
  if (column.BYTES_PER_ELEMENT === 8) return bytes.swap64();
  return column.BYTES_PER_ELEMENT === 4 ? bytes.swap32() : bytes.swap16();
}

function keysIn(bytes: Buffer, sizes: Uint16Array): readonly string[] {
  const keys: string[] = [];
  let from = 0;
  // Nearly all keys are, and parts of one text are had several times as fast as texts of their own.
  const all = isAscii(bytes) ? bytes.toString('latin1') : undefined;
  for (const size of sizes) {
    keys.push(all === undefined ? bytes.toString('utf8', from, from + size) : all.slice(from, from + size));
    from += size;
  }
  return keys;
}
