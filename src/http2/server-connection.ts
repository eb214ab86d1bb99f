import type { Duplex } from 'node:stream';
import type { Http2ErrorName, MaybePromise } from '#meta';
import { type Frame, Http2Error, misplaced, PREFACE } from './frames.ts';
import type { HeaderBlock } from './header-blocks.ts';
import { encodedHeaders } from './header-encoder.ts';
import { Http2Connection } from './http2-connection.ts';
import { Patience } from './patience.ts';
import { type RequestHead, requestHead } from './request-head.ts';
import { type ServerSide, ServerStream } from './server-stream.ts';
import type { OwnSettings } from './settings.ts';

export type ServerLimits = Pick<OwnSettings, 'maxStreams' | 'window' | 'frameBytes' | 'headersBytes'>;

interface ServerParts {
  readonly limits: ServerLimits;
  /** Milliseconds of a clock that only goes on. */
  elapsed(): number;
  /** The client has said its first words. */
  greeted(): void;
  /** Gives the stream its user, and answers. A promise only where that takes a while. Never fails. */
  request(stream: ServerStream, head: RequestHead): MaybePromise<void>;
  /** Once and last. */
  closed(): void;
}

const LAST_WORDS_MS = 1000;
const MOST_BROKEN_OFF = 100;
/** So much of a request that is answered already is taken. */
const DROPPED_BYTES = 16 * 1024 * 1024;
/** Of headers that were sent before. */
const TABLE_BYTES = 4096;
/** Requests that the client does not want any more are in work for a while: with so many times what it may ask at once it asks too much. */
const MOST_TIMES_IN_WORK = 4;

const goOn = encodedHeaders([[':status', '100']]);
const tooLarge = encodedHeaders([
  [':status', '431'],
  ['content-length', '0'],
]);

/**
 * The server's side of an HTTP/2 connection. A client that breaks the protocol is told so; where only one stream is concerned, the
 * others go on.
 */
