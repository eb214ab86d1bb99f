import type { TLSSocket } from 'node:tls';
import { type RequestHead, ServerConnection, type ServerLimits, type ServerStream, type StreamUser } from '#http2';
import type { Clock, MaybePromise } from '#meta';
import { CONNECTION_LIMITS, type Connections } from '../connections.ts';
import type { Exchange } from '../exchange.ts';
import { HEADER_LIMIT } from '../http1/node-reader.ts';
import type { Deadlines } from '../limits.ts';
import { Outlet } from '../outlet.ts';
import { Http2Call } from './http2-call.ts';
import { Http2Response } from './http2-response.ts';

/** How much of one stream may be on its way: nearly every body whole. */
const WINDOW = 256 * 1024;

const limits: ServerLimits = {
  maxStreams: CONNECTION_LIMITS.streams,
  window: WINDOW,
  frameBytes: WINDOW,
  headersBytes: HEADER_LIMIT,
};

interface ServingParts {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly connections: Connections;
  /** Answers a request; a promise only where that takes a while. Never fails. */
  answer(exchange: Exchange): MaybePromise<void>;
}

/** Serves connections of HTTP/2. */
export class Http2Serving {
  readonly #parts: ServingParts;

  constructor(parts: ServingParts) {
    this.#parts = parts;
  }

  serve(socket: TLSSocket): void {
    const { clock, connections } = this.#parts;
    const connection: ServerConnection = new ServerConnection(socket, {
      limits,
      elapsed: () => clock.elapsed(),
      greeted: () => session.greeted(),
      closed: () => session.closed(),
      request: (stream, head) => this.#answer(stream, { head, socket, holder: connection }),
    });
    const session = connections.addSession(connection);
  }

  #answer(
    stream: ServerStream,
    { head, socket, holder }: { readonly head: RequestHead; readonly socket: TLSSocket; readonly holder: object },
  ): MaybePromise<void> {
    const { clock, deadlines, connections, answer } = this.#parts;
    const response = new Http2Response(stream, { clock, headOnly: head.method === 'HEAD' });
    const outlet = new Outlet(response, deadlines);
    const call = new Http2Call(head, { stream, socket, outlet, stopping: connections.stopping });
    stream.user = new CallAndResponse(call, response);
    return answer({ call, outlet, holder });
  }
}

/** What happens on a stream concerns the request or its answer. */
class CallAndResponse implements StreamUser {
  readonly #call: Http2Call;
  readonly #response: Http2Response;

  constructor(call: Http2Call, response: Http2Response) {
    this.#call = call;
    this.#response = response;
  }
  data(bytes: Buffer): void {
    this.#call.data(bytes);
  }
  end(): void {
    this.#call.end();
  }
  drained(): void {
    this.#response.drained();
  }
  closed(): void {
    this.#call.closed();
    this.#response.closed();
  }
}
