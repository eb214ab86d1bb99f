import { type Clock, type MaybePromise, whenReady } from '#meta';
import type { AppliedRevision } from './applied.ts';
import { CacheWatch, type CacheWatchOptions, type StateAtHand } from './cache-watch.ts';
import type {
  Collection,
  Freshness,
  ListQuery,
  ListResult,
  PagedList,
  Transition,
  Watch,
  WatchBatch,
  WatchQuery,
  Written,
} from './collection.ts';
import { type Change, type CommitTerms, type Committed, type Engine, NotYet, type Revision } from './engine.ts';
import { EngineCollection } from './engine-collection.ts';
import type { Entry } from './entry.ts';
import { gathered, initialBatches, pagedList, pageLimits, partOf, type ReadPart, stateBatches } from './pages.ts';
import type { ResourceCache } from './resource-cache.ts';
import type { SortedMap } from './sorted-map.ts';
import { transact, type WriteSide } from './transact.ts';

interface WatchCacheOptions {
  readonly prefix: string;
  readonly engine: Engine;
  readonly applied: AppliedRevision;
  readonly clock: Clock;
  /** The loaded cache; loads it when it is first needed. */
  readonly cache: () => Promise<ResourceCache>;
  /** The same if it is loaded already. */
  readonly loaded: () => ResourceCache | undefined;
  /** This was written here: caches need not wait to hear of it. */
  readonly wrote: (change: Pick<Change, 'key' | 'revision' | 'value'>) => void;
}

interface Picture {
  readonly entries: SortedMap<Entry>;
  readonly revision: Revision;
}

const WAIT_MS = 3000;
/** How long a list waits for its cache to load before it reads from the engine. */
const PATIENCE_MS = 20;
/** What is taken at once. */
const SHORT_LENGTH = 100;
/** How long a list that is being read keeps its snapshot in memory. */
const HOLD_MS = 10_000;

/** A collection whose reads come from memory. */
export class WatchCache implements Collection {
  readonly #options: WatchCacheOptions;
  /** For revisions that are not in memory. */
  readonly #past: EngineCollection;

  constructor(options: WatchCacheOptions) {
    this.#options = options;
    this.#past = new EngineCollection(options.engine, options.prefix);
  }

  revision(): Revision {
    return this.#options.applied.revision;
  }

  hasDamage(): boolean {
    return this.#past.hasDamage();
  }

