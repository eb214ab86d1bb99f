const MOST_BYTES = 1024 * 1024;
const MOST_KEPT = 4;

/**
 * Large buffers that are used again once their content is sent. They lie outside of the heap, where each new one makes
 * the next collection of garbage come sooner, a whole one that grows with everything in memory.
 */
export class ReusedBuffers {
  /** Smaller ones cost next to nothing. */
  static readonly leastBytes = 64 * 1024;
  readonly #free: Buffer[] = [];

  /** One of at least this size. */
  take(size: number): Buffer {
    if (size < ReusedBuffers.leastBytes || size > MOST_BYTES) return Buffer.allocUnsafe(size);
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(MOST_BYTES);
  }

  /** Only by whoever took it, and when nobody reads its bytes any more. */
  giveBack(buffer: Buffer): void {
    if (buffer.length === MOST_BYTES && this.#free.length < MOST_KEPT) this.#free.push(buffer);
  }
}
