import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** One request, whatever the protocol. */
export interface HttpCall {
  readonly method: string;
  /** As sent, without the query: still percent-encoded. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn: lines with the same name stay apart. */
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
  /** The protocol that the client wants to go on with on this connection, in small letters. */
  readonly upgrade?: string | undefined;
  /** Fires when the client is gone or the server stops. */
  readonly signal: AbortSignal;
  /** The whole body, the same however often it is asked for. Refuses one that is too large. */
  body(): Promise<Buffer>;
  /** Bytes of the body, once it was read. */
  readonly received: number | undefined;
}

/** The same call, which ends with another signal as well. */
export function endingWith(call: HttpCall, signal: AbortSignal): HttpCall {
  const { method, path, query, headers, rawHeaders, socket, upgrade } = call;
  return {
    ...{ method, path, query, headers, rawHeaders, socket, upgrade },
    signal: AbortSignal.any([call.signal, signal]),
    body: () => call.body(),
    get received() {
      return call.received;
    },
  };
}

/** The client closed the connection before its request was complete: there is nobody to answer. */
export class ClientGone extends Error {
  constructor(options?: ErrorOptions) {
    super('the client went away before its request was complete', options);
    this.name = 'ClientGone';
  }
}

/** How many bytes the body of a request may have. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/** One answer. A stream is pulled no faster than the client reads. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] };
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

export const TEXT = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json';

export function textReply(status: number, text: string): Reply {
  return { status, headers: { 'content-type': TEXT, 'x-content-type-options': 'nosniff' }, body: Buffer.from(text) };
}

/** The answer for a path that is not served at all. */
export function pageNotFound(): Reply {
  return textReply(404, '404 page not found\n');
}
