/** Kinds of control frames. SPDY/3.1, section 2.6 */
export const TYPES = { synStream: 1, synReply: 2, reset: 3, settings: 4, ping: 6, goAway: 7, headers: 8 } as const;
export const FIN = 1;
export const RESET_CODES = { protocolError: 1, refused: 3, cancel: 5 } as const;

const CONTROL = 0x80;
const VERSION = 3;
const HEAD = 8;
/** A control frame is a few headers. */
const MOST_CONTROL_BYTES = 64 * 1024;

export interface ControlFrame {
  readonly type: number;
  readonly flags: number;
  readonly payload: Buffer;
}
/** A part of a data frame, as it came; `isLast` with the last part of the last one. */
export interface DataPart {
  readonly stream: number;
  readonly isLast: boolean;
  readonly bytes: Buffer;
}

export function controlFrame(type: number, flags: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD);
  head[0] = CONTROL;
  head[1] = VERSION;
  head.writeUInt16BE(type, 2);
  head.writeUInt32BE(payload.length, 4);
  head[4] = flags;
  return Buffer.concat([head, payload]);
}

/** The head of a data frame: what it carries need not be copied. */
export function dataHead(stream: number, flags: number, length: number): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(stream, 0);
  head.writeUInt32BE(length, 4);
  head[4] = flags;
  return head;
}

interface OpenData {
  readonly stream: number;
  readonly fin: boolean;
  left: number;
}

/** Takes frames out of bytes. Data is handed on as it comes, so that nothing is kept but a control frame that is not whole. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  #data: OpenData | undefined;

  *read(bytes: Buffer): Generator<ControlFrame | DataPart> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const found = this.#data === undefined ? this.#frame() : this.#part(this.#data);
      if (found === undefined) return;
      if (found !== 'begun') yield found;
    }
  }

  #part(data: OpenData): DataPart | undefined {
    if (this.#rest.length === 0 && data.left > 0) return undefined;
    const bytes = this.#take(Math.min(data.left, this.#rest.length));
    data.left -= bytes.length;
    const isOver = data.left === 0;
    if (isOver) this.#data = undefined;
    return { stream: data.stream, isLast: isOver && data.fin, bytes };
  }

  #frame(): ControlFrame | 'begun' | undefined {
    if (this.#rest.length < HEAD) return undefined;
    const word = this.#rest.readUInt32BE(4);
    const [flags, length] = [word >>> 24, word & 0xffffff];
    const first = this.#rest[0] as number;
    if ((first & CONTROL) === 0) {
      this.#data = { stream: this.#rest.readUInt32BE(0), fin: (flags & FIN) !== 0, left: length };
      this.#take(HEAD);
      return 'begun';
    }
    if (length > MOST_CONTROL_BYTES) throw new Error('a control frame is too large');
    if (this.#rest.length < HEAD + length) return undefined;
    const frame = this.#take(HEAD + length);
    return { type: frame.readUInt16BE(2), flags, payload: frame.subarray(HEAD) };
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
