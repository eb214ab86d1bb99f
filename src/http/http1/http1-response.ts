import type { Socket } from 'node:net';
import { briefBytes, type Clock } from '#meta';
import { type Reply, withoutBody } from '../call.ts';
import { chunkOf, LAST_CHUNK } from '../chunked.ts';
import { responseHead } from './response-head.ts';

interface ResponseParts {
  readonly clock: Clock;
  readonly headOnly: boolean;
}

/** An answer of HTTP/1.1, written by hand, with the methods of Node's that an outlet uses. */
export class Http1Response {
  readonly #clock: Clock;
  readonly #headOnly: boolean;
  #hasBody = true;
  /** Made, and not written yet. */
  #head = '';
  #isOver = false;
  #onClose: (() => void)[] | undefined;
  #onFinish: (() => void) | undefined;
  readonly socket: Socket;
  headersSent = false;
  /** The body goes out in chunks, which who writes it in parts makes. */
  chunkedEncoding = false;

  constructor(socket: Socket, { clock, headOnly }: ResponseParts) {
    this.socket = socket;
    this.#clock = clock;
    this.#headOnly = headOnly;
  }
  /** Nothing more can be sent: all is, or the client has gone. */
  get destroyed(): boolean {
    return this.#isOver || !this.socket.writable;
  }

  once(event: 'close' | 'finish' | 'drain', listener: () => void): void {
    if (event === 'drain') this.socket.once('drain', listener);
    else if (event === 'finish') this.#onFinish = listener;
    else this.#onClose = [...(this.#onClose ?? []), listener];
  }
  off(event: 'close' | 'drain', listener: () => void): void {
    if (event === 'drain') this.socket.off('drain', listener);
    else this.#onClose = this.#onClose?.filter((other) => other !== listener);
  }

  writeHead(status: number, headers: Reply['headers']): void {
    this.#hasBody = !this.#headOnly && !withoutBody.has(status);
    this.chunkedEncoding = this.#hasBody && headers['content-length'] === undefined;
    this.#head = responseHead({ status, headers }, { now: this.#clock.now(), isChunked: this.chunkedEncoding });
    this.headersSent = true;
  }
  flushHeaders(): void {
    if (this.#head !== '') this.#send(Buffer.from(this.#takeHead(), 'latin1'));
  }
  write(part: Uint8Array): boolean {
    this.flushHeaders();
    return this.#hasBody ? this.#send(part) : true;
  }
  /** The head and a whole body are one write. */
  end(part: Uint8Array = nothing): void {
    const body = this.#bodyOf(part);
    this.#send(this.#head === '' ? body : joined(this.#takeHead(), body), this.#onFinish);
    this.closed();
  }
  destroy(): void {
    this.socket.destroy();
  }

  /** It is over: sent, or its connection is closed. */
  closed(): void {
    this.#isOver = true;
    const listeners = this.#onClose;
    this.#onClose = undefined;
    for (const listener of listeners ?? []) listener();
  }

  #bodyOf(part: Uint8Array): Uint8Array {
    if (!this.#hasBody) return nothing;
    if (!this.chunkedEncoding) return part;
    return part.length === 0 ? LAST_CHUNK : Buffer.concat([...chunkOf(part), LAST_CHUNK]);
  }
  #takeHead(): string {
    const head = this.#head;
    this.#head = '';
    return head;
  }
  /** `sent` is called when all of it is out, and not where the connection breaks before. */
  #send(bytes: Uint8Array, sent?: () => void): boolean {
    const { socket } = this;
    if (!socket.writable) return true;
    return sent === undefined ? socket.write(bytes) : socket.write(bytes, (error) => error ?? sent());
  }
}

const nothing = new Uint8Array(0);

function joined(head: string, body: Uint8Array): Buffer {
  const all = briefBytes(head.length + body.length);
  all.write(head, 'latin1');
  all.set(body, head.length);
  return all;
}
