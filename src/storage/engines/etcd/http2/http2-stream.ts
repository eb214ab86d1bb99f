import { Http2Error, LARGEST_WINDOW } from './frames.ts';
import type { Headers } from './header-decoder.ts';

/** As much of one answer may be on its way: pages and events are large, and round trips should not be waited for. */
export const WINDOW_BYTES = 16 * 1024 * 1024;

/** Why a request got no whole answer. */
export interface StreamFailure {
  readonly error: Error;
  /** The other side has not done anything with it. */
  readonly isUnprocessed: boolean;
}

/** Whoever asked. Is told what comes while it is read, so what it does must be quick and must not throw. */
export interface Receiver {
  /** Those of an answer, and those behind it. */
  headers(headers: Headers): void;
  /** A view of what was read. */
  data(bytes: Buffer): void;
  /** Once and last; without a failure when the other side has said all that it had to say. */
  end(failure?: StreamFailure): void;
}

/** What a stream needs of its connection. */
export interface StreamSide {
  /** There is something to send, or it is the end. */
  push(stream: Http2Stream): void;
  cancel(stream: Http2Stream): void;
  /** The other side may send so much more. */
  allow(stream: Http2Stream, bytes: number): void;
}

/** One request and its answer. */
export class Http2Stream {
  /** 0 as long as it waits until the other side takes another stream. */
  id = 0;
  readonly head: Uint8Array;
  readonly receiver: Receiver;
  readonly #side: StreamSide;
  readonly #unsent: Uint8Array[] = [];
  #isComplete = false;
  #sendWindow = 0;
  #receiveWindow = WINDOW_BYTES;
  /** What has come and been taken since the other side was last told so. */
  #taken = 0;
  #isSent = false;

  constructor(head: Uint8Array, receiver: Receiver, side: StreamSide) {
    this.head = head;
    this.receiver = receiver;
    this.#side = side;
  }

  /** All of it has been sent. */
  get isSent(): boolean {
    return this.#isSent;
  }
  /** Something waits for a window. */
  get isBlocked(): boolean {
    return this.#unsent.length > 0;
  }

  /** With `isLast` nothing may follow. The bytes must stay as they are. */
  send(bytes: Uint8Array, { isLast = false } = {}): void {
    if (this.#isComplete) return;
    if (bytes.length > 0) this.#unsent.push(bytes);
    this.#isComplete = isLast;
    this.#side.push(this);
  }
  end(): void {
    this.send(new Uint8Array(), { isLast: true });
  }
  /** Nobody wants the answer any more. The receiver is told nothing more. */
  cancel(): void {
    this.#side.cancel(this);
  }
  /** What came is done with: as much more may come. */
  taken(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken < WINDOW_BYTES / 2) return;
    this.#receiveWindow += this.#taken;
    this.#side.allow(this, this.#taken);
    this.#taken = 0;
  }

  /** The next bytes to send, at most so many; undefined when there is nothing, or no room in the window. */
  next(most: number): { readonly bytes: Uint8Array; readonly isLast: boolean } | undefined {
    const first = this.#unsent[0];
    if (first === undefined) return this.#isComplete && !this.#isSent ? this.#last(new Uint8Array()) : undefined;
    const size = Math.min(first.length, most, this.#sendWindow);
    if (size <= 0) return undefined;
    this.#sendWindow -= size;
    const bytes = first.subarray(0, size);
    if (size < first.length) this.#unsent[0] = first.subarray(size);
    else this.#unsent.shift();
    return this.#isComplete && this.#unsent.length === 0 ? this.#last(bytes) : { bytes, isLast: false };
  }
  #last(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly isLast: boolean } {
    this.#isSent = true;
    return { bytes, isLast: true };
  }

  /** The other side takes so much more, or less. */
  widen(bytes: number): void {
    this.#sendWindow += bytes;
    if (this.#sendWindow > LARGEST_WINDOW)
      throw new Http2Error('FLOW_CONTROL_ERROR', `the window of stream ${this.id} is too large`);
  }
  arrived(bytes: number): void {
    this.#receiveWindow -= bytes;
    if (this.#receiveWindow < 0)
      throw new Http2Error('FLOW_CONTROL_ERROR', `more on stream ${this.id} than its window holds`);
  }
}
