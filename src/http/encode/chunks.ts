/** Takes what is written, piece by piece. */
export interface Pieces {
  add(piece: Uint8Array | string): void;
  /** A part of some bytes. */
  addPart(bytes: Uint8Array, from: number, to: number): void;
}

/** Up to here bytes are written one by one: a view or a native call costs more. */
const SHORT = 200;

const noBytes = Buffer.alloc(0);
const noChunks: readonly Uint8Array[] = [];

/** Collects bytes into chunks of a good size for the network. Nothing is ever larger than a chunk plus one piece. */
export class Chunks implements Pieces {
  static readonly SIZE = 64 * 1024;
  readonly #size: number;
  #buffer: Buffer;
  #used = 0;
  readonly #full: Uint8Array[] = [];

  /** Where all pieces have room, nothing is copied twice. */
  constructor(room: Buffer = noBytes) {
    this.#size = room.length || Chunks.SIZE;
    this.#buffer = room;
  }
  add(piece: Uint8Array | string): void {
    if (typeof piece === 'string' && piece.length <= SHORT && this.#addAscii(piece)) return;
    const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    if (this.#used + length > this.#size) this.#flush();
    if (length > this.#size) {
      this.#full.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      return;
    }
    if (this.#buffer.length === 0) this.#buffer = Buffer.allocUnsafe(this.#size);
    if (typeof piece === 'string') this.#buffer.write(piece, this.#used);
    else this.#buffer.set(piece, this.#used);
    this.#used += length;
  }
  addPart(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (length > SHORT || this.#used + length > this.#buffer.length) {
      this.add(bytes.subarray(from, to));
      return;
    }
    const buffer = this.#buffer;
    const shift = this.#used - from;
    for (let at = from; at < to; at++) buffer[at + shift] = bytes[at] as number;
    this.#used += length;
  }
  /** False, with nothing added, where there is no room or something else than ASCII. */
  #addAscii(text: string): boolean {
    const { length } = text;
    const used = this.#used;
    if (used + length > this.#buffer.length) return false;
    const buffer = this.#buffer;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return false;
      buffer[used + at] = code;
    }
    this.#used = used + length;
    return true;
  }
  /** What is ready to go. */
  take(): readonly Uint8Array[] {
    return this.#full.length === 0 ? noChunks : this.#full.splice(0);
  }
  /** Everything, at the end. */
  finish(): readonly Uint8Array[] {
    this.#flush();
    return this.take();
  }
  #flush(): void {
    if (this.#used === 0) return;
    this.#full.push(this.#buffer.subarray(0, this.#used));
    // Nothing may come after it: the next buffer is made when something does.
    this.#buffer = noBytes;
    this.#used = 0;
  }
}
