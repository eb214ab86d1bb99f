const KEY = Buffer.from('"serial":"');
const QUOTE = 0x22;
const DIGITS = 8;
const NOTHING = Buffer.alloc(0);

/** Finds `"serial":"00000042"` in a stream of bytes that may be cut anywhere. */
export class SerialFinder {
  readonly #found: (serial: number) => void;
  /** The beginning of one whose end has not come yet. */
  #begun: Buffer = NOTHING;

  constructor(found: (serial: number) => void) {
    this.#found = found;
  }
  feed(part: Buffer): void {
    const bytes = this.#begun.length === 0 ? part : Buffer.concat([this.#begun, part]);
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(KEY, from);
      const end = at + KEY.length + DIGITS;
      if (at < 0 || end > bytes.length) break;
      this.#found(Number(bytes.toString('latin1', end - DIGITS, end)));
      from = end;
    }
    this.#begun = begunIn(bytes, Math.max(from, bytes.length - KEY.length - DIGITS + 1));
  }
}

/** What could go on as a key and digits, in a copy; usually nothing. */
function begunIn(bytes: Buffer, from: number): Buffer {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    const rest = bytes.subarray(at);
    const length = Math.min(rest.length, KEY.length);
    if (KEY.compare(rest, 0, length, 0, length) === 0) return Buffer.from(rest);
  }
  return NOTHING;
}
