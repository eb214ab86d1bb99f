import { DecodeError } from '../decode-error.ts';

export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

const eof = (): DecodeError => new DecodeError('unexpected EOF');

/** Reads one message. Fails in the words of the generated Go decoders. */
export class ProtobufReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }
  /** The number and wire type of the next field. */
  tag(message: string): { readonly number: number; readonly wireType: number } {
    const key = this.#small() ?? this.#unsigned();
    const wireType = typeof key === 'number' ? key & 7 : Number(key & 7n);
    const number = typeof key === 'number' ? key >>> 3 : Number(BigInt.asIntN(32, key >> 3n));
    if (wireType === wireTypes.endGroup) {
      throw new DecodeError(`proto: ${message}: wiretype end group for non-group`);
    }
    if (number <= 0) throw new DecodeError(`proto: ${message}: illegal tag ${number} (wire type ${key})`);
    return { number, wireType };
  }
  /** An int64: a bigint only where a number would not do. */
  integer(): number | bigint {
    const small = this.#small();
    if (small !== undefined) return small;
    const value = BigInt.asIntN(64, this.#unsigned());
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  double(): number {
    if (this.#at + 8 > this.#bytes.length) throw eof();
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }
  bytes(): Buffer {
    const length = this.#small() ?? BigInt.asIntN(64, this.#unsigned());
    if (length < 0) throw new DecodeError('proto: negative length found during unmarshaling');
    const end = this.#at + Number(length);
    if (end > this.#bytes.length) throw eof();
    const slice = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return slice;
  }
  /** Skips the value of a field that nobody knows. */
  skip(wireType: number): void {
    let groups = 0;
    let type = wireType;
    for (;;) {
      groups += this.#skipOne(type);
      if (groups === 0) return;
      type = Number(this.#unsigned() & 7n);
      if (type === wireTypes.endGroup) {
        groups--;
        if (groups === 0) return;
        type = Number(this.#unsigned() & 7n);
      }
    }
  }

  /** 1 when a group begins. */
  #skipOne(wireType: number): number {
    switch (wireType) {
      case wireTypes.varint:
        this.#unsigned();
        return 0;
      case wireTypes.fixed64:
        this.#forward(8);
        return 0;
      case wireTypes.bytes:
        this.bytes();
        return 0;
      case wireTypes.startGroup:
        return 1;
      case wireTypes.endGroup:
        throw new DecodeError('proto: unexpected end of group');
      case wireTypes.fixed32:
        this.#forward(4);
        return 0;
      default:
        throw new DecodeError(`proto: illegal wireType ${wireType}`);
    }
  }

  #forward(count: number): void {
    if (this.#at + count > this.#bytes.length) throw eof();
    this.#at += count;
  }

  /** A varint of up to four bytes: nearly all of them. Undefined, and nothing read, when it is longer or cut off. */
  #small(): number | undefined {
    let value = 0;
    for (let size = 0; size < 4; size++) {
      const byte = this.#bytes[this.#at + size];
      if (byte === undefined) return undefined;
      value |= (byte & 0x7f) << (7 * size);
      if (byte < 0x80) {
        this.#at += size + 1;
        return value;
      }
    }
    return undefined;
  }

  #unsigned(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (shift >= 64n) throw new DecodeError('proto: integer overflow');
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw eof();
      this.#at++;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
  }
}
