/** What a client says over a WebSocket, as it comes. */
type WebSocketPart =
  | { readonly kind: 'data'; readonly isStart: boolean; readonly bytes: Buffer }
  | { readonly kind: 'ping'; readonly bytes: Buffer }
  | { readonly kind: 'close' };

const MOST_CONTROL = 125;
const OPCODE = { continuation: 0, close: 8, ping: 9 } as const;

interface Message {
  readonly mask: Buffer;
  /** How much of the frame was read. */
  at: number;
  left: number;
  /** Nothing of the message was handed on yet. */
  isStart: boolean;
}

/** Takes the frames of a client apart. Messages are handed on in pieces, so that none of them is ever kept whole. */
export class WebSocketReader {
  #rest: Buffer = Buffer.alloc(0);
  #frame: Message | undefined;

  *read(bytes: Buffer): Generator<WebSocketPart> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const found = this.#frame === undefined ? this.#head() : this.#part(this.#frame);
      if (found === undefined) return;
      if (found !== 'begun') yield found;
    }
  }

  #part(frame: Message): WebSocketPart | 'begun' | undefined {
    if (frame.left === 0) {
      this.#frame = undefined;
      return frame.isStart ? { kind: 'data', isStart: true, bytes: Buffer.alloc(0) } : 'begun';
    }
    if (this.#rest.length === 0) return undefined;
    const bytes = unmasked(this.#take(Math.min(frame.left, this.#rest.length)), frame.mask, frame.at);
    const { isStart } = frame;
    frame.isStart = false;
    frame.at += bytes.length;
    frame.left -= bytes.length;
    return { kind: 'data', isStart, bytes };
  }

  #head(): WebSocketPart | 'begun' | undefined {
    const data = this.#rest;
    if (data.length < 2) return undefined;
    const [first, second] = [data[0] as number, data[1] as number];
    const short = second & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    const size = 2 + lengthBytes + 4;
    if ((second & 0x80) === 0) throw new Error('a client masks what it sends');
    if (data.length < size) return undefined;
    const length =
      lengthBytes === 2 ? data.readUInt16BE(2) : lengthBytes === 8 ? Number(data.readBigUInt64BE(2)) : short;
    const mask = Buffer.from(data.subarray(size - 4, size));
    const opcode = first & 0x0f;
    if (opcode >= OPCODE.close) return this.#control({ opcode, size, length, mask });
    this.#take(size);
    this.#frame = { mask, at: 0, left: length, isStart: opcode !== OPCODE.continuation };
    return 'begun';
  }

  #control({ opcode, size, length, mask }: Control): WebSocketPart | 'begun' | undefined {
    if (length > MOST_CONTROL) throw new Error('a control frame is too large');
    if (this.#rest.length < size + length) return undefined;
    this.#take(size);
    const bytes = unmasked(this.#take(length), mask, 0);
    if (opcode === OPCODE.close) return { kind: 'close' };
    return opcode === OPCODE.ping ? { kind: 'ping', bytes } : 'begun';
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}

interface Control {
  readonly opcode: number;
  readonly size: number;
  readonly length: number;
  readonly mask: Buffer;
}

function unmasked(bytes: Buffer, mask: Buffer, at: number): Buffer {
  const plain = Buffer.allocUnsafe(bytes.length);
  for (let index = 0; index < bytes.length; index++) {
    plain[index] = (bytes[index] as number) ^ (mask[(at + index) & 3] as number);
  }
  return plain;
}
