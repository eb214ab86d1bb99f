import type { Duplex } from 'node:stream';
import { nextTurn } from '#meta';
import { type Frame, HEAD_BYTES, Http2Error, writeFrameHead } from './frames.ts';

/** Frames are written one behind the other into pieces of memory of this size. */
const SLAB_BYTES = 64 * 1024;
/** What may wait for a server that does not read: flow control bounds what is asked of it, but not what answers it. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Frames on their way out: those of one turn of the event loop leave in one write. */
export class Outbox {
  readonly #socket: Duplex;
  #slab: Buffer = Buffer.allocUnsafe(SLAB_BYTES);
  /** What lies before has been given to the socket. */
  #sent = 0;
  #end = 0;
  #isDue = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  /** Copies the payload. */
  add(frame: Omit<Frame, 'payload'> & { readonly payload: Uint8Array }): void {
    const { payload } = frame;
    const at = this.#reserve(HEAD_BYTES + payload.length);
    writeFrameHead(this.#slab, at, frame, payload.length);
    this.#slab.set(payload, at + HEAD_BYTES);
  }
  /** Bytes that are no frame. */
  addBytes(bytes: Uint8Array): void {
    this.#slab.set(bytes, this.#reserve(bytes.length));
  }

  /** Throws when the other side lets too much wait. */
  assertIsRead(): void {
    if (this.#socket.writableLength > MOST_WAITING)
      throw new Http2Error('ENHANCE_YOUR_CALM', 'it asks for more than it reads');
  }

  flush(): void {
    if (this.#sent < this.#end && this.#socket.writable) this.#socket.write(this.#slab.subarray(this.#sent, this.#end));
    this.#sent = this.#end;
  }

  #reserve(size: number): number {
    if (this.#end + size > this.#slab.length) {
      this.flush();
      this.#slab = Buffer.allocUnsafe(Math.max(SLAB_BYTES, size));
      this.#sent = 0;
      this.#end = 0;
    }
    const at = this.#end;
    this.#end += size;
    this.#flushSoon();
    return at;
  }
  #flushSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void nextTurn().then(() => {
      this.#isDue = false;
      this.flush();
    });
  }
}
