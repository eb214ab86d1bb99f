import { Duplex } from 'node:stream';
import { nextTurn } from '#meta';
import { FrameReader } from '../frame-reader.ts';
import { FLAG, FRAME, type Frame, HEAD_BYTES, PREFACE, writeFrameHead } from '../frames.ts';

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

/** An end of an HTTP/2 connection, in memory: it sends what a test says, and keeps what it is sent. */
export class Http2Peer {
  /** The other end. */
  readonly wire: Duplex;
  readonly frames: Frame[] = [];
  /** How many writes there were. */
  writes = 0;
  /** Nothing that is sent to it gets through as long as it does not read. */
  isReading = true;
  #held: (() => void)[] = [];
  readonly #isClient: boolean;
  #preface = '';
  readonly #reader = new FrameReader((frame) => this.frames.push(frame));

  /** The server's end, unless it is to be the client's. */
  constructor({ isClient = false } = {}) {
    this.#isClient = isClient;
    if (isClient) this.#preface = PREFACE.toString('latin1');
    const write = (bytes: Buffer, done: () => void): void => {
      const take = (): void => {
        this.#take(bytes);
        done();
      };
      if (this.isReading) take();
      else this.#held.push(take);
    };
    this.wire = new Duplex({
      read() {},
      write: (bytes: Buffer, _encoding, done) => write(bytes, done),
    });
  }
  /** What was held up gets through, and what comes from now on. */
  readAgain(): void {
    this.isReading = true;
    for (const take of this.#held.splice(0)) take();
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
  /** What a client says first, settings as pairs of numbers, and that the other side's are known. */
  greet(settings: readonly (readonly [number, number])[] = []): void {
    const payload = Buffer.concat(
      settings.map(([name, value]) => Buffer.of(0, name, value >>> 24, value >>> 16, value >>> 8, value)),
    );
    if (this.#isClient) this.sendBytes(PREFACE);
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
