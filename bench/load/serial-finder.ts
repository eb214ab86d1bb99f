const KEY = Buffer.from('"serial":"');
const DIGITS = 8;
const NOTHING = Buffer.alloc(0);

/** Finds `"serial":"00000042"` in a stream of bytes that may be cut anywhere. */
export class SerialFinder {
  readonly #found: (serial: number) => void;
  #tail: Buffer = NOTHING;

  constructor(found: (serial: number) => void) {
    this.#found = found;
  }
  feed(part: Buffer): void {
    const bytes = this.#tail.length === 0 ? part : Buffer.concat([this.#tail, part]);
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(KEY, from);
      const end = at + KEY.length + DIGITS;
      if (at < 0 || end > bytes.length) break;
      this.#found(Number(bytes.toString('latin1', end - DIGITS, end)));
      from = end;
    }
    // Long enough for a key and digits of which only the last byte is missing.
    this.#tail = bytes.subarray(Math.max(from, bytes.length - KEY.length - DIGITS + 1));
  }
}
