import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { BodyStream, Reply } from './call.ts';
import { chunkOf, LAST_CHUNK } from './chunked.ts';
import type { Http1Response } from './http1/http1-response.ts';
import type { Http2Response } from './http2/http2-response.ts';
import type { Deadlines } from './limits.ts';
import { SocketResponse } from './socket-response.ts';

export type Response = ServerResponse | Http1Response | Http2Response | SocketResponse;

type Sink = Pick<ServerResponse | Socket, 'write' | 'cork' | 'uncork' | 'once' | 'off'>;

/** What is larger goes out by itself: together with its head Node's TLS would copy it once more. */
const COPIED_BYTES = 64 * 1024;

/** The way out of one answer. Protocols differ in how one sees that the client is gone, and in how one breaks off. */
export class Outlet {
  readonly #out: ServerResponse;
  readonly #response: Response;
  readonly #deadlines: Deadlines;
  /** The body goes out in chunks that are made here. */
  #isChunked = false;
  /** Where the parts of a body are written. */
  #sink: Sink;
  /** The last part that was pushed has filled it. */
  #isFull = false;

  constructor(response: Response, deadlines: Deadlines) {
    this.#response = response;
    this.#deadlines = deadlines;
    // The methods that both classes have: their types do not say that they share them.
    this.#out = response as unknown as ServerResponse;
    this.#sink = this.#out;
  }
  /** Whether the connection is closed. */
  get isGone(): boolean {
    return this.#response.destroyed;
  }
  onceGone(listener: () => void): void {
    if (this.isGone) listener();
    else this.#out.once('close', listener);
  }
  /** The headers are sent, so that no error answer is possible any more. */
  get hasBegun(): boolean {
    return this.#out.headersSent;
  }

  /** Sends the answer as fast as the client reads it, and no faster. A promise only where that takes a while. */
  send(reply: Reply, { headOnly }: { readonly headOnly: boolean }): Promise<void> | undefined {
    const { status, headers, body } = reply;
    if (reply.takeOver !== undefined && this.#response instanceof SocketResponse) {
      return reply.takeOver(this.#response.switchTo(status, headers as Record<string, string>));
    }
    if (!(body instanceof Uint8Array)) return this.#sendStream(reply, body, headOnly);
    this.#out.writeHead(status, headers as Record<string, string>);
    if (body.length > COPIED_BYTES && !headOnly) this.#out.flushHeaders();
    if (reply.sent !== undefined) this.#out.once('finish', reply.sent);
    this.#out.end(headOnly ? undefined : body);
    return undefined;
  }

  async #sendStream({ status, headers }: Reply, body: AsyncIterable<Uint8Array>, headOnly: boolean): Promise<void> {
    const out = this.#out;
    const chunks = body[Symbol.asyncIterator]();
    try {
      out.writeHead(status, headers as Record<string, string>);
      out.flushHeaders();
      if (!headOnly) await this.#pump(chunks);
      if (!this.isGone) out.end(this.#isChunked && !headOnly ? LAST_CHUNK : undefined);
    } finally {
      // The work behind this answer ends with it.
      await chunks.return?.();
    }
  }

  async #pump(chunks: BodyStream): Promise<void> {
    this.#takeOverChunks();
    for (let next = await chunks.next(); !next.done && !this.isGone; next = await chunks.next()) {
      if (!this.#write(next.value)) await this.#drained();
      if (this.isGone) return;
      await chunks.push?.(this.#push);
      if (this.#isFull) await this.#drained();
      if (this.isGone) return;
    }
  }

  /** Who pushes hears of a client that has gone by its signal. */
  readonly #push = (part: Uint8Array): boolean => {
    const isFlowing = this.#write(part);
    if (!isFlowing) this.#isFull = true;
    return isFlowing;
  };

  /**
   * Node would make the chunks of HTTP/1.1 anew for each watcher, and write each of them in four pieces. They go to the
   * socket itself, unless an earlier answer is still on its way there.
   */
  #takeOverChunks(): void {
    this.#isChunked = this.#out.chunkedEncoding === true;
    if (!this.#isChunked) return;
    this.#out.chunkedEncoding = false;
    this.#sink = this.#out.socket ?? this.#out;
  }

  #write(part: Uint8Array): boolean {
    const sink = this.#sink;
    if (!this.#isChunked) return sink.write(part);
    // An empty chunk would be the last one.
    if (part.length === 0) return true;
    const pieces = chunkOf(part);
    if (pieces.length === 1) return sink.write(pieces[0] as Uint8Array);
    sink.cork();
    let isFlowing = true;
    for (const piece of pieces) isFlowing = sink.write(piece);
    sink.uncork();
    return isFlowing;
  }

  /**
   * Ends an answer in the middle so that nobody takes it for a whole one: HTTP/1.1 closes the connection, HTTP/2 resets
   * the stream. k8s: what Go's server does when a handler panics with http.ErrAbortHandler
   */
  breakOff(): void {
    this.#response.destroy();
  }

  /**
   * A client that goes away never drains: `close` ends the wait too. One that reads nothing for too long is cut off.
   */
  #drained(): Promise<void> {
    const out = this.#out;
    const sink = this.#sink;
    return new Promise((resolve) => {
      const inTime = this.#deadlines.begin(() => this.breakOff());
      const done = (): void => {
        this.#isFull = false;
        inTime();
        sink.off('drain', done);
        out.off('close', done);
        resolve();
      };
      sink.once('drain', done);
      out.once('close', done);
      // It went away during the write: `close` was emitted already.
      if (this.isGone) done();
    });
  }
}