  get(key: string, freshness: Freshness): MaybePromise<Entry | null> {
    const { engine, applied, loaded } = this.#options;
    const cache = loaded();
    if (freshness.need === 'recent') {
      const isAtHand = cache !== undefined && cache.over === undefined && engine.isRemote === true;
      return isAtHand ? (cache.entries.get(key) ?? null) : this.get(key, { need: 'newest' });
    }
    // The usual case for every request: the newest state, which is in memory.
    if (cache !== undefined && freshness.need === 'newest') {
      return whenReady(engine.revision(), (newest) =>
        newest <= applied.revision && cache.over === undefined
          ? (cache.entries.get(key) ?? null)
          : this.#getLater(key, freshness),
      );
    }
    return this.#getLater(key, freshness);
  }
  async #getLater(key: string, freshness: Freshness): Promise<Entry | null> {
    const { loaded, cache } = this.#options;
    if (freshness.need === 'newest' && loaded() === undefined) {
      // Who wants one object does not wait until all are loaded; those who come later find them in memory.
      cache().catch(() => undefined);
      return this.#past.get(key, freshness);
    }
    const picture = await this.#picture(freshness);
    return picture === undefined ? this.#past.get(key, freshness) : (picture.entries.get(key) ?? null);
  }

  async load(): Promise<void> {
    await this.#picture({ need: 'newest' });
  }

  peek(key: string): Entry | null | undefined {
    const cache = this.#options.loaded();
    return cache === undefined ? undefined : (cache.entries.get(key) ?? null);
  }

  list(query: ListQuery): MaybePromise<ListResult> {
    return whenReady(this.#shortList(query), (short) => short ?? this.#longList(query));
  }
  async #longList(query: ListQuery): Promise<ListResult> {
    return gathered(await this.pages(query));
  }

  /** Admission lists the quotas of a namespace for every write: a few entries in memory need no pages. */
  #shortList(query: ListQuery): MaybePromise<ListResult | undefined> {
    const { engine, applied, loaded } = this.#options;
    const { under, freshness, after, limit, matches } = query;
    const cache = loaded();
    const isRecent = freshness.need === 'recent';
    const isSimple = (isRecent || freshness.need === 'newest') && (after ?? limit ?? matches) === undefined;
    if (cache === undefined || !isSimple) return undefined;
    return whenReady(isRecent && engine.isRemote ? 0 : engine.revision(), (newest) => {
      if (newest > applied.revision || cache.over !== undefined) return undefined;
      const range = cache.entries.range(under);
      const length = range.count();
      return length > SHORT_LENGTH ? undefined : { entries: range.take(length), revision: applied.revision };
    });
  }

  async pages(query: ListQuery): Promise<PagedList> {
    if (!(await this.#isAtHand(query))) return this.#past.pages(query);
    const picture = await this.#picture(query.freshness);
    if (picture === undefined) return this.#past.pages(query);
    const { entries, revision } = picture;
    const { first, more, next } = await pagedList(query, this.#reader(query, picture));
    // Admission lists for every write, so no copy is made.
    if (next === undefined) return more === undefined ? { first, revision } : { first, more, revision };
    await this.#keep(picture);
    const list = { first, revision, next, ...(more !== undefined && { more }) };
    if (query.matches !== undefined) return list;
    return { ...list, remaining: entries.range(query.under, next).count() };
  }

  /** False while so much is being loaded that a full list is faster from the engine. */
  async #isAtHand({ freshness: { need } }: ListQuery): Promise<boolean> {
    const { loaded, cache, clock } = this.#options;
    if (loaded() !== undefined || need === 'exactly' || need === 'at-least') return true;
    const stop = new AbortController();
    const late = clock.sleep(PATIENCE_MS, stop.signal).then(() => false);
    const isThere = await Promise.race([cache().then(() => true), late]);
    stop.abort();
    return isThere;
  }

  /**
   * Reads on in one snapshot. A slow reader does not keep it, and all that was overwritten since, in memory: after a
   * while it is looked up again, in the end from the engine.
   */
  #reader(query: ListQuery, { entries, revision }: Picture): ReadPart {
    const { clock } = this.#options;
    const until = clock.elapsed() + HOLD_MS;
    let held: SortedMap<Entry> | undefined = entries;
    const past = this.#past.reader(query, revision);
    return async (after, left) => {
      if (clock.elapsed() > until) held = undefined;
      const picture = held ?? (await this.#options.cache()).at(revision);
      return picture === undefined ? past.read(after, left) : partOf(picture, query, { after, left });
    };
  }

  /** The client will ask for the next page, so the snapshot is kept for a while. */
  async #keep({ entries, revision }: Picture): Promise<void> {
    const { applied, clock } = this.#options;
    const cache = await this.#options.cache();
    const now = clock.elapsed();
    // Reading a further page does not extend the time that the snapshot is kept.
    cache.keep(revision, entries, { at: revision >= applied.revision ? now : undefined, now });
  }

  watch(query: WatchQuery, signal: AbortSignal): Watch {
    const { engine, applied, cache } = this.#options;
    const initial = (): ReturnType<CacheWatchOptions['initial']> => this.#initial(query);
    return new CacheWatch({ query, signal, engine, applied, cache, initial, atHand: () => this.#atHand(query) });
  }

  #atHand({ since, under, matches }: WatchQuery): StateAtHand | undefined {
    const { engine, applied, loaded } = this.#options;
    const { revision } = applied;
    const cache = loaded();
    if (!('initial' in since) || matches !== undefined || cache === undefined || cache.over !== undefined)
      return undefined;
    const needed = revisionNeeded(since.initial, engine);
    // A store whose changes come from elsewhere has to be asked for it.
    if (needed instanceof Promise || needed > revision || revision < cache.ring.start) return undefined;
    const range = cache.entries.range(under);
    if (range.count() > SHORT_LENGTH) return undefined;
    const entries = range.take(SHORT_LENGTH);
    const size = entries.reduce((sum, entry) => sum + entry.size, 0);
    return size > pageLimits.bytes ? undefined : { cache, revision, batches: [...stateBatches(entries, revision)] };
  }

  transact(key: string, transition: Transition): Promise<Written> {
    const { engine, applied, prefix, loaded } = this.#options;
    const side: WriteSide = {
      live: (live) => this.get(live, { need: 'newest' }),
      ...(engine.isRemote && { known: (live: string) => this.#known(live) }),
      commit: (name, value, terms) => this.#commit(prefix + name, value, terms),
      ...(engine.isStale && { isStale: (value: Uint8Array) => engine.isStale?.(value) === true }),
      settled: (name, revision) => whenReady(applied.reached(revision), () => loaded()?.entries.get(name) ?? null),
    };
    return transact(side, key, transition);
  }

  #commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed> {
    const { engine, wrote } = this.#options;
    const committing = engine.commit(key, value, terms);
    if (engine.isRemote !== true) return committing;
    return committing.then((committed) => {
      if (committed.committed) wrote({ key, revision: committed.revision, value });
      return committed;
    });
  }

  /** What was heard last, if anything can be told of it. */
  #known(key: string): Entry | null | undefined {
    const cache = this.#options.loaded();
    return cache === undefined || cache.over !== undefined ? undefined : (cache.entries.get(key) ?? null);
  }

  async *#initial(query: WatchQuery): AsyncGenerator<WatchBatch, Revision> {
    const { since, ...filter } = query;
    const freshness: Freshness = 'initial' in since ? since.initial : { need: 'any' };
    const list = await this.pages({ ...filter, freshness });
    yield* initialBatches(list);
    return list.revision;
  }

  /** Undefined when only the engine has that revision. */
  async #picture(freshness: Freshness): Promise<Picture | undefined> {
    const { engine, applied, clock } = this.#options;
    const cache = await this.#options.cache();
    if (freshness.need === 'exactly') return this.#exactly(cache, freshness.revision);
    if (freshness.need === 'newest' || (freshness.need === 'recent' && !engine.isRemote)) {
      await applied.reachedWithin(await engine.revision(), { clock, ms: WAIT_MS });
    } else if (freshness.need === 'at-least') {
      await applied.reachedWithin(freshness.revision, { clock, ms: WAIT_MS });
    }
    if (cache.over === 'lost') return this.#picture(freshness);
    return { entries: cache.entries, revision: applied.revision };
  }
  async #exactly(cache: ResourceCache, revision: Revision): Promise<Picture | undefined> {
    const { engine, applied, prefix } = this.#options;
    if (revision > applied.revision) {
      const newest = await engine.revision();
      if (revision > newest) throw new NotYet(newest);
      await applied.reached(revision);
    }
    const kept = cache.kept(revision);
    if (kept !== undefined) return { entries: kept, revision };
    // A compacted revision is gone, even if nothing changed here since.
    if (revision < applied.revision) await engine.read(prefix, { revision, limit: 1 });
    const entries = cache.at(revision);
    return entries === undefined ? undefined : { entries, revision };
  }
}

function revisionNeeded(freshness: Freshness, engine: Engine): MaybePromise<Revision> {
  if (freshness.need === 'newest') return engine.revision();
  if (freshness.need === 'at-least') return freshness.revision;
  return freshness.need === 'any' ? 0 : Number.POSITIVE_INFINITY;
}
