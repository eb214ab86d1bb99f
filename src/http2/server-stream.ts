import type { Http2ErrorName } from '#meta';
import { Http2Stream, type StreamSide } from './http2-stream.ts';

/** Whoever answers. Is told what comes while it is read, so what it does must be quick and must not throw. */
export interface StreamUser {
  /** More of the body: a view of what was read. Who has taken it says so to the stream. */
  data(bytes: Buffer): void;
  /** The body is whole. */
  end(): void;
  /** What had to wait is sent. */
  drained(): void;
  /** Once and last: all is sent, or the client does not want it any more. */
  closed(): void;
}

export interface ServerSide extends StreamSide {
  begin(stream: ServerStream, head: Uint8Array, options: { readonly isLast: boolean }): void;
  reset(stream: ServerStream, reason: Http2ErrorName): void;
}

/** A request that has come, and the way of its answer. */
export class ServerStream extends Http2Stream {
  readonly #side: ServerSide;
  /** Set before anything else happens; undefined when it is closed for him. */
  user: StreamUser | undefined;
  /** All of the request is there. */
  isReceived = false;
  /** Bytes of the body that are still to come, where the client has said so. */
  missing: number | undefined;
  /** Bytes that came when it was answered already. */
  dropped = 0;

  constructor(id: number, side: ServerSide, window: number) {
    super(side, window);
    this.id = id;
    this.#side = side;
  }

  /** The user is told, once. */
  close(): void {
    const { user } = this;
    this.user = undefined;
    user?.closed();
  }

  /** The head of the answer, as `encodedHeaders` makes it; with `isLast` it has no body. */
  begin(head: Uint8Array, { isLast }: { readonly isLast: boolean }): void {
    this.#side.begin(this, head, { isLast });
  }
  /** The answer breaks off, or nothing more of the request is wanted. */
  reset(reason: Http2ErrorName): void {
    this.#side.reset(this, reason);
  }
}
