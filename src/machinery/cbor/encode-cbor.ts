import type { Json, JsonObject } from '#meta';
import { BREAK, EIGHT_BYTES, FOUR_BYTES, INDEFINITE, MAJOR, ONE_BYTE, SELF_DESCRIBED, TWO_BYTES } from './cbor-head.ts';

const MOST_INT64 = 2n ** 63n - 1n;
const LEAST_INT64 = -(2n ** 63n);

/** The head of an item: what it is, and its argument in as few bytes as can be. RFC 8949, section 3 */
function cborHead(major: number, argument: number | bigint): Buffer {
  const type = major << 5;
  if (argument < ONE_BYTE) return Buffer.from([type | Number(argument)]);
  if (argument <= 0xff) return Buffer.from([type | ONE_BYTE, Number(argument)]);
  if (argument <= 0xffff) {
    const head = Buffer.from([type | TWO_BYTES, 0, 0]);
    head.writeUInt16BE(Number(argument), 1);
    return head;
  }
  if (argument <= 0xffff_ffff) {
    const head = Buffer.from([type | FOUR_BYTES, 0, 0, 0, 0]);
    head.writeUInt32BE(Number(argument), 1);
    return head;
  }
  const head = Buffer.alloc(9);
  head[0] = type | EIGHT_BYTES;
  head.writeBigUInt64BE(BigInt(argument), 1);
  return head;
}

/** Stands before all that is sent, and tells that it is CBOR. */
const cborMark = cborHead(MAJOR.tag, SELF_DESCRIBED);
/** Around items that nobody has counted yet. */
export const cborOpenArray = Buffer.from([(MAJOR.array << 5) | INDEFINITE]);
export const cborCloseArray = Buffer.from([BREAK]);
export const cborArrayHead = (length: number): Buffer => cborHead(MAJOR.array, length);

/** A whole document: what a body or an answer is. */
export const cborDocument = (value: Json): Buffer => Buffer.concat([cborMark, encodeCbor(value)]);

/** The beginning of a document that is a map: some of its members, and the key of the last one, which is to follow. */
export function cborMapBegin(members: JsonObject, last: string): Buffer {
  const head = cborHead(MAJOR.map, Object.keys(members).length + 1);
  const all = Object.entries(members).flatMap(([key, value]) => [cborText(key), encodeCbor(value ?? null)]);
  return Buffer.concat([cborMark, head, ...all, cborText(last)]);
}

/** A text, as the real server writes texts: as bytes, which nobody needs to check. */
const cborText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([cborHead(MAJOR.bytes, bytes.length), bytes]);
};

/** A value without the mark. Keys have the order of the object. Not recursive: depth costs no stack. */
export function encodeCbor(value: Json): Buffer {
  const pieces: Buffer[] = [];
  const waiting: (Json | Buffer)[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Buffer.isBuffer(next)) pieces.push(next);
    else if (typeof next !== 'object' || next === null) pieces.push(encodeScalar(next));
    else if (Array.isArray(next)) {
      pieces.push(cborHead(MAJOR.array, next.length));
      for (let at = next.length - 1; at >= 0; at--) waiting.push(next[at] ?? null);
    } else {
      const members = Object.entries(next).filter(([, member]) => member !== undefined);
      pieces.push(cborHead(MAJOR.map, members.length));
      for (const [key, member] of members.reverse()) waiting.push(member as Json, cborText(key));
    }
  }
  return Buffer.concat(pieces);
}

const simple = (info: number): Buffer => Buffer.from([(MAJOR.simple << 5) | info]);
const constants = { false: simple(20), true: simple(21), null: simple(22) } as const;

function encodeScalar(value: null | boolean | number | bigint | string): Buffer {
  if (value === null) return constants.null;
  if (typeof value === 'string') return cborText(value);
  if (typeof value === 'boolean') return value ? constants.true : constants.false;
  if (typeof value === 'bigint') {
    if (value < LEAST_INT64 || value > MOST_INT64) return encodeFloat(Number(value));
    return encodeInteger(value);
  }
  return Number.isSafeInteger(value) ? encodeInteger(value) : encodeFloat(value);
}

function encodeInteger(value: number | bigint): Buffer {
  if (value >= 0) return cborHead(MAJOR.unsigned, value);
  return cborHead(MAJOR.negative, typeof value === 'bigint' ? -1n - value : -1 - value);
}

/** In the least bytes that hold it. There are no others than finite ones in objects. */
function encodeFloat(value: number): Buffer {
  const half = halfBits(value);
  if (half !== undefined) {
    const bytes = Buffer.from([(MAJOR.simple << 5) | TWO_BYTES, 0, 0]);
    bytes.writeUInt16BE(half, 1);
    return bytes;
  }
  const isSingle = Math.fround(value) === value;
  const bytes = Buffer.alloc(isSingle ? 5 : 9);
  bytes[0] = (MAJOR.simple << 5) | (isSingle ? FOUR_BYTES : EIGHT_BYTES);
  if (isSingle) bytes.writeFloatBE(value, 1);
  else bytes.writeDoubleBE(value, 1);
  return bytes;
}

/** IEEE 754 binary16, if it holds the value exactly. */
function halfBits(value: number): number | undefined {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === 0) return sign;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const fraction = (size / 2 ** exponent) * 1024;
  if (exponent > 15 || !Number.isInteger(fraction) || fraction >= 2048) return undefined;
  return sign | (fraction < 1024 ? fraction : ((exponent + 15) << 10) | (fraction - 1024));
}
