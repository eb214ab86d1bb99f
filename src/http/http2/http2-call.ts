import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderField, RequestHead, ServerStream } from '#http2';
import { apiErrors } from '#meta';
import { BODY_LIMIT, ClientGone, DRAINED_BODY_LIMIT, type HttpCall } from '../call.ts';
import { goneSignal } from '../gone-signal.ts';
import { escapedTarget } from '../header-text.ts';
import type { Outlet } from '../outlet.ts';

interface CallParts {
  readonly stream: ServerStream;
  readonly socket: Socket;
  readonly outlet: Outlet;
  readonly stopping: AbortSignal;
}

/** A request of HTTP/2. No more of its body comes than a window holds, until somebody wants it. */
export class Http2Call implements HttpCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpCall['headers'];
  readonly socket: Socket;
  readonly upgrade = undefined;
  readonly switches = false;
  readonly #head: RequestHead;
  readonly #stream: ServerStream;
  readonly #outlet: Outlet;
  readonly #stopping: AbortSignal;
  /** What has come and nobody has taken. */
  #waiting: Buffer[] = [];
  #isWhole: boolean;
  #isGone = false;
  #received: number | undefined;
  #rawHeaders: readonly string[] | undefined;
  #signal: AbortSignal | undefined;
  #body: Promise<Buffer> | undefined;
  /** Called when there is more to take, or never will be. */
  #wake: (() => void) | undefined;

  constructor(head: RequestHead, { stream, socket, outlet, stopping }: CallParts) {
    const target = escapedTarget(head.path);
    const question = target.indexOf('?');
    this.method = head.method;
    this.path = question < 0 ? target : target.slice(0, question);
    this.query = question < 0 ? '' : target.slice(question + 1);
    this.headers = headersOf(head.fields);
    this.socket = socket;
    this.#head = head;
    this.#stream = stream;
    this.#outlet = outlet;
    this.#stopping = stopping;
    this.#isWhole = head.isEnd;
  }
  get rawHeaders(): readonly string[] {
    this.#rawHeaders ??= flattened(this.#head.fields);
    return this.#rawHeaders;
  }
  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.#outlet, this.#stopping);
    return this.#signal;
  }
  get received(): number | undefined {
    return this.#received;
  }
  body(): Promise<Buffer> {
    this.#body ??= this.#read();
    return this.#body;
  }
  stream(): AsyncIterable<Uint8Array> | undefined {
    return this.#head.isEnd ? undefined : this.#pieces();
  }

  data(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#wake?.();
  }
  end(): void {
    this.#isWhole = true;
    this.#wake?.();
  }
  closed(): void {
    this.#isGone = true;
    this.#wake?.();
  }

  #read(): Promise<Buffer> {
    const parts: Buffer[] = [];
    let length = 0;
    return new Promise((resolve, reject) => {
      this.#wake = () => {
        for (const piece of this.#take()) {
          length += piece.length;
          if (length <= BODY_LIMIT) parts.push(piece);
          else reject(apiErrors.requestEntityTooLarge(`limit is ${BODY_LIMIT}`));
        }
        // A client reads the answer only after it has sent its body; but the rest is read only up to a limit.
        if (length > DRAINED_BODY_LIMIT) this.#stream.reset('CANCEL');
        if (this.#isWhole) {
          this.#received = length;
          resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
        } else if (this.#isGone) {
          reject(new ClientGone());
        }
      };
      this.#wake();
    });
  }
  async *#pieces(): AsyncGenerator<Uint8Array> {
    this.#received = 0;
    while (true) {
      for (const piece of this.#take()) {
        this.#received += piece.length;
        yield piece;
      }
      if (this.#waiting.length > 0) continue;
      if (this.#isWhole) return;
      if (this.#isGone) throw new ClientGone();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
  /** As much more may come as is taken. */
  #take(): readonly Buffer[] {
    const pieces = this.#waiting;
    this.#waiting = [];
    let size = 0;
    for (const { length } of pieces) size += length;
    if (size > 0) this.#stream.taken(size);
    return pieces;
  }
}

/** Given twice, the first counts, as with Node's servers. */
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'if-modified-since',
  'if-none-match',
  'max-forwards',
  'range',
  'referer',
  'user-agent',
]);

function flattened(fields: readonly HeaderField[]): readonly string[] {
  const all: string[] = [];
  for (const [name, value] of fields) all.push(name, value);
  return all;
}

function headersOf(fields: readonly HeaderField[]): IncomingHttpHeaders {
  const headers = { __proto__: null } as unknown as IncomingHttpHeaders;
  for (const [name, value] of fields) {
    const before = headers[name];
    if (name === 'set-cookie') headers[name] = [...((before as string[] | undefined) ?? []), value];
    else if (before === undefined) headers[name] = value;
    else if (!single.has(name)) headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return headers;
}
