import { DecodeError } from '../version-codec.ts';

/** A failure to read CBOR, in the words of the library that the real server reads it with. */
export class CborError extends DecodeError {}

/** The three high bits of the first byte of a data item. RFC 8949, section 3.1 */
export const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const;

const typeNames = [
  'positive integer',
  'negative integer',
  'byte string',
  'UTF-8 text string',
  'array',
  'map',
  'tag',
  'primitives',
] as const;

export const typeName = (major: number): string => typeNames[major] ?? '';

/** The low five bits: how many bytes the argument has, or that the length is told by a break at the end. */
export const ONE_BYTE = 24;
export const TWO_BYTES = 25;
export const FOUR_BYTES = 26;
export const EIGHT_BYTES = 27;
export const INDEFINITE = 31;
export const BREAK = 0xff;

/** RFC 8949, section 3.4.6: no meaning of its own, so that three bytes tell CBOR from everything else. */
export const SELF_DESCRIBED = 55_799;

/** The beginning of a data item. */
export interface Head {
  readonly major: number;
  readonly info: number;
  /** Past 2^53 only `exact` is right. */
  readonly value: number;
  readonly exact: bigint | undefined;
}

export const unexpectedEnd = (): CborError => new CborError('unexpected EOF');

export function unaccepted(major: number, what: string): CborError {
  return new CborError(`cbor: data item of cbor type ${typeName(major)} is not accepted by protocol: ${what}`);
}

/** Goes through bytes that hold one data item. */
export class CborReader {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** The major type of the next item. */
  get next(): number {
    return (this.bytes[this.at] as number) >> 5;
  }

  get isBreak(): boolean {
    return this.bytes[this.at] === BREAK;
  }

  head(): Head {
    if (this.isAtEnd) throw unexpectedEnd();
    const first = this.bytes[this.at++] as number;
    const major = first >> 5;
    const info = first & 0x1f;
    if (info < ONE_BYTE || info > EIGHT_BYTES) return { major, info, value: info, exact: undefined };
    const length = 1 << (info - ONE_BYTE);
    if (this.left < length) throw unexpectedEnd();
    const from = this.at;
    this.at += length;
    if (info !== EIGHT_BYTES) return { major, info, value: this.bytes.readUIntBE(from, length), exact: undefined };
    const exact = this.bytes.readBigUInt64BE(from);
    return { major, info, value: Number(exact), exact };
  }

  /** The number whose bits an item has that was just read. */
  float({ info }: Head): number {
    if (info === TWO_BYTES) return halfFloat(this.bytes.readUInt16BE(this.at - 2));
    return info === FOUR_BYTES ? this.bytes.readFloatBE(this.at - 4) : this.bytes.readDoubleBE(this.at - 8);
  }

  /** What a string holds whose head was just read. */
  string({ info, value }: Head): Buffer {
    if (info !== INDEFINITE) return this.take(value);
    const chunks: Buffer[] = [];
    while (!this.isBreak) chunks.push(this.take(this.head().value));
    this.at++;
    return Buffer.concat(chunks);
  }

  take(length: number): Buffer {
    const from = this.at;
    this.at += length;
    return this.bytes.subarray(from, this.at);
  }
}

/** IEEE 754 binary16: a sign, five bits of exponent, ten of fraction. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
