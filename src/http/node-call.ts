import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { apiErrors } from '#meta';
import { BODY_LIMIT, ClientGone, DRAINED_BODY_LIMIT, type HttpCall } from './call.ts';
import { goneSignal } from './gone-signal.ts';
import type { Outlet } from './outlet.ts';

interface CallOptions {
  readonly stopping: AbortSignal;
  readonly upgrade: string | undefined;
  readonly switches: boolean;
}

/** Clients of a proxy name the server in the first line too. RFC 9112, section 3.2.2 */
const absolute = /^https?:\/\/[^/?]*/i;

function targetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !absolute.test(url)) return url;
  const below = url.replace(absolute, '');
  return below.startsWith('/') ? below : `/${below}`;
}

/** A request of Node's server of HTTP/1.1 as an HttpCall. */
export class NodeCall implements HttpCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpCall['headers'];
  readonly upgrade: string | undefined;
  readonly switches: boolean;
  readonly #request: IncomingMessage;
  readonly #outlet: Outlet;
  readonly #stopping: AbortSignal;
  #signal: AbortSignal | undefined;
  #received: number | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(request: IncomingMessage, outlet: Outlet, { stopping, upgrade, switches }: CallOptions) {
    const url = targetOf(request);
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
    return this.#request.socket;
  }
  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.#outlet, this.#stopping);
    return this.#signal;
  }
  get received(): number | undefined {
    return this.#received;
  }
  stream(): AsyncIterable<Uint8Array> | undefined {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = this.#request.headers;
    const isEmpty = length === '0' && coding === undefined;
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
    const request = this.#request;
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
