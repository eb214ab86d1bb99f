import type { ChangeBatch, Revision } from '../engine.ts';
import type { ChangeFeed } from './change-feed.ts';

interface Following {
  readonly feed: ChangeFeed;
  readonly prefix: string;
  readonly since: Revision;
  readonly signal: AbortSignal;
  /** Throws when changes cannot be had from there on. */
  begin(): void;
  /** What came after a revision that the feed has forgotten. Throws when it is nowhere to be had. */
  replay(seen: Revision): ChangeBatch;
}

interface Asked {
  resolve(result: IteratorResult<ChangeBatch>): void;
  reject(error: unknown): void;
}

const over: IteratorResult<ChangeBatch> = { done: true, value: undefined };

/** What happens after a revision, batch by batch. Every write comes by here: one promise each, where a generator makes eight. */
export class FollowedChanges implements AsyncIterableIterator<ChangeBatch> {
  readonly #following: Following;
  #seen: Revision;
  #asked: Asked | undefined;
  /** Undefined before the first batch is asked for. */
  #leave: (() => void) | undefined;
  #isOver = false;

  constructor(following: Following) {
    this.#following = following;
    this.#seen = following.since;
  }
  [Symbol.asyncIterator](): this {
    return this;
  }
  next(): Promise<IteratorResult<ChangeBatch>> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#answer();
    });
  }
  async return(): Promise<IteratorResult<ChangeBatch>> {
    this.#end();
    return over;
  }

  #join(): void {
    const { feed, signal, begin } = this.#following;
    begin();
    const leaveFeed = feed.follow(this.#answer);
    signal.addEventListener('abort', this.#answer);
    this.#leave = () => {
      leaveFeed();
      signal.removeEventListener('abort', this.#answer);
    };
  }
  /** Answers who has asked, if there is something to say. */
  readonly #answer = (): void => {
    const asked = this.#asked;
    if (asked === undefined) return;
    try {
      const result = this.#result();
      if (result === undefined) return;
      this.#asked = undefined;
      asked.resolve(result);
    } catch (error) {
      this.#asked = undefined;
      this.#end();
      asked.reject(error);
    }
  };
  #result(): IteratorResult<ChangeBatch> | undefined {
    const { feed, signal, prefix, replay } = this.#following;
    if (this.#leave === undefined && !this.#isOver) this.#join();
    if (this.#isOver || signal.aborted || feed.closed) {
      this.#end();
      return over;
    }
    if (feed.revision <= this.#seen) return undefined;
    const batch = feed.after(this.#seen) ?? replay(this.#seen);
    this.#seen = batch.revision;
    return { done: false, value: prefix === '' ? batch : under(prefix, batch) };
  }
  #end(): void {
    this.#isOver = true;
    this.#leave?.();
    this.#leave = undefined;
  }
}

function under(prefix: string, { revision, changes }: ChangeBatch): ChangeBatch {
  return { revision, changes: changes.filter(({ key }) => key.startsWith(prefix)) };
}
