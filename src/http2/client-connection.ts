import type { Duplex } from 'node:stream';
import type { Http2ErrorName } from '#meta';
import { ClientStream, type Receiver, WINDOW_BYTES } from './client-stream.ts';
import { FRAME_BYTES, type Frame, Http2Error, LAST_STREAM, misplaced, PREFACE } from './frames.ts';
import type { HeaderBlock } from './header-blocks.ts';
import { Http2Connection } from './http2-connection.ts';

const HEADERS_BYTES = 65_536;

/**
 * The client's side of an HTTP/2 connection: what calls of gRPC need of it and nothing else. A server that breaks the protocol is
 * told so, and everything on the connection fails.
 */
export class ClientConnection extends Http2Connection<ClientStream> {
  readonly #socket: Duplex;
  readonly #over: (error: Error) => void;
  /** Those that the other side does not take yet. */
  readonly #waiting = new Set<ClientStream>();
  readonly #side = { ...this.side, cancel: (stream: ClientStream) => this.#cancel(stream) };
  #nextId = 1;
  #answered: (() => void) | undefined;
  #isClosing = false;

  /** `over` is told once, when nothing new can be asked here. */
  constructor(socket: Duplex, over: (error: Error) => void) {
    super(socket, {
      greeting: PREFACE,
      preface: new Uint8Array(),
      tableBytes: 0,
      maxStreams: 0,
      window: WINDOW_BYTES,
      connectionWindow: WINDOW_BYTES,
      frameBytes: FRAME_BYTES,
      headersBytes: HEADERS_BYTES,
    });
    this.#socket = socket;
    this.#over = over;
  }

  /** The head is what `encodedHeaders` made. */
  request(head: Uint8Array, receiver: Receiver): ClientStream {
    const stream = new ClientStream(head, receiver, this.#side);
    this.#waiting.add(stream);
    this.#begin();
    return stream;
  }

  /** Whoever pings again before there was an answer is told once. */
  pinged(answered: () => void): void {
    this.#answered = answered;
    this.ping();
  }

  /** Takes nothing new; what is under way may finish. */
  close(error: Error): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    for (const stream of this.#waiting) stream.receiver.end({ error, isUnprocessed: true });
    this.#waiting.clear();
    this.#over(error);
    this.#endIfIdle();
  }

  fail(error: Error): void {
    if (this.isDone) return;
    this.isDone = true;
    this.close(error);
    for (const stream of this.streams.values()) stream.receiver.end({ error, isUnprocessed: false });
    this.streams.clear();
    if (error instanceof Http2Error) this.#tellEnd(error.kind);
    this.#socket.destroy();
  }

  /** What is there to begin is begun, as far as the other side takes streams. */
  #begin(): void {
    for (const stream of this.#waiting) {
      if (this.streams.size >= this.peer.maxStreams) return;
      if (this.#nextId > LAST_STREAM) {
        this.close(new Error('it has had as many streams as a connection can have'));
        return;
      }
      this.#waiting.delete(stream);
      stream.id = this.#nextId;
      this.#nextId += 2;
      this.open(stream);
      this.sendHead(stream.id, stream.head);
      this.send(stream);
    }
  }

  #cancel(stream: ClientStream): void {
    this.#waiting.delete(stream);
    if (!this.isOpen(stream)) return;
    this.reset(stream.id, 'CANCEL');
    this.#remove(stream);
  }
  #remove(stream: ClientStream): void {
    this.forget(stream);
    if (this.#isClosing) this.#endIfIdle();
    else this.#begin();
  }
  #finish(stream: ClientStream): void {
    // It has said everything, and does not want to hear the rest.
    if (!stream.isSent) this.reset(stream.id, 'CANCEL');
    this.#remove(stream);
    stream.receiver.end();
  }

  #endIfIdle(): void {
    if (this.isDone || this.streams.size > 0) return;
    this.isDone = true;
    this.#tellEnd('NO_ERROR');
    // One that is not there yet would be waited for.
    if (this.hasSettings) this.#socket.end(() => this.#socket.destroy());
    else this.#socket.destroy();
  }
  /** A server begins no streams. */
  #tellEnd(reason: Http2ErrorName): void {
    this.tellEnd(0, reason);
  }

  protected streamOf(frame: Frame): ClientStream | undefined {
    const { stream: id } = frame;
    if (id % 2 === 0 || id >= this.#nextId) throw misplaced(frame);
    return this.streams.get(id);
  }
  /** What was under way when a stream ended may still come. */
  protected late(): void {}

  protected tookHeaders(frame: Frame, { fields, isTooLarge, isEnd }: HeaderBlock): void {
    const stream = this.streamOf(frame);
    if (stream === undefined) return;
    if (isTooLarge) throw new Http2Error('ENHANCE_YOUR_CALM', `headers of more than ${HEADERS_BYTES} bytes`);
    stream.receiver.headers(fields);
    if (isEnd) this.#finish(stream);
  }
  protected tookData(stream: ClientStream, bytes: Buffer, isEnd: boolean): void {
    if (bytes.length > 0) stream.receiver.data(bytes);
    if (isEnd) this.#finish(stream);
  }
  protected tookReset(stream: ClientStream, reason: string): void {
    this.#remove(stream);
    stream.receiver.end({
      error: new Error(`it ended the call (${reason})`),
      isUnprocessed: reason === 'REFUSED_STREAM',
    });
  }
  protected tookSettings(): void {
    this.#begin();
  }
  protected tookPong(): void {
    this.#answered?.();
    this.#answered = undefined;
  }

  /** It takes nothing new. Streams up to the last that it names may finish; it has done nothing with others. */
  protected tookGoAway(last: number, words: readonly string[]): void {
    const why = words.length === 0 ? '' : ` (${words.join(': ')})`;
    const error = new Error(`the server ends the connection${why}`);
    for (const stream of [...this.streams.values()].filter((one) => one.id > last)) {
      this.forget(stream);
      stream.receiver.end({ error, isUnprocessed: true });
    }
    this.close(error);
    this.#endIfIdle();
  }

  /** A stream stays until its answer is there. */
  protected sentAll(): void {}
  protected unblocked(): void {}
  /** A server that errs once is not trusted with anything else. */
  protected refuse(error: Http2Error): void {
    throw error;
  }
}
