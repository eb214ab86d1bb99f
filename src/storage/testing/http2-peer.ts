import { Duplex } from 'node:stream';
import { nextTurn } from '#meta';
import { FrameReader } from '../engines/etcd/http2/frame-reader.ts';
import { FLAG, FRAME, type Frame, HEAD_BYTES, PREFACE, writeFrameHead } from '../engines/etcd/http2/frames.ts';

export { FRAME, PREFACE };

/** A frame as bytes; what is not given is empty. */
export function frameBytes({ type, flags = 0, stream = 0, payload = '' }: SentFrame): Buffer {
  const bytes = Buffer.from(payload as string, 'latin1');
  const whole = Buffer.alloc(HEAD_BYTES + bytes.length);
  writeFrameHead(whole, 0, { type, flags, stream }, bytes.length);
  bytes.copy(whole, HEAD_BYTES);
  return whole;
}
export interface SentFrame {
  readonly type: number;
  readonly flags?: number;
  readonly stream?: number;
  /** Characters stand for bytes. */
  readonly payload?: string | Uint8Array;
}

/** The server's end of an HTTP/2 connection, in memory: it sends what a test says, and keeps what it is sent. */
export class Http2Peer {
  /** The end that the client has. */
  readonly wire: Duplex;
  readonly frames: Frame[] = [];
  /** How many writes there were. */
  writes = 0;
  #preface = '';
  readonly #reader = new FrameReader((frame) => this.frames.push(frame));

  constructor() {
    const write = (bytes: Buffer): void => this.#take(bytes);
    this.wire = new Duplex({
      read() {},
      write(bytes: Buffer, _encoding, done) {
        write(bytes);
        done();
      },
    });
  }

  /** In pieces of these sizes, then the rest. */
  sendBytes(bytes: Buffer, sizes: readonly number[] = []): void {
    let rest = bytes;
    for (const size of [...sizes, rest.length]) {
      if (rest.length > 0 && size > 0) this.wire.emit('data', rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  }
  send(...frames: readonly SentFrame[]): void {
    this.sendBytes(Buffer.concat(frames.map(frameBytes)));
  }
  /** Settings, as pairs of numbers, and that the client's are known. */
  greet(settings: readonly (readonly [number, number])[] = []): void {
    const payload = Buffer.concat(
      settings.map(([name, value]) => Buffer.of(0, name, value >>> 24, value >>> 16, value >>> 8, value)),
    );
    this.send({ type: FRAME.settings, payload }, { type: FRAME.settings, flags: FLAG.ack });
  }

  /** The frames of a kind that have come, once everything has arrived. */
  async received(type: number): Promise<readonly Frame[]> {
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    return this.frames.filter((frame) => frame.type === type);
  }

  #take(bytes: Buffer): void {
    this.writes++;
    const missing = PREFACE.length - this.#preface.length;
    this.#preface += bytes.toString('latin1', 0, missing);
    if (this.#preface !== PREFACE.toString('latin1', 0, this.#preface.length)) throw new Error('no HTTP/2 client');
    if (bytes.length > missing) this.#reader.read(Buffer.from(bytes.subarray(missing)));
  }
}