export class ServerConnection extends Http2Connection<ServerStream> {
  readonly #socket: Duplex;
  readonly #parts: ServerParts;
  readonly #patience: Patience;
  readonly #side: ServerSide = {
    ...this.side,
    begin: (stream, head, { isLast }) => this.#begin(stream, head, isLast),
    reset: (stream, reason) => this.#resetOpen(stream, reason),
  };
  #lastId = 0;
  /** Requests that are being answered, also those that nobody waits for any more. */
  #inWork = 0;
  #isGreeted = false;
  #isClosing = false;
  /** Streams that were ended before the client had sent everything: more of them may be on its way. */
  readonly #brokenOff = new Set<number>();

  constructor(socket: Duplex, parts: ServerParts) {
    super(socket, {
      ...parts.limits,
      greeting: new Uint8Array(),
      preface: PREFACE,
      tableBytes: TABLE_BYTES,
      connectionWindow: parts.limits.window * parts.limits.maxStreams,
    });
    this.#socket = socket;
    this.#parts = parts;
    this.#patience = new Patience(() => parts.elapsed());
  }

  /** Takes nothing new; what is under way may finish. The second time nothing is waited for. */
  close(): void {
    if (this.#isClosing) {
      this.destroy();
      return;
    }
    this.#isClosing = true;
    this.tellEnd(this.#lastId, 'NO_ERROR');
    this.#endIfIdle();
  }
  destroy(): void {
    this.fail(new Error('the connection is not used any more'));
  }

  fail(error: Error): void {
    if (this.isDone) return;
    if (error instanceof Http2Error) this.tellEnd(this.#lastId, error.kind);
    this.#finish();
    if (error instanceof Http2Error) this.#endSoon();
    else this.#socket.destroy();
  }
  /** Who broke the protocol hears why, if he listens. */
  #endSoon(): void {
    const destroy = (): void => void this.#socket.destroy();
    this.#socket.end(destroy);
    setTimeout(destroy, LAST_WORDS_MS).unref();
  }
  #finish(): void {
    this.isDone = true;
    const streams = [...this.streams.values()];
    this.streams.clear();
    for (const stream of streams) stream.close();
    this.#parts.closed();
  }
  #endIfIdle(): void {
    if (this.isDone || this.streams.size > 0) return;
    this.flush();
    this.#finish();
    this.#socket.end(() => this.#socket.destroy());
  }

  #begin(stream: ServerStream, head: Uint8Array, isLast: boolean): void {
    if (!this.isOpen(stream)) return;
    this.sendHead(stream.id, head, { isLast });
    if (!isLast) return;
    stream.complete();
    stream.sent?.();
    this.sentAll(stream);
  }
  #resetOpen(stream: ServerStream, reason: Http2ErrorName): void {
    if (!this.isOpen(stream)) return;
    this.#breakOff(stream.id, reason);
    this.#remove(stream);
  }
  #breakOff(id: number, reason: Http2ErrorName): void {
    this.reset(id, reason);
    this.#brokenOff.add(id);
    const [oldest] = this.#brokenOff;
    if (oldest !== undefined && this.#brokenOff.size > MOST_BROKEN_OFF) this.#brokenOff.delete(oldest);
  }
  #remove(stream: ServerStream): void {
    this.forget(stream);
    stream.close();
    if (this.#isClosing) this.#endIfIdle();
  }

  protected streamOf(frame: Frame): ServerStream | undefined {
    const { stream: id } = frame;
    if (id % 2 === 0 || id > this.#lastId) throw misplaced(frame);
    return this.streams.get(id);
  }
  protected late({ stream: id }: Frame): void {
    if (this.#brokenOff.has(id)) return;
    this.#patience.spend();
    this.reset(id, 'STREAM_CLOSED');
  }

  protected tookHeaders(frame: Frame, block: HeaderBlock): void {
    const { stream: id } = frame;
    if (id % 2 === 0) throw misplaced(frame);
    const known = this.streams.get(id);
    if (known !== undefined) this.#tookTrailers(known, block);
    else if (id > this.#lastId) this.#tookRequest(id, block);
    else if (!this.#brokenOff.has(id)) throw new Http2Error('STREAM_CLOSED', `headers of stream ${id}, which is over`);
  }
  #tookTrailers(stream: ServerStream, { fields, isEnd }: HeaderBlock): void {
    const { id } = stream;
    if (stream.isReceived) throw new Http2Error('STREAM_CLOSED', 'headers behind the end', id);
    if (!isEnd || fields.some(([name]) => name.startsWith(':')))
      throw new Http2Error('PROTOCOL_ERROR', 'headers in the midst of a body', id);
    this.#tookEnd(stream);
  }
  #tookRequest(id: number, { fields, isTooLarge, isEnd }: HeaderBlock): void {
    const { maxStreams, window } = this.#parts.limits;
    this.#lastId = id;
    // It was told that nothing more is taken.
    if (this.#isClosing) return;
    if (this.streams.size >= maxStreams) throw new Http2Error('REFUSED_STREAM', 'too many streams', id);
    if (this.#inWork >= MOST_TIMES_IN_WORK * maxStreams) throw new Http2Error('ENHANCE_YOUR_CALM', 'too many requests');
    if (isTooLarge) {
      this.sendHead(id, tooLarge, { isLast: true });
      if (!isEnd) this.#breakOff(id, 'NO_ERROR');
      return;
    }
    const head = requestHead(fields, { id, isEnd });
    const stream = new ServerStream(id, this.#side, window);
    stream.isReceived = isEnd;
    stream.missing = head.contentLength;
    this.open(stream);
    if (head.expectsWord && !isEnd) this.sendHead(id, goOn);
    this.#answer(stream, head);
  }
  #answer(stream: ServerStream, head: RequestHead): void {
    this.#inWork++;
    const answering = this.#parts.request(stream, head);
    if (answering instanceof Promise) void answering.then(this.#answered);
    else this.#answered();
  }
  readonly #answered = (): void => {
    this.#inWork--;
  };

  protected tookData(stream: ServerStream, bytes: Buffer, isEnd: boolean): void {
    const { id } = stream;
    if (stream.isReceived) throw new Http2Error('STREAM_CLOSED', 'a body behind the end', id);
    if (stream.missing !== undefined) stream.missing -= bytes.length;
    const { missing = 0 } = stream;
    if (missing < 0 || (isEnd && missing > 0))
      throw new Http2Error('PROTOCOL_ERROR', 'a body that is longer or shorter than it was said to be', id);
    if (bytes.length === 0 && !isEnd) this.#patience.spend();
    if (stream.isSent) this.#drop(stream, bytes);
    else if (bytes.length > 0) stream.user?.data(bytes);
    if (isEnd) this.#tookEnd(stream);
  }
  #tookEnd(stream: ServerStream): void {
    stream.isReceived = true;
    if (stream.isSent) this.#remove(stream);
    else stream.user?.end();
  }
  protected tookReset(stream: ServerStream): void {
    this.#remove(stream);
    this.#patience.spend();
  }
  protected tookSettings(): void {
    if (this.#isGreeted) return;
    this.#isGreeted = true;
    this.#parts.greeted();
  }
  protected tookPong(): void {}
  /** It asks for nothing more. */
  protected tookGoAway(): void {
    if (!this.#isClosing) this.close();
  }

  /** Many clients read an answer only when they have sent everything: the rest of the request is taken, and dropped. */
  protected sentAll(stream: ServerStream): void {
    if (stream.isReceived) this.#remove(stream);
    else stream.close();
  }
  #drop(stream: ServerStream, { length }: Buffer): void {
    stream.dropped += length;
    stream.taken(length);
    if (stream.dropped > DROPPED_BYTES) this.#resetOpen(stream, 'NO_ERROR');
  }
  protected unblocked(stream: ServerStream): void {
    if (this.isOpen(stream)) stream.user?.drained();
  }
  protected refuse({ kind }: Http2Error, id: number): void {
    const stream = this.streams.get(id);
    if (stream === undefined) this.#breakOff(id, kind);
    else this.#resetOpen(stream, kind);
    this.#patience.spend();
  }
}
