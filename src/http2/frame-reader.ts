import { FRAME_BYTES, type Frame, HEAD_BYTES, Http2Error, uint31 } from './frames.ts';

const nothing = Buffer.alloc(0);

/**
 * Cuts frames out of bytes that come in pieces of any size. A payload is a view of the piece that it came in; only a
 * frame that is spread over several pieces is copied, each byte of it once, however small they are.
 */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  /** The largest payload. */
  readonly #most: number;
  /** Of a frame that has begun: room for its head, or for all of it when its length is known. */
  #begun: Buffer = nothing;
  /** So much of it is there. */
  #filled = 0;

  constructor(take: (frame: Frame) => void, most: number = FRAME_BYTES) {
    this.#take = take;
    this.#most = most;
  }

  /** Throws an `Http2Error`, as whoever takes the frames does; then nothing more can be read. */
  read(piece: Buffer): void {
    let at = this.#filled === 0 ? 0 : this.#complete(piece);
    while (at < piece.length) {
      const end = at + this.#lengthOfFrame(piece, at);
      if (!(end <= piece.length)) {
        this.#begin(piece.subarray(at));
        return;
      }
      this.#deliver(piece.subarray(at, end));
      at = end;
    }
  }

  #begin(part: Buffer): void {
    this.#begun = Buffer.allocUnsafe(part.length < HEAD_BYTES ? HEAD_BYTES : this.#lengthOfFrame(part, 0));
    this.#fill(part);
  }
  /** How many bytes of the piece belong to what was begun. */
  #complete(piece: Buffer): number {
    let used = this.#fill(piece);
    if (this.#filled === HEAD_BYTES && this.#begun.length === HEAD_BYTES) {
      this.#begin(this.#takeBegun());
      used += this.#fill(piece.subarray(used));
    }
    if (this.#filled === this.#begun.length) this.#deliver(this.#takeBegun());
    return used;
  }
  #fill(piece: Buffer): number {
    const used = piece.copy(this.#begun, this.#filled);
    this.#filled += used;
    return used;
  }
  #takeBegun(): Buffer {
    const begun = this.#begun;
    this.#begun = nothing;
    this.#filled = 0;
    return begun;
  }

  #deliver(whole: Buffer): void {
    const [type, flags] = [whole[3] as number, whole[4] as number];
    this.#take({ type, flags, stream: uint31(whole, 5), payload: whole.subarray(HEAD_BYTES) });
  }

  /** Of the frame that begins there; not a number while its head is not there. */
  #lengthOfFrame(bytes: Buffer, at: number): number {
    if (bytes.length < at + HEAD_BYTES) return Number.NaN;
    const length = bytes.readUIntBE(at, 3);
    if (length > this.#most) throw new Http2Error('FRAME_SIZE_ERROR', `a frame of ${length} bytes`);
    return HEAD_BYTES + length;
  }
}
