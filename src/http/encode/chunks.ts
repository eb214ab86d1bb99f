/** Takes what is written, piece by piece. */
export interface Pieces {
  add(piece: Uint8Array | string): void;
}

/** Collects bytes into chunks of a good size for the network. Nothing is ever larger than a chunk plus one piece. */
export class Chunks implements Pieces {
  static readonly SIZE = 64 * 1024;
  readonly #size: number;
  #buffer: Buffer;
  #used = 0;
  readonly #full: Uint8Array[] = [];

  /** With a size that all pieces fit in, nothing is copied twice. */
  constructor(size = Chunks.SIZE) {
    this.#size = size;
    this.#buffer = Buffer.allocUnsafe(size);
  }
  add(piece: Uint8Array | string): void {
    const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    if (this.#used + length > this.#size) this.#flush();
    if (length > this.#size) {
      this.#full.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      return;
    }
    if (typeof piece === 'string') this.#buffer.write(piece, this.#used);
    else this.#buffer.set(piece, this.#used);
    this.#used += length;
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
    this.#buffer = Buffer.allocUnsafe(this.#size);
    this.#used = 0;
  }
}

const noChunks: readonly Uint8Array[] = [];
