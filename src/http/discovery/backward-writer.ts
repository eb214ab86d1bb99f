/**
 * Writes protobuf from the end to the beginning: a message's length stands before its content, and written backwards
 * it is known by then. So fields are written last first, and nothing is copied into its parent.
 */
export class BackwardWriter {
  #buffer = Buffer.allocUnsafe(64 * 1024);
  #written = 0;

  /** What was written. After that the writer is empty again. */
  take(): Uint8Array {
    const bytes = Buffer.from(this.#buffer.subarray(this.#buffer.length - this.#written));
    this.#written = 0;
    return bytes;
  }
  text(number: number, value: string): void {
    const length = Buffer.byteLength(value);
    const at = this.#reserve(length);
    this.#buffer.write(value, at, 'utf8');
    this.#varint(length);
    this.#varint(number * 8 + 2);
  }
  integer(number: number, value: number | bigint): void {
    const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
    this.#varint(BigInt.asUintN(64, whole));
    this.#varint(number * 8);
  }
  double(number: number, value: number): void {
    this.#buffer.writeDoubleLE(value, this.#reserve(8));
    this.#varint(number * 8 + 1);
  }
  message(number: number, content: () => void): void {
    const before = this.#written;
    content();
    this.#varint(this.#written - before);
    this.#varint(number * 8 + 2);
  }
  raw(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#reserve(bytes.length));
  }

  #varint(value: number | bigint): void {
    if (value > 0x7fffffff) {
      this.#longVarint(BigInt(value));
      return;
    }
    let rest = Number(value);
    let length = 1;
    for (let over = rest; over > 0x7f; over >>>= 7) length++;
    let at = this.#reserve(length);
    for (; rest > 0x7f; rest >>>= 7) this.#buffer[at++] = (rest & 0x7f) | 0x80;
    this.#buffer[at] = rest;
  }
  #longVarint(value: bigint): void {
    const bytes: number[] = [];
    for (let rest = value; ; rest >>= 7n) {
      if (rest <= 0x7fn) {
        bytes.push(Number(rest));
        break;
      }
      bytes.push(Number(rest & 0x7fn) | 0x80);
    }
    this.raw(Uint8Array.from(bytes));
  }
  /** Makes room before what is written and says where it begins. */
  #reserve(length: number): number {
    const needed = this.#written + length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, larger.length - this.#written, this.#buffer.length - this.#written);
      this.#buffer = larger;
    }
    this.#written = needed;
    return this.#buffer.length - needed;
  }
}
