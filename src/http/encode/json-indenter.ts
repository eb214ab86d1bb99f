const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
const NEWLINE = 0x0a;
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/**
 * Compact JSON with line breaks and two spaces, as Go's `json.Indent` writes it. Works on the bytes, so that the order
 * of keys and the spelling of numbers stay as they are; and piece by piece, wherever the pieces were cut.
 */
export class JsonIndenter {
  #depth = 0;
  #inText = false;
  /** The piece before ended with a backslash, which escapes the next byte. */
  #escaped = false;
  /** The last byte opened something that may be closed at once: `{}` stays as it is. */
  #justOpened = false;
  #out = Buffer.alloc(0);
  #length = 0;

  /** What a piece becomes. Line breaks outside of texts are left out. */
  push(piece: Uint8Array): Uint8Array {
    this.#out = Buffer.allocUnsafe(piece.length * 2);
    this.#length = 0;
    for (let at = 0; at < piece.length; ) {
      if (this.#inText) at = this.#text(piece, at);
      else this.#structure(piece[at++] as number);
    }
    return this.#out.subarray(0, this.#length);
  }

  /** Copies until the end of the text or of the piece, and returns where that is. */
  #text(piece: Uint8Array, start: number): number {
    let at = this.#escaped ? start + 1 : start;
    this.#escaped = false;
    for (; at < piece.length; at++) {
      const byte = piece[at];
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) break;
    }
    this.#escaped = at > piece.length;
    this.#inText = at >= piece.length;
    const end = Math.min(at + 1, piece.length);
    this.#reserve(end - start);
    this.#out.set(piece.subarray(start, end), this.#length);
    this.#length += end - start;
    return end;
  }

  #structure(byte: number): void {
    if (byte === NEWLINE) return;
    const closes = isClosing(byte);
    if (closes) this.#depth--;
    if (closes !== this.#justOpened) this.#line();
    this.#justOpened = isOpening(byte);
    if (this.#justOpened) this.#depth++;
    this.#put(byte);
    if (byte === QUOTE) this.#inText = true;
    else if (byte === COMMA) this.#line();
    else if (byte === COLON) this.#put(SPACE);
  }

  #line(): void {
    const spaces = this.#depth * 2;
    this.#reserve(spaces + 1);
    this.#out[this.#length++] = NEWLINE;
    for (let left = spaces; left > 0; left--) this.#out[this.#length++] = SPACE;
  }
  #put(byte: number): void {
    this.#reserve(1);
    this.#out[this.#length++] = byte;
  }
  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe((this.#length + bytes) * 2);
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }
}

/** A whole text at once. */
export function indentJson(text: Uint8Array): Uint8Array {
  return new JsonIndenter().push(text);
}
