import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { apiErrors } from '#meta';
import { BODY_LIMIT, ClientGone, type HttpCall, type Reply } from './call.ts';
import { handle } from './handle.ts';
import type { House } from './house.ts';

/** Answers requests of the same process without a socket. Otherwise they are served like all requests. */
export class InProcessCalls {
  readonly #house: House;
  // No client certificate: callers authenticate by a token.
  readonly #nowhere = new Socket();
  /** Answers that are not read to their end. */
  readonly #open = new Set<ReplyStream>();

  constructor(house: House) {
    this.#house = house;
  }

  async fetch(request: Request): Promise<Response> {
    const gone = new AbortController();
    if (request.signal.aborted) gone.abort();
    request.signal.addEventListener('abort', () => gone.abort(), { once: true });
    const call = new FetchCall(request, { socket: this.#nowhere, signal: gone.signal });
    const reply = await handle(this.#house, call);
    request.signal.throwIfAborted();
    return responseTo(call, reply, (body) => new ReplyStream(body, { gone, open: this.#open }).readable);
  }

  /** Whoever stopped reading a watch and said nothing would keep it, and with it the server, until its time is over. */
  async end(): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream.end()));
  }
}

class FetchCall implements HttpCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpCall['headers'];
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
  readonly signal: AbortSignal;
  readonly #request: Request;
  #body: Promise<Buffer> | undefined;
  received: number | undefined = undefined;

  constructor(request: Request, { socket, signal }: Pick<HttpCall, 'socket' | 'signal'>) {
    const { pathname, search } = new URL(request.url);
    this.method = request.method;
    this.path = pathname;
    this.query = search.slice(1);
    const headers = [...request.headers];
    this.headers = Object.fromEntries(headers);
    this.rawHeaders = headers.flat();
    this.socket = socket;
    this.signal = signal;
    this.#request = request;
  }

  body(): Promise<Buffer> {
    this.#body ??= this.#read();
    return this.#body;
  }
  async #read(): Promise<Buffer> {
    const bytes = await this.#whole();
    if (bytes.length > BODY_LIMIT) throw apiErrors.requestEntityTooLarge(`limit is ${BODY_LIMIT}`);
    this.received = bytes.length;
    return bytes;
  }
  async #whole(): Promise<Buffer> {
    try {
      return Buffer.from(await this.#request.arrayBuffer());
    } catch (cause) {
      throw new ClientGone({ cause });
    }
  }
}

/** Statuses that have no body. */
const bodiless = new Set([101, 204, 205, 304]);

function responseTo(
  { method }: HttpCall,
  { status, headers, body }: Reply,
  streamOf: (body: AsyncIterable<Uint8Array>) => ReadableStream<Uint8Array>,
): Response {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) sent.append(name, one);
  const isBare = method === 'HEAD' || bodiless.has(status);
  if (isBare && !(body instanceof Uint8Array)) void body[Symbol.asyncIterator]().return?.();
  return new Response(isBare ? null : body instanceof Uint8Array ? new Uint8Array(body) : streamOf(body), {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: sent,
  });
}

/** Pulled no faster than it is read; cancelling it ends the work behind it. */
class ReplyStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #gone: AbortController;
  readonly #open: Set<ReplyStream>;

  constructor(
    body: AsyncIterable<Uint8Array>,
    { gone, open }: { readonly gone: AbortController; readonly open: Set<ReplyStream> },
  ) {
    this.#chunks = body[Symbol.asyncIterator]();
    this.#gone = gone;
    this.#open = open;
    open.add(this);
    this.readable = new ReadableStream(
      { pull: (controller) => this.#pull(controller), cancel: () => this.end() },
      { highWaterMark: 0 },
    );
  }

  async end(): Promise<void> {
    this.#open.delete(this);
    this.#gone.abort();
    await this.#chunks.return?.();
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const next = await this.#chunks.next();
      if (!next.done) return controller.enqueue(new Uint8Array(next.value));
    } catch (error) {
      this.#open.delete(this);
      throw error;
    }
    this.#open.delete(this);
    controller.close();
  }
}
