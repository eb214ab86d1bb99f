import { FRAME_BYTES, type Frame, HEAD_BYTES, Http2Error, uint31 } from './frames.ts';

const nothing = Buffer.alloc(0);

/**
 * Cuts frames out of bytes that come in pieces of any size. A payload is a view of the piece that it came in; only a
 * frame that is spread over several pieces is copied, and of the last of these only what belongs to it.
 */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  /** The beginning of a frame. */
  #begun: Buffer = nothing;

  constructor(take: (frame: Frame) => void) {
    this.#take = take;
  }

  /** Throws an `Http2Error`, as whoever takes the frames does; then nothing more can be read. */
  read(piece: Buffer): void {
    let at = this.#begun.length === 0 ? 0 : this.#complete(piece);
    while (at < piece.length) {
      const end = at + lengthOfFrame(piece, at);
      if (!(end <= piece.length)) {
        this.#begun = piece.subarray(at);
        return;
      }
      this.#deliver(piece.subarray(at, end));
      at = end;
    }
  }

  /** How many bytes of the piece belong to what was begun. */
  #complete(piece: Buffer): number {
    let used = 0;
    for (const lengthOf of [() => HEAD_BYTES, lengthOfFrame]) {
      const missing = Math.max(0, lengthOf(this.#begun, 0) - this.#begun.length);
      const more = piece.subarray(used, used + missing);
      if (more.length > 0) this.#begun = Buffer.concat([this.#begun, more]);
      used += more.length;
      if (more.length < missing) return used;
    }
    const whole = this.#begun;
    this.#begun = nothing;
    this.#deliver(whole);
    return used;
  }

  #deliver(whole: Buffer): void {
    const [type, flags] = [whole[3] as number, whole[4] as number];
    this.#take({ type, flags, stream: uint31(whole, 5), payload: whole.subarray(HEAD_BYTES) });
  }
}

/** Of the frame that begins there; not a number while its head is not there. */
function lengthOfFrame(bytes: Buffer, at: number): number {
  if (bytes.length < at + HEAD_BYTES) return Number.NaN;
  const length = bytes.readUIntBE(at, 3);
  if (length > FRAME_BYTES) throw new Http2Error('FRAME_SIZE_ERROR', `a frame of ${length} bytes`);
  return HEAD_BYTES + length;
}
