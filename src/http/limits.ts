import { apiErrors, type Clock, LinkedList, type MaybePromise, orElse, whenReady } from '#meta';
import { type BodyStream, type PartSink, type Reply, textReply } from './call.ts';

/** Bounds the number of requests at the same time; further ones get a 429. */
export class InflightLimit {
  readonly #limit: number;
  readonly #deadlines: Deadlines;
  #running = 0;

  /** 0: no limit. */
  constructor(limit: number, deadlines: Deadlines) {
    this.#limit = limit;
    this.#deadlines = deadlines;
  }
  get running(): number {
    return this.#running;
  }
  within(work: () => MaybePromise<Reply>): MaybePromise<Reply> {
    if (this.#limit > 0 && this.#running >= this.#limit) return busy();
    this.#running++;
    const reply = orElse(work, (error) => {
      this.#running--;
      throw error;
    });
    return whenReady(reply, (made) => this.#made(made));
  }

  #made(reply: Reply): Reply {
    if (!(reply.body instanceof Uint8Array)) return this.#untilSent(reply, reply.body);
    this.#running--;
    return reply;
  }

  /**
   * A request counts until the last of its answer is sent, or until the time for requests is up: an answer that is
   * still being read then is read slowly, and costs next to nothing.
   */
  #untilSent(reply: Reply, body: AsyncIterable<Uint8Array>): Reply {
    let isRunning = true;
    const end = (): void => {
      if (isRunning) this.#running--;
      isRunning = false;
    };
    const inTime = this.#deadlines.begin(end);
    const sent = (): void => {
      inTime();
      end();
    };
    return { ...reply, body: new FollowedStream(body, sent) };
  }
}

/** A stream that reports its end, however it ends. A plain generator that was never started would not. */
export class FollowedStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: BodyStream;
  /** Where the source can. */
  readonly push?: (sink: PartSink) => Promise<void>;
  #over: ((bytes: number) => void) | undefined;
  #bytes = 0;

  /** `over` gets the number of bytes. */
  constructor(source: AsyncIterable<Uint8Array>, over: (bytes: number) => void) {
    const from: BodyStream = source[Symbol.asyncIterator]();
    this.#source = from;
    this.#over = over;
    const { push } = from;
    if (push !== undefined) this.push = (sink) => push.call(from, (part) => sink(this.#counted(part)));
  }
  [Symbol.asyncIterator](): this {
    return this;
  }
  next(): Promise<IteratorResult<Uint8Array>> {
    return this.#source.next().then(this.#came, this.#failed);
  }
  #counted(part: Uint8Array): Uint8Array {
    this.#bytes += part.length;
    return part;
  }
  readonly #came = (next: IteratorResult<Uint8Array>): IteratorResult<Uint8Array> => {
    if (next.done) this.#end();
    else this.#counted(next.value);
    return next;
  };
  readonly #failed = (error: unknown): never => {
    this.#end();
    throw error;
  };
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#end();
    await this.#source.return?.();
    return { done: true, value: undefined };
  }
  #end(): void {
    this.#over?.(this.#bytes);
    this.#over = undefined;
  }
}

function busy(): Reply {
  const reply = textReply(429, 'Too many requests, please try again later.\n');
  return { ...reply, headers: { ...reply.headers, 'retry-after': '1' } };
}

interface Pending {
  readonly until: number;
  readonly late: () => void;
}

/** Deadlines, checked by one sweep for all of them, so that a request costs no timer. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #limitMs: number;
  /** In order of their deadlines, as all of them have the same time. */
  readonly #pending = new LinkedList<Pending>();
  /** Requests that asked for a shorter timeout, kept apart so that the others stay in order. */
  readonly #hurried = new LinkedList<Pending>();

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
  }

  /** Gives up on a request that takes too long to answer, or longer than its client wants to wait. */
  within(work: () => MaybePromise<Reply>, asked = this.#limitMs): MaybePromise<Reply> {
    const reply = work();
    // What is there already cannot be late.
    return reply instanceof Promise ? this.#inTime(reply, asked) : reply;
  }

  #inTime(reply: Promise<Reply>, asked: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const late = (): void => {
        reject(apiErrors.requestTimeout());
        // Nobody will take the answer, so the work behind it ends.
        reply.then(dismiss, () => undefined);
      };
      const inTime = this.begin(late, asked);
      reply.then(
        (made) => {
          inTime();
          resolve(made);
        },
        (error) => {
          inTime();
          reject(error);
        },
      );
    });
  }

  /** Calls `late` when the time is up, unless it is told before that the work is done. */
  begin(late: () => void, limitMs = this.#limitMs): () => void {
    const all = this.#those(limitMs);
    const giveUp = (): void => {
      all.remove(place);
      late();
    };
    const place = all.add({ until: this.#deadline(limitMs), late: giveUp });
    return () => all.remove(place);
  }

  #deadline(limitMs: number): number {
    return this.#clock.elapsed() + Math.min(limitMs, this.#limitMs);
  }

  #those(limitMs: number): LinkedList<Pending> {
    return limitMs < this.#limitMs ? this.#hurried : this.#pending;
  }

  /** Sweeps until the signal fires. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(Math.min(1000, this.#limitMs), signal);
      const now = this.#clock.elapsed();
      for (const pending of this.#hurried) if (pending.until <= now) pending.late();
      for (const pending of this.#pending) {
        if (pending.until > now) break;
        pending.late();
      }
    }
  }
}

async function dismiss({ body }: Reply): Promise<void> {
  if (!(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.();
}
