import type { HeaderField } from './header-table.ts';
import { Http2Stream, type StreamSide } from './http2-stream.ts';

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
  headers(fields: readonly HeaderField[]): void;
  /** A view of what was read. */
  data(bytes: Buffer): void;
  /** Once and last; without a failure when the other side has said all that it had to say. */
  end(failure?: StreamFailure): void;
}

interface ClientSide extends StreamSide {
  cancel(stream: ClientStream): void;
}

/** A request that is sent. */
export class ClientStream extends Http2Stream {
  readonly head: Uint8Array;
  readonly receiver: Receiver;
  readonly #side: ClientSide;

  constructor(head: Uint8Array, receiver: Receiver, side: ClientSide) {
    super(side, WINDOW_BYTES);
    this.head = head;
    this.receiver = receiver;
    this.#side = side;
  }

  /** Nobody wants the answer any more. The receiver is told nothing more. */
  cancel(): void {
    this.#side.cancel(this);
  }
}
