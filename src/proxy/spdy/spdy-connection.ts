import type { Duplex } from 'node:stream';
import {
  type ControlFrame,
  controlFrame,
  type DataPart,
  dataHead,
  FIN,
  FrameReader,
  RESET_CODES,
  TYPES,
} from './frames.ts';
import { HeaderReader, HeaderWriter } from './header-block.ts';
import { SpdyStream } from './spdy-stream.ts';

/** More at a time are refused: a client that forwards a port has two for each connection. */
const MOST_STREAMS = 1000;

/**
 * The server's side of a connection that speaks SPDY/3.1, as far as Kubernetes' clients do: streams that the client opens.
 * A reader that is slow stops the whole connection, since these clients know no windows.
 */
export class SpdyConnection {
  readonly #socket: Duplex;
  readonly #accept: (stream: SpdyStream) => string | undefined;
  readonly #frames = new FrameReader();
  readonly #headersIn = new HeaderReader();
  readonly #headersOut = new HeaderWriter();
  readonly #streams = new Map<number, SpdyStream>();

  /** `accept` is told of each new stream; what it returns is why the stream is refused. */
  constructor(socket: Duplex, accept: (stream: SpdyStream) => string | undefined) {
    this.#socket = socket;
    this.#accept = accept;
  }

  /** Reads until the client has gone or speaks nonsense. */
  async run(): Promise<void> {
    // Who waits for room in a stream is let go, too.
    this.#socket.once('close', () => this.#giveUp());
    try {
      for await (const bytes of this.#socket as AsyncIterable<Buffer>) {
        for (const frame of this.#frames.read(bytes)) await this.#handle(frame);
      }
    } catch {
      // A connection that breaks, and one that is not understood, end alike.
    } finally {
      this.#giveUp();
      this.#headersIn.close();
      this.#socket.destroy();
    }
  }
  #giveUp(): void {
    for (const stream of this.#streams.values()) stream.resetByPeer();
  }

  /** Ends the connection when all is said. */
  end(): void {
    this.#socket.end(controlFrame(TYPES.goAway, 0, Buffer.alloc(8)));
  }

  async #handle(frame: ControlFrame | DataPart): Promise<void> {
    if ('bytes' in frame) return this.#streams.get(frame.stream)?.receive(frame.bytes, frame);
    const { type, payload } = frame;
    if (type === TYPES.synStream) return this.#open(frame);
    if (type === TYPES.reset) return this.#streams.get(idIn(payload))?.resetByPeer();
    // Headers that come later mean nothing here, but they are part of what is compressed.
    if (type === TYPES.headers) return void (await this.#headersIn.read(payload.subarray(4)));
    if (type === TYPES.ping) await this.#write(controlFrame(TYPES.ping, 0, payload));
  }

  async #open({ flags, payload }: ControlFrame): Promise<void> {
    const id = idIn(payload);
    const headers = await this.#headersIn.read(payload.subarray(10));
    if (this.#streams.has(id) || id % 2 === 0) throw new Error('the client opens a stream that it cannot open');
    const stream = new SpdyStream(headers, {
      data: (bytes) => this.#write(dataHead(id, 0, bytes.length), bytes),
      end: () => this.#write(dataHead(id, FIN, 0)),
      reset: () => this.#reset(id, RESET_CODES.cancel),
    });
    const isTooMany = this.#streams.size >= MOST_STREAMS;
    if (isTooMany || this.#accept(stream) !== undefined) return this.#reset(id, RESET_CODES.refused);
    this.#streams.set(id, stream);
    stream.once('close', () => this.#streams.delete(id));
    const block = this.#headersOut.write(new Map());
    await this.#write(controlFrame(TYPES.synReply, 0, Buffer.concat([uint32(id), block])));
    if ((flags & FIN) !== 0) await stream.receive(Buffer.alloc(0), { isLast: true });
  }

  #reset(id: number, code: number): void {
    this.#streams.delete(id);
    void this.#write(controlFrame(TYPES.reset, 0, Buffer.concat([uint32(id), uint32(code)]))).catch(() => undefined);
  }

  /** When the client takes it: what is written faster than that would pile up. */
  #write(...parts: readonly Uint8Array[]): Promise<void> {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableEnded) return Promise.reject(new Error('the connection is closed'));
    socket.cork();
    let hasRoom = true;
    for (const part of parts) hasRoom = socket.write(part);
    socket.uncork();
    return hasRoom ? Promise.resolve() : drained(socket);
  }
}

function drained(socket: Duplex): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      socket.off('drain', done);
      socket.off('close', done);
      if (socket.destroyed) reject(new Error('the connection is closed'));
      else resolve();
    };
    socket.once('drain', done);
    socket.once('close', done);
  });
}

const idIn = (payload: Buffer): number => payload.readUInt32BE(0) & 0x7fffffff;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
