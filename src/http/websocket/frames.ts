/** What a frame of a WebSocket holds. RFC 6455, section 5.2 */
export const OPCODES = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
type Opcode = (typeof OPCODES)[keyof typeof OPCODES];

export const CLOSE_CODES = { normal: 1000, protocolError: 1002 } as const;

const LAST = 0x80;
const MASKED = 0x80;
/** Of a frame that is not part of a message: close, ping and pong. */
const MOST_CONTROL = 125;

/** A whole message in one frame, as servers send it: without a mask. */
export function frame(opcode: Opcode, payload: Uint8Array): Uint8Array {
  return Buffer.concat([frameHead(opcode, payload.length), payload]);
}

/** What stands before a payload that is written behind it. */
export function frameHead(opcode: Opcode, length: number): Buffer {
  if (length < 126) return Buffer.from([LAST | opcode, length]);
  const head = Buffer.alloc(length < 65536 ? 4 : 10);
  head[0] = LAST | opcode;
  if (length < 65536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return head;
}

export function closeFrame(code: number): Uint8Array {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frame(OPCODES.close, payload);
}

interface FrameEvents {
  ping(payload: Uint8Array): void;
  /** The client wants to end, or does not speak the protocol: that is the code to answer with. */
  close(code: number): void;
}

interface Head {
  readonly opcode: number;
  readonly masked: boolean;
  /** Of the head with the mask. */
  readonly size: number;
  readonly length: number;
}

/** Reads the frames of a client. Its messages mean nothing here and are skipped, of any length, without being kept. */
export class ClientFrames {
  readonly #events: FrameEvents;
  /** The beginning of a frame whose head is not whole, or of a ping. */
  #rest: Buffer = Buffer.alloc(0);
  /** How much of a message is still to be passed over. */
  #skip = 0;
  #over = false;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  push(bytes: Buffer): void {
    let at = Math.min(this.#skip, bytes.length);
    this.#skip -= at;
    const data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes.subarray(at)]);
    if (this.#rest.length > 0) at = 0;
    this.#rest = Buffer.alloc(0);
    while (at < data.length && !this.#over) {
      const taken = this.#frame(data.subarray(at));
      if (taken === 0) {
        this.#rest = Buffer.from(data.subarray(at));
        return;
      }
      at += taken;
    }
  }

  /** How many bytes were taken; 0 when there are too few to say anything. */
  #frame(data: Buffer): number {
    const head = readHead(data);
    if (head === undefined) return 0;
    const { opcode, masked, size, length } = head;
    const isControl = opcode >= OPCODES.close;
    if (!masked || (isControl && length > MOST_CONTROL)) return this.#close(data, CLOSE_CODES.protocolError);
    if (opcode === OPCODES.close) return this.#close(data, CLOSE_CODES.normal);
    const whole = size + length;
    if (!isControl) {
      this.#skip = Math.max(0, whole - data.length);
      return Math.min(whole, data.length);
    }
    if (data.length < whole) return 0;
    if (opcode === OPCODES.ping) this.#events.ping(unmasked(data.subarray(size - 4, whole)));
    return whole;
  }

  #close(data: Buffer, code: number): number {
    this.#over = true;
    this.#events.close(code);
    return data.length;
  }
}

function readHead(data: Buffer): Head | undefined {
  if (data.length < 2) return undefined;
  const [first = 0, second = 0] = data;
  const short = second & 0x7f;
  const masked = (second & MASKED) !== 0;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const size = 2 + lengthBytes + (masked ? 4 : 0);
  if (data.length < size) return undefined;
  const length = lengthBytes === 2 ? data.readUInt16BE(2) : lengthBytes === 8 ? Number(data.readBigUInt64BE(2)) : short;
  return { opcode: first & 0x0f, masked, size, length };
}

/** Applies a mask of four bytes. */
function unmasked(data: Buffer): Uint8Array {
  return data.subarray(4).map((byte, at) => byte ^ (data[at % 4] as number));
}
