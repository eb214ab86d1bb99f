import type { Socket } from 'node:net';
import type { MaybePromise } from '#meta';
import { ClientGone, type HttpCall } from '../call.ts';
import { goneSignal } from '../gone-signal.ts';
import type { Outlet } from '../outlet.ts';
import type { RequestHead } from './request-head.ts';

interface CallParts {
  readonly socket: Socket;
  readonly outlet: Outlet;
  readonly stopping: AbortSignal;
}

/** A request of HTTP/1.1 that was read by hand. Its body comes in pieces, as many bytes as its head says. */
export class Http1Call implements HttpCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpCall['headers'];
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
  readonly upgrade = undefined;
  readonly switches = false;
  readonly #outlet: Outlet;
  readonly #stopping: AbortSignal;
  readonly #length: number;
  readonly #pieces: Buffer[] = [];
  /** Bytes of the body that are still to come. */
  #missing: number;
  #signal: AbortSignal | undefined;
  #body: MaybePromise<Buffer> | undefined;
  /** Who waits for the rest of the body. */
  #waiting: { whole(): void; gone(error: Error): void } | undefined;
  #isGone = false;

  constructor(head: RequestHead, { socket, outlet, stopping }: CallParts) {
    this.method = head.method;
    this.path = head.path;
    this.query = head.query;
    this.headers = head.headers;
    this.rawHeaders = head.rawHeaders;
    this.socket = socket;
    this.#outlet = outlet;
    this.#stopping = stopping;
    this.#length = head.contentLength;
    this.#missing = head.contentLength;
  }
  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.#outlet, this.#stopping);
    return this.#signal;
  }
  get received(): number | undefined {
    return this.#body !== undefined && this.isWhole ? this.#length : undefined;
  }
  body(): MaybePromise<Buffer> {
    this.#body ??= this.#read();
    return this.#body;
  }
  stream(): AsyncIterable<Uint8Array> | undefined {
    return this.#length === 0 ? undefined : this.#asStream();
  }

  /** All of the body is there. */
  get isWhole(): boolean {
    return this.#missing === 0;
  }
  /** Takes what belongs to the body, and returns what comes behind it. */
  take(bytes: Buffer): Buffer {
    if (this.isWhole) return bytes;
    const own = bytes.subarray(0, this.#missing);
    this.#pieces.push(own);
    this.#missing -= own.length;
    if (this.isWhole) this.#waiting?.whole();
    return bytes.subarray(own.length);
  }
  /** The connection is closed: what is missing will not come. */
  closed(): void {
    this.#isGone = true;
    if (!this.isWhole) this.#waiting?.gone(new ClientGone());
  }

  #read(): MaybePromise<Buffer> {
    if (this.isWhole) return this.#joined();
    if (this.#isGone) return Promise.reject(new ClientGone());
    return new Promise((resolve, gone) => {
      this.#waiting = { whole: () => resolve(this.#joined()), gone };
    });
  }
  #joined(): Buffer {
    const [only] = this.#pieces;
    return only !== undefined && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces);
  }
  async *#asStream(): AsyncGenerator<Uint8Array> {
    yield await this.body();
  }
}
