import type { matches } from './request-record.ts';

type Asked = Parameters<typeof matches>[0];

interface HeldWatchOptions {
  readonly events?: number | undefined;
  /** Told when it is over, whoever ended it: whatever works for it ends then. */
  over(): void;
}

/** An open watch whose events can be held back, and which can be ended. */
export class HeldWatch implements AsyncIterableIterator<Uint8Array> {
  readonly asked: Asked;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #over: () => void;
  /** How many events may still come. */
  #left: number;
  #gates = new Set<Promise<void>>();
  #cut: () => void = () => undefined;
  readonly #isCut: Promise<'cut'>;

  constructor(
    asked: Asked,
    body: AsyncIterable<Uint8Array>,
    { events = Number.POSITIVE_INFINITY, over }: HeldWatchOptions,
  ) {
    this.asked = asked;
    this.#source = body[Symbol.asyncIterator]();
    this.#left = events;
    this.#over = over;
    this.#isCut = new Promise((resolve) => {
      this.#cut = () => resolve('cut');
    });
  }
  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Nothing comes until the gate opens. */
  hold(gate: Promise<void>): void {
    this.#gates.add(gate);
    void gate.then(() => this.#gates.delete(gate));
  }
  /** Ends it, as a server does that shuts down. */
  cut(): void {
    this.#cut();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#left <= 0) return this.return();
    const next = await Promise.race([this.#source.next(), this.#isCut]);
    if (next === 'cut' || next.done) return this.return();
    while (this.#gates.size > 0) {
      if ((await Promise.race([Promise.all(this.#gates), this.#isCut])) === 'cut') return this.return();
    }
    return { done: false, value: this.#counted(next.value) };
  }
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#over();
    // Not waited for: an event may be on its way that never comes.
    void this.#source.return?.();
    return { done: true, value: undefined };
  }

  /** As many of the events as may still come. */
  #counted(chunk: Uint8Array): Uint8Array {
    if (this.#left === Number.POSITIVE_INFINITY) return chunk;
    for (let end = endOfEvent(chunk, 0); end <= chunk.length; end = endOfEvent(chunk, end)) {
      if (--this.#left === 0) return chunk.subarray(0, end);
    }
    return chunk;
  }
}

const LINE_FEED = 0x0a;
const OPEN_BRACE = 0x7b;
const LENGTH_BYTES = 4;

/** Where the event ends that begins at a place; beyond the chunk where there is none. JSON ends with its line, protobuf says its length. */
function endOfEvent(chunk: Uint8Array, from: number): number {
  if (from >= chunk.length) return Number.POSITIVE_INFINITY;
  if (chunk[from] === OPEN_BRACE) return chunk.indexOf(LINE_FEED, from) + 1 || Number.POSITIVE_INFINITY;
  return from + LENGTH_BYTES + Buffer.from(chunk.subarray(from, from + LENGTH_BYTES)).readUInt32BE();
}
