import type { ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';
import type { Reply } from './call.ts';
import type { Deadlines } from './limits.ts';
import { SocketResponse } from './socket-response.ts';

export type Response = ServerResponse | Http2ServerResponse | SocketResponse;

/** The way out of one answer. Protocols differ in how one sees that the client is gone, and in how one breaks off. */
export class Outlet {
  readonly #out: ServerResponse;
  readonly #response: Response;
  readonly #deadlines: Deadlines;

  constructor(response: Response, deadlines: Deadlines) {
    this.#response = response;
    this.#deadlines = deadlines;
    // The methods that both classes have: their types do not say that they share them.
    this.#out = response as unknown as ServerResponse;
  }
  /** Whether the connection is closed. */
  get isGone(): boolean {
    const response = this.#response;
    return 'stream' in response ? response.stream.destroyed || response.stream.closed : response.destroyed;
  }
  onceGone(listener: () => void): void {
    if (this.isGone) listener();
    else this.#out.once('close', listener);
  }
  /** The headers are sent, so that no error answer is possible any more. */
  get hasBegun(): boolean {
    return this.#out.headersSent;
  }

  /** Sends the answer as fast as the client reads it, and no faster. */
  async send(reply: Reply, { headOnly }: { readonly headOnly: boolean }): Promise<void> {
    const { status, headers, body } = reply;
    const out = this.#out;
    if (reply.takeOver !== undefined && this.#response instanceof SocketResponse) {
      await reply.takeOver(this.#response.switchTo(status, headers as Record<string, string>));
      return;
    }
    if (body instanceof Uint8Array) {
      out.writeHead(status, headers as Record<string, string>);
      out.end(headOnly ? undefined : body);
      return;
    }
    const chunks = body[Symbol.asyncIterator]();
    try {
      out.writeHead(status, headers as Record<string, string>);
      out.flushHeaders();
      if (!headOnly) await this.#pump(chunks);
      if (!this.isGone) out.end();
    } finally {
      // The work behind this answer ends with it.
      await chunks.return?.();
    }
  }

  async #pump(chunks: AsyncIterator<Uint8Array>): Promise<void> {
    for (let next = await chunks.next(); !next.done && !this.isGone; next = await chunks.next()) {
      if (!this.#out.write(next.value)) await this.#drained();
      if (this.isGone) return;
    }
  }

  /**
   * Ends an answer in the middle so that nobody takes it for a whole one: HTTP/1.1 closes the connection, HTTP/2 resets
   * the stream. k8s: what Go's server does when a handler panics with http.ErrAbortHandler
   */
  breakOff(): void {
    const response = this.#response;
    if ('stream' in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else response.destroy();
  }

  /**
   * A client that goes away never drains: `close` ends the wait too. One that reads nothing for too long is cut off.
   */
  #drained(): Promise<void> {
    const out = this.#out;
    return new Promise((resolve) => {
      const inTime = this.#deadlines.begin(() => this.breakOff());
      const done = (): void => {
        inTime();
        out.off('drain', done);
        out.off('close', done);
        resolve();
      };
      out.once('drain', done);
      out.once('close', done);
      // It went away during the write: `close` was emitted already.
      if (this.isGone) done();
    });
  }
}
