import type { TLSSocket } from 'node:tls';
import type { Clock, MaybePromise } from '#meta';
import type { HttpCall } from '../call.ts';
import type { Deadlines } from '../limits.ts';
import { Outlet } from '../outlet.ts';
import { Http1Call } from './http1-call.ts';
import { Http1Response } from './http1-response.ts';
import type { ConnectionReader } from './node-reader.ts';
import { type RequestHead, RequestHeads } from './request-head.ts';

export interface Http1Parts {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly stopping: AbortSignal;
  /** Answers a request; a promise only where that takes a while. Never fails. */
  answer(call: HttpCall, outlet: Outlet): MaybePromise<void>;
  /** Gets the connection, for good, with the first request that is not plain. */
  readonly readByNode: ConnectionReader;
}

/** Of requests that come while another one is in work. */
const MOST_WAITING_BYTES = 64 * 1024;

/**
 * A connection of HTTP/1.1. Plain requests are read and answered here, one after the other, with one write for each. With
 * the first that is anything else the connection goes over to Node's server, whose parser knows all of HTTP.
 */
export class Http1Connection {
  readonly #socket: TLSSocket;
  readonly #parts: Http1Parts;
  readonly #heads = new RequestHeads();
  /** The request whose answer is not over, or whose body is not all there. */
  #current: Current | undefined;
  /** What came behind it. */
  #waiting: Buffer = nothing;

  constructor(socket: TLSSocket, parts: Http1Parts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#keep(this.#current === undefined ? bytes : this.#current.call.take(bytes));
    this.#goOn();
  };
  /** Who sends requests and does not read the answers gets no more of them until then. */
  readonly #onDrain = (): void => this.#goOn();
  /** `close` reports the end. */
  readonly #onError = (): void => {};
  readonly #onClose = (): void => {
    this.#current?.call.closed();
    this.#current?.response.closed();
  };

  #keep(bytes: Buffer): void {
    this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
  }

  /** Serves what waits, until nothing does or something has to be waited for. */
  #goOn(): void {
    while (this.#waiting.length > 0 && this.#isFree()) {
      const bytes = this.#waiting;
      this.#waiting = nothing;
      const head = this.#heads.read(bytes);
      if (head === undefined) {
        this.#handOver(bytes);
        return;
      }
      this.#serve(head, bytes.subarray(head.length));
    }
    const isFull = this.#waiting.length > MOST_WAITING_BYTES;
    if (isFull !== this.#socket.isPaused()) this.#socket[isFull ? 'pause' : 'resume']();
  }

  #isFree(): boolean {
    if (this.#current?.isAnswered === true && this.#current.call.isWhole) this.#current = undefined;
    return this.#current === undefined && !this.#socket.writableNeedDrain;
  }

  #serve(head: RequestHead, bytes: Buffer): void {
    const { clock, deadlines, stopping } = this.#parts;
    const response = new Http1Response(this.#socket, { clock, headOnly: head.method === 'HEAD' });
    const outlet = new Outlet(response, deadlines);
    const call = new Http1Call(head, { socket: this.#socket, outlet, stopping });
    const current: Current = { call, response, isAnswered: false };
    this.#current = current;
    this.#keep(call.take(bytes));
    const answering = this.#parts.answer(call, outlet);
    if (answering instanceof Promise) {
      void answering.then(() => {
        current.isAnswered = true;
        this.#goOn();
      });
    } else {
      current.isAnswered = true;
    }
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('drain', this.#onDrain);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    // What was read already is read again. Paused, because who listens for data does not get what is unshifted before.
    socket.pause();
    socket.unshift(bytes);
    this.#parts.readByNode(socket);
    socket.resume();
  }
}

interface Current {
  readonly call: Http1Call;
  readonly response: Http1Response;
  isAnswered: boolean;
}

const nothing = Buffer.alloc(0);
