import { type HeaderField, staticTable } from './header-table.ts';

/** Says that no table is used from here on, whatever the other side would allow. Comes before the first headers. */
export const NO_TABLE = Uint8Array.of(0x20);

/** Names are few: those of our own headers. */
const MOST_NAMES = 512;
/** Of bytes. */
const LONGEST_NUMBER = 6;

/** The place of a name in the table that both sides know, and of its values. */
interface KnownName {
  /** What stands before a value that is not known. */
  readonly start: Buffer;
  /** The bytes that stand for the name with such a value. */
  readonly values?: ReadonlyMap<string, number>;
}

const knownNames = new Map<string, KnownName>();

/**
 * Headers as they are sent: numbers for what both sides always know, the rest in plain text. As nothing in it depends on what
 * was sent before, it can be kept and sent again, and parts of it can be put together.
 */
export function encodedHeaders(fields: readonly HeaderField[]): Buffer {
  let most = 0;
  for (const [name, value] of fields) most += knownName(name).start.length + LONGEST_NUMBER + value.length;
  const bytes = Buffer.allocUnsafe(most);
  let end = 0;
  for (const field of fields) end = writeField(bytes, end, field);
  return bytes.subarray(0, end);
}

/** Returns where it ends. */
function writeField(bytes: Buffer, at: number, [name, value]: HeaderField): number {
  const { start, values } = knownName(name);
  const whole = values?.get(value);
  if (whole !== undefined) {
    bytes[at] = whole;
    return at + 1;
  }
  bytes.set(start, at);
  const behind = writeInteger(bytes, at + start.length, { value: value.length, bits: 7, first: 0 });
  return behind + bytes.write(value, behind, 'latin1');
}

function knownName(name: string): KnownName {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const made = madeName(name);
  if (knownNames.size < MOST_NAMES) knownNames.set(name, made);
  return made;
}

function madeName(name: string): KnownName {
  const place = staticTable.findIndex((field) => field[0] === name);
  const index = integer(place + 1, { bits: 4, first: 0 });
  const values = staticTable.flatMap((field, at) => (field[0] === name ? [[field[1], 0x80 | (at + 1)] as const] : []));
  if (place >= 0) return { start: index, values: new Map(values) };
  return { start: Buffer.concat([index, integer(name.length, { bits: 7, first: 0 }), Buffer.from(name, 'latin1')]) };
}

/** A number whose first part is the last bits of a byte (RFC 7541, section 5.1). */
export function integer(value: number, { bits, first }: { readonly bits: number; readonly first: number }): Buffer {
  const bytes = Buffer.allocUnsafe(LONGEST_NUMBER);
  return bytes.subarray(0, writeInteger(bytes, 0, { value, bits, first }));
}

interface Integer {
  readonly value: number;
  readonly bits: number;
  readonly first: number;
}
function writeInteger(bytes: Buffer, at: number, { value, bits, first }: Integer): number {
  const most = 2 ** bits - 1;
  if (value < most) {
    bytes[at] = first | value;
    return at + 1;
  }
  bytes[at] = first | most;
  let end = at + 1;
  let rest = value - most;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[end++] = (rest % 0x80) | 0x80;
  bytes[end] = rest;
  return end + 1;
}
