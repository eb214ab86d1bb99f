const INITIAL_SIZE = 1024;

/**
 * Writes a message from its end to its beginning: when a nested message is complete its length is known, so lengths
 * need no second pass. Hence callers write the last field first.
 */
export class ProtobufWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_SIZE);
  /** The first byte that is written. */
  #at = INITIAL_SIZE;

  /** How many bytes are written: a mark to measure a nested message by. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }
  finish(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }
  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType);
  }
  /** A non-negative integer. */
  varint(value: number): void {
    let size = 1;
    for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
    this.#reserve(size);
    let rest = value;
    for (let at = this.#at, left = size; left > 0; left--, at++) {
      this.#bytes[at] = left > 1 ? (rest % 0x80) | 0x80 : rest;
      rest = Math.floor(rest / 0x80);
    }
  }
  /** A signed integer; negative ones take ten bytes. */
  integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0) {
      this.varint(value);
      return;
    }
    const groups: number[] = [];
    for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
      groups.push(Number(rest & 0x7fn));
      if (rest < 0x80n) break;
    }
    this.#reserve(groups.length);
    for (const [at, group] of groups.entries()) {
      this.#bytes[this.#at + at] = at < groups.length - 1 ? group | 0x80 : group;
    }
  }
  double(value: number): void {
    this.#reserve(8);
    this.#bytes.writeDoubleLE(value, this.#at);
  }
  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.#reserve(size);
    this.#bytes.write(value, this.#at);
    this.varint(size);
  }
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
  }
  /** The length of what was written since the mark. */
  lengthSince(mark: number): void {
    this.varint(this.length - mark);
  }

  #reserve(size: number): void {
    if (this.#at < size) {
      const written = this.length;
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, written + size + INITIAL_SIZE));
      this.#bytes.copy(larger, larger.length - written, this.#at);
      this.#at = larger.length - written;
      this.#bytes = larger;
    }
    this.#at -= size;
  }
}
