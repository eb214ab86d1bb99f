import type { MaybePromise } from '#meta';
import type { AppliedRevision } from './applied.ts';
import {
  FellBehind,
  type Watch,
  type WatchBatch,
  type WatchChanges,
  type WatchItem,
  type WatchQuery,
  type WatchSource,
} from './collection.ts';
import type { Engine, Revision } from './engine.ts';
import type { ResourceCache } from './resource-cache.ts';
import { StoreEvent, seen } from './store-event.ts';
import type { Follower, FollowerGroup, FoundEvents, Round, Sleeper } from './wakeups.ts';

export interface CacheWatchOptions {
  readonly query: WatchQuery;
  readonly signal: AbortSignal;
  readonly engine: Engine;
  readonly applied: AppliedRevision;
  readonly cache: () => Promise<ResourceCache>;
  /** Yields the initial state and returns its revision. */
  readonly initial: () => AsyncGenerator<WatchBatch, Revision>;
  /** The initial state where it is short, and nothing has to be waited for. */
  readonly atHand: () => StateAtHand | undefined;
}

export interface StateAtHand {
  readonly batches: readonly WatchBatch[];
  readonly revision: Revision;
  readonly cache: ResourceCache;
}

interface Following {
  readonly group: FollowerGroup;
  readonly cache: ResourceCache;
  readonly hand: (batch: WatchBatch) => boolean;
  readonly resolve: () => void;
}

/** A batch is encoded in one go, so it must be neither long nor large. */
const MOST = 500;
const MOST_BYTES = 1024 * 1024;

