import type { Clock } from '#meta';
import { nextTurn } from '#meta';
import type { Applied } from './applied.ts';
import { CacheWatch } from './cache-watch.ts';
import type {
  Collection,
  Freshness,
  ListQuery,
  ListResult,
  Transition,
  Watch,
  WatchBatch,
  WatchQuery,
  Written,
} from './collection.ts';
import { type Engine, NotYet, type Revision } from './engine.ts';
import { EngineCollection, initialBatches } from './engine-collection.ts';
import type { Entry } from './entry.ts';
import type { ResourceCache } from './resource-cache.ts';
import type { SortedMap } from './sorted-map.ts';
import { transact, type WriteSide } from './transact.ts';

export interface WatchCacheOptions {
  readonly prefix: string;
  readonly engine: Engine;
  readonly applied: Applied;
  readonly clock: Clock;
  /** The loaded cache; loads it when it is first needed. */
  readonly cache: () => Promise<ResourceCache>;
  /** The same if it is loaded already. */
  readonly loaded: () => ResourceCache | undefined;
}

interface Picture {
  readonly entries: SortedMap<Entry>;
  readonly revision: Revision;
}

const waitMs = 3000;
/** How many entries to show to a selector before others get their turn. */
const turn = 1000;

/** A collection whose reads come from memory. */
export class WatchCache implements Collection {
  readonly #options: WatchCacheOptions;
  /** For the past that is not in memory. */
  readonly #past: EngineCollection;

  constructor(options: WatchCacheOptions) {
    this.#options = options;
    this.#past = new EngineCollection(options.engine, options.prefix);
  }

  revision(): Revision {
    return this.#options.applied.revision;
  }

  async get(key: string, freshness: Freshness): Promise<Entry | null> {
    const { engine, applied, loaded } = this.#options;
    const cache = loaded();
    // Nearly always, and for every request: the newest state, which is at hand.
    if (cache !== undefined && freshness.need === 'newest') {
      const newest = await engine.revision();
      if (newest <= applied.revision && cache.over === undefined) return cache.entries.get(key) ?? null;
    }
    const picture = await this.#picture(freshness);
    return picture === undefined ? this.#past.get(key, freshness) : (picture.entries.get(key) ?? null);
  }

  async list(query: ListQuery): Promise<ListResult> {
    const picture = await this.#picture(query.freshness);
    if (picture === undefined) return this.#past.list(query);
    const result = query.matches === undefined ? listAll(picture, query) : await listMatching(picture, query);
    if (result.next !== undefined) {
      const { applied, clock } = this.#options;
      const cache = await this.#options.cache();
      const now = clock.now();
      // Leafing on does not make a picture younger.
      const at = result.revision >= applied.revision ? now : undefined;
      cache.keep(result.revision, picture.entries, { at, now });
    }
    return result;
  }

  watch(query: WatchQuery, signal: AbortSignal): Watch {
    const { engine, applied, cache } = this.#options;
    return new CacheWatch({ query, signal, engine, applied, cache, initial: () => this.#initial(query) });
  }

  transact(key: string, transition: Transition): Promise<Written> {
    const { engine, applied, prefix, cache } = this.#options;
    const side: WriteSide = {
      live: (live) => this.get(live, { need: 'newest' }),
      commit: (name, value, expected) => engine.commit(prefix + name, value, expected),
      settled: async (name, revision) => {
        await applied.reached(revision);
        return (await cache()).entries.get(name) ?? null;
      },
    };
    return transact(side, key, transition);
  }

  async *#initial(query: WatchQuery): AsyncGenerator<WatchBatch, Revision> {
    const { since, ...filter } = query;
    const freshness: Freshness = 'initial' in since ? since.initial : { need: 'any' };
    const { entries, revision } = await this.list({ ...filter, freshness });
    yield* initialBatches(entries, revision);
    return revision;
  }

  /** Undefined when it lies in a past that only the engine knows. */
  async #picture(freshness: Freshness): Promise<Picture | undefined> {
    const { engine, applied, clock } = this.#options;
    const cache = await this.#options.cache();
    if (freshness.need === 'exactly') return this.#exactly(cache, freshness.revision);
    if (freshness.need === 'newest') {
      await applied.reachedWithin(await engine.revision(), { clock, ms: waitMs });
    } else if (freshness.need === 'at-least') {
      await applied.reachedWithin(freshness.revision, { clock, ms: waitMs });
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
    // What the engine has forgotten is gone, though nothing may have changed here since.
    if (revision < applied.revision) await engine.read(prefix, { revision, limit: 1 });
    const entries = cache.at(revision);
    return entries === undefined ? undefined : { entries, revision };
  }
}

function listAll({ entries: all, revision }: Picture, { under, after, limit }: ListQuery): ListResult {
  const range = all.range(under, after);
  const entries = range.take(limit ?? Number.POSITIVE_INFINITY);
  const remaining = range.count() - entries.length;
  const next = remaining > 0 ? entries.at(-1)?.key : undefined;
  return next === undefined ? { entries, revision } : { entries, revision, next, remaining };
}

/** Looks on until enough match: `next` is then the last that was looked at. */
async function listMatching({ entries: all, revision }: Picture, query: ListQuery): Promise<ListResult> {
  const { under, limit = Number.POSITIVE_INFINITY, matches = () => true } = query;
  const entries: Entry[] = [];
  let after = query.after;
  for (;;) {
    const part = all.range(under, after).take(turn);
    if (query.ready !== undefined) await query.ready(part);
    for (const entry of part) {
      after = entry.key;
      if (matches(entry)) entries.push(entry);
      if (entries.length < limit) continue;
      return all.range(under, after).count() === 0 ? { entries, revision } : { entries, revision, next: after };
    }
    if (part.length < turn) return { entries, revision };
    await nextTurn();
  }
}
