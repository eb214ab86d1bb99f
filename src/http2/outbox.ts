import type { Duplex } from 'node:stream';
import { briefBytes, ReusedBuffers } from '#meta';
import { type Frame, HEAD_BYTES, Http2Error, writeFrameHead } from './frames.ts';

/** More than this does not leave in one write, as long as there is somebody who can wait. */
const MOST_AT_ONCE = 512 * 1024;
/** What may wait for somebody who does not read: flow control bounds what is sent, but not what answers it. */
const MOST_WAITING = 4 * 1024 * 1024;

/** A frame on its way out. Its payload must stay as it is until it is sent. */
interface OutgoingFrame extends Omit<Frame, 'payload'> {
  readonly payload: Uint8Array;
  /** Called when nobody needs the payload any more. */
  readonly sent?: (() => void) | undefined;
}

const buffers = new ReusedBuffers();

/** Frames on their way out: those of one turn of the event loop leave in one write. */
export class Outbox {
  readonly #socket: Duplex;
  readonly #roomAgain: () => void;
  #frames: OutgoingFrame[] = [];
  #size = 0;
  #isDue = false;

  /** `roomAgain` is told when it takes more of what can wait. */
  constructor(socket: Duplex, roomAgain: () => void) {
    this.#socket = socket;
    this.#roomAgain = roomAgain;
    socket.on('drain', roomAgain);
  }
  /** Whether it takes more of what can wait. */
  get hasRoom(): boolean {
    return this.#size + this.#socket.writableLength < MOST_AT_ONCE;
  }

  add(frame: OutgoingFrame): void {
    this.#frames.push(frame);
    this.#size += HEAD_BYTES + frame.payload.length;
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(this.#flushDue);
  }

  /** Throws when the other side lets too much wait. */
  assertIsRead(): void {
    if (this.#size + this.#socket.writableLength > MOST_WAITING)
      throw new Http2Error('ENHANCE_YOUR_CALM', 'it asks for more than it reads');
  }

  flush(): void {
    if (this.#size === 0) return;
    const frames = this.#frames;
    const size = this.#size;
    this.#frames = [];
    this.#size = 0;
    if (!this.#socket.writable) return;
    const isTaken = this.#write(frames, size);
    for (const { sent } of frames) sent?.();
    // A socket that has taken everything at once does not drain.
    if (isTaken) this.#roomAgain();
  }

  readonly #flushDue = (): void => {
    this.#isDue = false;
    this.flush();
  };

  #write(frames: readonly OutgoingFrame[], size: number): boolean {
    const isLarge = size > ReusedBuffers.leastBytes;
    const bytes = isLarge ? buffers.take(size) : briefBytes(size);
    let at = 0;
    for (const frame of frames) {
      writeFrameHead(bytes, at, frame, frame.payload.length);
      bytes.set(frame.payload, at + HEAD_BYTES);
      at += HEAD_BYTES + frame.payload.length;
    }
    if (!isLarge) return this.#socket.write(bytes);
    return this.#socket.write(bytes.subarray(0, size), (error) => error ?? buffers.giveBack(bytes));
  }
}
