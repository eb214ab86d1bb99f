import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Socket } from 'node:net';
import { apiErrors } from '#meta';
import { BODY_LIMIT, ClientGone, type HttpCall } from './call.ts';
import { goneSignal } from './gone-signal.ts';
import type { Outlet } from './outlet.ts';

export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** How much of a body that is too large is read, and dropped, before the connection is cut. */
const DRAINED_BODY_LIMIT = 16 * 1024 * 1024;

interface CallOptions {
  readonly stopping: AbortSignal;
  readonly upgrade: string | undefined;
  readonly switches: boolean;
}

/** A request of Node's HTTP servers as an HttpCall. */
export class NodeCall implements HttpCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpCall['headers'];
  readonly upgrade: string | undefined;
  readonly switches: boolean;
  readonly #request: NodeRequest;
  readonly #outlet: Outlet;
  readonly #stopping: AbortSignal;
  #signal: AbortSignal | undefined;
  #received: number | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(request: NodeRequest, outlet: Outlet, { stopping, upgrade, switches }: CallOptions) {
    const url = request.url ?? '/';
    const question = url.indexOf('?');
    this.method = request.method ?? 'GET';
    this.path = question < 0 ? url : url.slice(0, question);
    this.query = question < 0 ? '' : url.slice(question + 1);
    this.headers = request.headers;
    this.upgrade = upgrade;
    this.switches = switches;
    this.#request = request;
    this.#outlet = outlet;
    this.#stopping = stopping;
  }
  get rawHeaders(): readonly string[] {
    return this.#request.rawHeaders;
  }
  get socket(): Socket {
    // HTTP/2 gives each stream another socket object; the session's is the same for the whole connection.
    const session = 'stream' in this.#request ? this.#request.stream.session : undefined;
    return session?.socket ?? this.#request.socket;
  }
  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.#outlet, this.#stopping);
    return this.#signal;
  }
  get received(): number | undefined {
    return this.#received;
  }
  stream(): AsyncIterable<Uint8Array> | undefined {
    const request = this.#request;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    // HTTP/2 need not announce what comes.
    const isEmpty = 'stream' in request ? request.stream.endAfterHeaders : length === '0' && coding === undefined;
    return isEmpty || this.switches ? undefined : this.#pieces();
  }
  async *#pieces(): AsyncGenerator<Uint8Array> {
    this.#received = 0;
    for await (const piece of this.#request as AsyncIterable<Uint8Array>) {
      this.#received += piece.length;
      yield piece;
    }
  }
  body(): Promise<Buffer> {
    this.#body ??= this.#read();
    return this.#body;
  }
  #read(): Promise<Buffer> {
    const request = this.#request as IncomingMessage;
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      let length = 0;
      let whole = false;
      request.on('data', (part: Buffer) => {
        length += part.length;
        if (length <= BODY_LIMIT) parts.push(part);
        else reject(apiErrors.requestEntityTooLarge(`limit is ${BODY_LIMIT}`));
        // A client reads the answer only after it has sent its body; but the rest is read only up to a limit.
        if (length > DRAINED_BODY_LIMIT) request.destroy();
      });
      request.on('end', () => {
        whole = true;
        this.#received = length;
        resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
      });
      request.on('error', (cause) => reject(new ClientGone({ cause })));
      // `close` comes for every request; the error is made only for incomplete ones, because its stack is expensive.
      request.on('close', () => whole || reject(new ClientGone()));
    });
  }
}
