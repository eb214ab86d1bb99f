import { Duplex } from 'node:stream';
import type { SpdyHeaders } from './header-block.ts';

/** What a stream does to its connection. */
interface StreamOutput {
  data(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
  reset(): void;
}

/** So much may wait for a slow reader before the connection is read no further. */
const MOST_WAITING = 256 * 1024;

/** One of the streams that a client opens. */
export class SpdyStream extends Duplex {
  readonly headers: SpdyHeaders;
  readonly #output: StreamOutput;
  #roomAgain: (() => void) | undefined;
  #isReset = false;

  constructor(headers: SpdyHeaders, output: StreamOutput) {
    super({ allowHalfOpen: true, readableHighWaterMark: MOST_WAITING, emitClose: true });
    this.headers = headers;
    this.#output = output;
    // Whoever uses the stream hears of its end by `close`.
    this.on('error', () => undefined);
  }

  /** Takes what the client sent; waits while too much of it is unread. */
  async receive(bytes: Buffer, { isLast }: { readonly isLast: boolean }): Promise<void> {
    if (this.destroyed || this.readableEnded) return;
    const hasRoom = bytes.length === 0 || this.push(bytes);
    if (isLast) this.push(null);
    if (hasRoom || isLast) return;
    await new Promise<void>((resolve) => {
      this.#roomAgain = resolve;
    });
  }

  /** The client has given it up. */
  resetByPeer(): void {
    this.#isReset = true;
    this.destroy();
  }

  override _read(): void {
    this.#roomAgain?.();
    this.#roomAgain = undefined;
  }
  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#output.data(bytes).then(() => done(), done);
  }
  override _final(done: (error?: Error | null) => void): void {
    this.#output.end().then(() => done(), done);
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this._read();
    if (!this.#isReset && !this.writableFinished) this.#output.reset();
    done(error);
  }
}
