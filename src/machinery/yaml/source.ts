/** How many bytes go-yaml reads at a time: a bad character spoils all that is read together with it. */
const CHUNK = 512;

/** The text of a YAML stream, as far as it could be read. */
export interface Source {
  /** Ends with zeros, which stand nowhere else: whoever looks ahead finds an end. */
  readonly text: string;
  /** Whether a character may take two places of the text. */
  readonly hasPairs: boolean;
  /** What is wrong with the bytes; it is told to whoever needs something from `limit` on. */
  readonly fault: string | undefined;
  readonly limit: number;
}

const END = '\0\0\0\0';

/** Reads the bytes of a stream: UTF-8, or UTF-16 where a mark of the byte order says so. One walk through the bytes. */
export function readSource(bytes: Uint8Array): Source {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return readUtf16(bytes, 'little');
  if (first === 0xfe && second === 0xff) return readUtf16(bytes, 'big');
  const start = first === 0xef && second === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const found = new Utf8Check(bytes).run(start);
  const end = found.fault === undefined ? bytes.length : found.good;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', start, end);
  const limit = found.fault === undefined ? Number.POSITIVE_INFINITY : text.length;
  return { text: text + END, hasPairs: found.hasPairs, fault: found.fault, limit };
}

interface Checked {
  /** Where the bytes begin that were read together with a bad one. */
  readonly good: number;
  readonly fault: string | undefined;
  readonly hasPairs: boolean;
}

const CONTROL = 'control characters are not allowed';
const CUT_OFF = 'incomplete UTF-8 octet sequence';

class Utf8Check {
  readonly #bytes: Uint8Array;
  #chunk = 0;
  #end = CHUNK;
  #hasPairs = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  run(start: number): Checked {
    const bytes = this.#bytes;
    for (let at = start; at < bytes.length; ) {
      const byte = bytes[at] as number;
      const width = byte < 0x80 ? 1 : widthOf(byte);
      if (at + width > this.#end || at >= this.#end) this.#next(at);
      const fault = width === 1 ? asciiFault(byte) : this.#fault(at, width);
      if (fault !== undefined) {
        // A character that is cut off at the end is read on its own.
        const good = fault === CUT_OFF ? at : this.#chunk;
        return { good, fault, hasPairs: this.#hasPairs };
      }
      at += width;
    }
    return { good: bytes.length, fault: undefined, hasPairs: this.#hasPairs };
  }

  #next(at: number): void {
    this.#chunk = at;
    this.#end = at + CHUNK;
  }

  #fault(at: number, width: number): string | undefined {
    const bytes = this.#bytes;
    if (width === 0) return 'invalid leading UTF-8 octet';
    if (at + width > bytes.length) return CUT_OFF;
    let value = (bytes[at] as number) & (0xff >> (width + 1));
    for (let next = at + 1; next < at + width; next++) {
      const byte = bytes[next] as number;
      if ((byte & 0xc0) !== 0x80) return 'invalid trailing UTF-8 octet';
      value = (value << 6) | (byte & 0x3f);
    }
    if (value < (leastCodes[width] as number)) return 'invalid length of a UTF-8 sequence';
    if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 'invalid Unicode character';
    if (width === 4) this.#hasPairs = true;
    return isAllowed(value) ? undefined : CONTROL;
  }
}

/** The least character that takes so many bytes. */
const leastCodes = [0, 0, 0x80, 0x800, 0x10000];

function widthOf(byte: number): number {
  if (byte < 0xc0) return 0;
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 3;
  return byte < 0xf8 ? 4 : 0;
}

function asciiFault(byte: number): string | undefined {
  if (byte >= 0x20 ? byte !== 0x7f : byte === 0x0a || byte === 0x09 || byte === 0x0d) return undefined;
  return CONTROL;
}

function isAllowed(value: number): boolean {
  if (value < 0xa0) return value === 0x85;
  return value !== 0xfffe && value !== 0xffff;
}

function readUtf16(bytes: Uint8Array, order: 'little' | 'big'): Source {
  const body = Buffer.from(bytes.subarray(2));
  const whole = body.subarray(0, body.length - (body.length % 2));
  const text = (order === 'little' ? whole : whole.swap16()).toString('utf16le');
  let chunk = 0;
  for (let at = 0, end = CHUNK / 2 - 1; at < text.length; ) {
    const width = isHigh(text.charCodeAt(at)) ? 2 : 1;
    if (at + width > end) {
      chunk = at;
      end = at + CHUNK / 2;
    }
    const fault = unitFault(text, at);
    if (fault !== undefined) return { text: text.slice(0, chunk) + END, hasPairs: true, fault, limit: chunk };
    at += width;
  }
  const fault = body.length === whole.length ? undefined : 'incomplete UTF-16 character';
  const limit = fault === undefined ? Number.POSITIVE_INFINITY : text.length;
  return { text: text + END, hasPairs: true, fault, limit };
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

function unitFault(text: string, at: number): string | undefined {
  const unit = text.charCodeAt(at);
  if (isLow(unit)) return 'unexpected low surrogate area';
  if (!isHigh(unit)) return unit < 0x80 ? asciiFault(unit) : isAllowed(unit) ? undefined : CONTROL;
  if (at + 1 >= text.length) return 'incomplete UTF-16 surrogate pair';
  return isLow(text.charCodeAt(at + 1)) ? undefined : 'expected low surrogate area';
}
