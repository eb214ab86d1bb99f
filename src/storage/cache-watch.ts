import type { AppliedRevision } from './applied.ts';
import { FellBehind, type Watch, type WatchBatch, type WatchQuery } from './collection.ts';
import type { Engine, Revision } from './engine.ts';
import type { ResourceCache } from './resource-cache.ts';
import { StoreEvent, seen } from './store-event.ts';

interface CacheWatchOptions {
  readonly query: WatchQuery;
  readonly signal: AbortSignal;
  readonly engine: Engine;
  readonly applied: AppliedRevision;
  readonly cache: () => Promise<ResourceCache>;
  /** Yields the initial state and returns its revision. */
  readonly initial: () => AsyncGenerator<WatchBatch, Revision>;
}

/** A batch is encoded in one go, so it must be neither long nor large. */
const MOST = 500;
const MOST_BYTES = 1024 * 1024;

/** One watcher: a position in the ring of events. A sleeping watcher has seen everything under its prefix. */
export class CacheWatch implements Watch {
  readonly #options: CacheWatchOptions;
  #seen: Revision = 0;
  #place = 0;
  /** Set while asleep. */
  #wake: ((place: number) => void) | undefined;

  constructor(options: CacheWatchOptions) {
    this.#options = options;
  }

  revision(): Revision {
    return this.#wake === undefined ? this.#seen : Math.max(this.#seen, this.#options.applied.revision);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchBatch> {
    const { query, signal, cache, initial } = this.#options;
    const onAbort = (): void => this.#wake?.(this.#place);
    signal.addEventListener('abort', onAbort);
    try {
      this.#seen = 'revision' in query.since ? query.since.revision : yield* initial();
      const source = await cache();
      yield* this.#catchUp(source);
      yield* this.#follow(source);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Events older than the ring come from the engine, until the ring takes over. There is no gap, since both count by
   * revision.
   */
  async *#catchUp(cache: ResourceCache): AsyncGenerator<WatchBatch> {
    if (this.#seen >= cache.ring.start) return;
    const { engine, query, signal } = this.#options;
    for await (const batch of engine.changes(cache.prefix + query.under, this.#seen, signal)) {
      const items = await seen(
        batch.changes.map((change) => StoreEvent.of(change, cache.prefix)),
        query,
      );
      this.#seen = batch.revision;
      if (items.length > 0) yield { kind: 'changes', items, revision: batch.revision };
      if (this.#seen >= cache.ring.start) return;
    }
  }

  async *#follow(cache: ResourceCache): AsyncGenerator<WatchBatch> {
    const { signal } = this.#options;
    // A future revision is not an error: events up to it are skipped.
    const since = this.#seen;
    this.#place = cache.ring.placeAfter(since);
    while (!signal.aborted && cache.over !== 'closed') {
      if (cache.over === 'lost' || this.#place < cache.ring.first) throw new FellBehind();
      if (this.#place === cache.ring.next) {
        await this.#sleep(cache);
        continue;
      }
      const { events, revision } = this.#collect(cache, since);
      const found = seen(events, this.#options.query);
      const items = found instanceof Promise ? await found : found;
      // Set only when they are ready to be handed out: a bookmark in between must not cover them.
      this.#seen = revision;
      if (items.length > 0) yield { kind: 'changes', items, revision: this.#seen };
    }
  }

  #collect({ ring }: ResourceCache, since: Revision): { events: StoreEvent[]; revision: Revision } {
    const { under } = this.#options.query;
    const events: StoreEvent[] = [];
    let revision = this.#seen;
    let bytes = 0;
    for (let count = 0; count < MOST && bytes < MOST_BYTES && this.#place < ring.next; count++) {
      const event = ring.at(this.#place++) as StoreEvent;
      bytes += event.bytes;
      if (event.revision > since && event.key.startsWith(under)) events.push(event);
      revision = Math.max(since, event.revision);
    }
    return { events, revision };
  }

  async #sleep({ ring, wakeups }: ResourceCache): Promise<void> {
    const { under } = this.#options.query;
    await new Promise<void>((resolve) => {
      const sleeper = {
        under,
        wake: (place: number) => {
          wakeups.remove(sleeper);
          this.#wake = undefined;
          // The watcher slept, so there was no event under its prefix before the one that woke it.
          const event = ring.at(place);
          if (event !== undefined) this.#seen = Math.max(this.#seen, event.revision - 1);
          this.#place = place;
          resolve();
        },
      };
      this.#wake = sleeper.wake;
      wakeups.add(sleeper);
    });
  }
}
