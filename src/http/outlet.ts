import type { ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';
import type { Reply } from './call.ts';

export type Response = ServerResponse | Http2ServerResponse;

/** The way out of one answer. HTTP/1.1 and HTTP/2 differ in how one sees that the client is gone, and in how one breaks off. */
export class Outlet {
  readonly #out: ServerResponse;
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
    // The compatible part of both: the types of the two classes do not say that they share it.
    this.#out = response as ServerResponse;
  }
  /** The client hears nothing any more. */
  get isGone(): boolean {
    const response = this.#response;
    return 'stream' in response ? response.stream.destroyed || response.stream.closed : response.destroyed;
  }
  /** It is too late for another answer. */
  get hasBegun(): boolean {
    return this.#out.headersSent;
  }

  /** Sends the answer as fast as the client reads it, and no faster. */
  async send({ status, headers, body }: Reply, { headOnly }: { readonly headOnly: boolean }): Promise<void> {
    const out = this.#out;
    out.writeHead(status, headers as Record<string, string>);
    if (body instanceof Uint8Array) {
      out.end(headOnly ? undefined : body);
      return;
    }
    if (!headOnly) {
      out.flushHeaders();
      // Leaving the loop early ends the stream's work.
      for await (const chunk of body) {
        if (this.isGone) return;
        if (!out.write(chunk)) await this.#drained();
        if (this.isGone) return;
      }
    }
    out.end();
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

  /** A client that goes away will never drain: `close` ends the wait too. */
  #drained(): Promise<void> {
    const out = this.#out;
    return new Promise((resolve) => {
      const done = (): void => {
        out.off('drain', done);
        out.off('close', done);
        resolve();
      };
      out.once('drain', done);
      out.once('close', done);
      // It went away while we were writing: `close` has been told already.
      if (this.isGone) done();
    });
  }
}