/** One watcher: a position in the ring of events. A sleeping watcher has seen everything under its prefix. */
export class CacheWatch implements Watch, WatchSource, Follower {
  readonly #options: CacheWatchOptions;
  /** Nothing under its prefix is filtered out. */
  readonly #seesAll: boolean;
  readonly #sleeper: Sleeper;
  readonly #onAbort = (): void => {
    this.#isAborted = true;
    this.#giveUp();
  };
  /** What was before the ring, and then the cache whose ring goes on from there. */
  #earlier: AsyncGenerator<WatchBatch, ResourceCache | undefined> | undefined;
  /** The same where it is at hand, and how much of it was handed out. */
  #state: StateAtHand | undefined;
  #told = 0;
  #followed: ResourceCache | undefined;
  /** The revision after which the ring is followed. */
  #since: Revision = 0;
  #seen: Revision = 0;
  #place = 0;
  /** Set while asleep. */
  #resume: (() => void) | undefined;
  /** Set while changes are handed out as they come. */
  #following: Following | undefined;
  #isAborted = false;
  /** What went wrong while changes were handed out as they came. */
  #failure: { readonly error: unknown } | undefined;

  constructor(options: CacheWatchOptions) {
    this.#options = options;
    this.#seesAll = options.query.matches === undefined;
    this.#sleeper = { under: options.query.under, wake: (place) => this.#woken(place) };
  }

  get under(): string {
    return this.#options.query.under;
  }

  revision(): Revision {
    return this.#isUpToDate ? Math.max(this.#seen, this.#options.applied.revision) : this.#seen;
  }

  /** Those of other namespaces are counted too: which concern this watch is found out when it takes them. */
  behind(): number | undefined {
    if (this.#followed === undefined) return undefined;
    return this.#isUpToDate ? 0 : this.#followed.ring.next - this.#place;
  }

  /** It waits, and nothing has come for it. */
  get #isUpToDate(): boolean {
    return this.#resume !== undefined || (this.#following !== undefined && !this.#following.group.isDue);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
  /** Each event comes by here once for each watcher: a promise or two, where a generator would make a dozen. */
  next(): Promise<IteratorResult<WatchBatch>> {
    return this.#followed === undefined ? this.#nextEarlier() : this.#nextEvents(this.#followed);
  }
  async return(): Promise<IteratorResult<WatchBatch>> {
    this.#end();
    this.#giveUp();
    if (this.#followed === undefined) await this.#earlier?.return(undefined);
    return { done: true, value: undefined };
  }

  async #nextEarlier(): Promise<IteratorResult<WatchBatch>> {
    if (this.#state === undefined && this.#earlier === undefined) this.#begin();
    if (this.#state !== undefined) return this.#nextAtHand(this.#state);
    try {
      const earlier = await (this.#earlier as AsyncGenerator<WatchBatch, ResourceCache | undefined>).next();
      if (!earlier.done) return { done: false, value: earlier.value };
      if (earlier.value === undefined) return { done: true, value: undefined };
      return this.#follow(earlier.value);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Controllers begin a watch of every kind there is, and most kinds have a few objects or none. */
  #begin(): void {
    const { signal } = this.#options;
    this.#isAborted = signal.aborted;
    signal.addEventListener('abort', this.#onAbort);
    this.#state = this.#options.atHand();
    if (this.#state === undefined) this.#earlier = this.#before();
  }
  #nextAtHand({ batches, revision, cache }: StateAtHand): MaybePromise<IteratorResult<WatchBatch>> {
    const value = batches[this.#told++];
    if (value !== undefined) return { done: false, value };
    this.#seen = revision;
    return this.#follow(cache);
  }

  #follow(cache: ResourceCache): Promise<IteratorResult<WatchBatch>> {
    this.#followed = cache;
    // A revision of the future is not an error: what happens up to it is passed over.
    this.#since = this.#seen;
    this.#place = cache.ring.placeAfter(this.#since);
    return this.#nextEvents(cache);
  }

  async *#before(): AsyncGenerator<WatchBatch, ResourceCache | undefined> {
    const { query, cache, initial } = this.#options;
    this.#seen = 'revision' in query.since ? query.since.revision : yield* initial();
    const source = await cache();
    yield* this.#catchUp(source);
    return source;
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

  async #nextEvents(cache: ResourceCache): Promise<IteratorResult<WatchBatch>> {
    const { signal, query } = this.#options;
    try {
      if (this.#failure !== undefined) throw this.#failure.error;
      while (!signal.aborted && cache.over !== 'closed') {
        if (cache.over === 'lost' || this.#place < cache.ring.first) throw new FellBehind();
        if (this.#place === cache.ring.next) {
          await this.#sleep(cache);
          continue;
        }
        const { events, revision, next } = this.#collect(cache);
        this.#place = next;
        const found = seen(events, query);
        const items = found instanceof Promise ? await found : found;
        // Not before they are ready to be handed out: a bookmark in between must not promise them.
        this.#seen = revision;
        if (items.length > 0) return { done: false, value: { kind: 'changes', items, revision } };
      }
    } catch (error) {
      this.#end();
      throw error;
    }
    this.#end();
    return { done: true, value: undefined };
  }

  /** Many watchers see the same event: here it costs each of them no more than it has to. */
  follow(take: (batch: WatchBatch) => boolean): Promise<void> {
    const cache = this.#followed;
    // Where a test has to be waited for, only `next` can.
    if (cache === undefined || this.#options.query.ready !== undefined) return Promise.resolve();
    return new Promise((resolve) => {
      if (this.#handOut(cache, take))
        this.#following = { group: cache.wakeups.follow(this), cache, hand: take, resolve };
      else resolve();
    });
  }

  take(round: Round): boolean {
    const following = this.#following;
    if (following === undefined) return false;
    this.#wokenAt(round.place);
    if (this.#handOut(following.cache, following.hand, round)) return true;
    this.#stopFollowing();
    return false;
  }

  /** Whether everything there is was taken, and more is wanted. */
  #handOut(cache: ResourceCache, hand: (batch: WatchBatch) => boolean, round?: Round): boolean {
    try {
      while (!this.#isAborted && cache.over === undefined && this.#place >= cache.ring.first) {
        // What comes after the round comes with the next one, and is then found once for all.
        if (this.#place >= (round?.end ?? cache.ring.next)) return true;
        const found = this.#find(cache, round);
        this.#place = found.next;
        this.#seen = found.revision;
        const batch = this.#batchOf(found);
        if (batch.items.length > 0 && !hand(batch)) return false;
      }
    } catch (error) {
      this.#failure = { error };
    }
    return false;
  }

  /** Who follows has been told something before, so what comes now is new to all of them, and the same. */
  #find(cache: ResourceCache, round: Round | undefined): FoundEvents {
    if (this.#place !== round?.place) return this.#collect(cache);
    round.end ??= cache.ring.next;
    round.found ??= this.#collect(cache);
    return round.found;
  }

  #batchOf(found: FoundEvents): WatchChanges {
    if (this.#seesAll && found.batch !== undefined) return found.batch;
    const items = seen(found.events, this.#options.query) as readonly WatchItem[];
    const batch: WatchChanges = { kind: 'changes', items, revision: found.revision };
    if (this.#seesAll) found.batch = batch;
    return batch;
  }

  #collect({ ring }: ResourceCache): FoundEvents {
    const { under } = this;
    const events: StoreEvent[] = [];
    let next = this.#place;
    let revision = this.#seen;
    let bytes = 0;
    for (let count = 0; count < MOST && bytes < MOST_BYTES && next < ring.next; count++) {
      const event = ring.at(next++) as StoreEvent;
      bytes += event.bytes;
      if (event.revision > this.#since && event.key.startsWith(under)) events.push(event);
      revision = Math.max(this.#since, event.revision);
    }
    return { events, revision, next, batch: undefined };
  }

  #sleep({ wakeups }: ResourceCache): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
      wakeups.add(this.#sleeper);
    });
  }
  #woken(place: number): void {
    const resume = this.#resume;
    if (resume === undefined) return;
    this.#resume = undefined;
    this.#wokenAt(place);
    resume();
  }
  /** The watch was waiting, so no event under its prefix came before the one at this place. */
  #wokenAt(place: number): void {
    const event = this.#followed?.ring.at(place);
    if (event !== undefined) this.#seen = Math.max(this.#seen, event.revision - 1);
    // One that has come just now has taken it already.
    this.#place = Math.max(this.#place, place);
  }
  #giveUp(): void {
    this.#followed?.wakeups.remove(this.#sleeper);
    this.#woken(this.#place);
    this.#stopFollowing();
  }
  #stopFollowing(): void {
    const following = this.#following;
    if (following === undefined) return;
    this.#following = undefined;
    following.cache.wakeups.unfollow(this, following.group);
    following.resolve();
  }
  #end(): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
  }
}
