import { Http2Error, LARGEST_WINDOW } from './frames.ts';

/** What a stream needs of its connection. */
export interface StreamSide {
  /** There is something to send, or it is the end. */
  push(stream: Http2Stream): void;
  /** The other side may send so much more. */
  allow(stream: Http2Stream, bytes: number): void;
}

/** One request and its answer: what is to be sent of it, and how much either side may send. */
export class Http2Stream {
  /** 0 as long as it has not begun. */
  id = 0;
  readonly #side: StreamSide;
  readonly #window: number;
  readonly #unsent: Uint8Array[] = [];
  #isComplete = false;
  #sendWindow = 0;
  #receiveWindow: number;
  /** What has come and been taken since the other side was last told so. */
  #taken = 0;
  #isSent = false;
  /** Called when the last of what was to be sent is out. */
  sent: (() => void) | undefined;

  /** So much may come before it is taken. */
  constructor(side: StreamSide, window: number) {
    this.#side = side;
    this.#window = window;
    this.#receiveWindow = window;
  }

  /** All of it has been sent. */
  get isSent(): boolean {
    return this.#isSent;
  }
  /** Something waits: for a window, or until the connection takes more. */
  get isBlocked(): boolean {
    return this.#unsent.length > 0 || (this.#isComplete && !this.#isSent);
  }

  /** With `isLast` nothing may follow. The bytes must stay as they are. */
  send(bytes: Uint8Array, { isLast = false } = {}): void {
    if (this.#isComplete) return;
    if (bytes.length > 0) this.#unsent.push(bytes);
    this.#isComplete = isLast;
    this.#side.push(this);
  }
  /** What was sent before it was all. */
  complete(): void {
    this.#isComplete = true;
    this.#isSent = true;
  }
  end(): void {
    this.send(new Uint8Array(), { isLast: true });
  }
  /** What came is done with: as much more may come. */
  taken(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken < this.#window / 2) return;
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
      throw new Http2Error('FLOW_CONTROL_ERROR', `the window of stream ${this.id} is too large`, this.id);
  }
  arrived(bytes: number): void {
    this.#receiveWindow -= bytes;
    if (this.#receiveWindow < 0)
      throw new Http2Error('FLOW_CONTROL_ERROR', `more on stream ${this.id} than its window holds`, this.id);
  }
}
