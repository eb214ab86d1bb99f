import type { Clock, Log } from '#meta';
import { AppliedRevision } from './applied.ts';
import type { Collection } from './collection.ts';
import { EncodingCache } from './encoding-cache.ts';
import { type Change, type ChangeBatch, Compacted, type Engine, type Revision } from './engine.ts';
import { EngineCollection } from './engine-collection.ts';
import type { Entry } from './entry.ts';
import { RecentValues } from './recent-values.ts';
import { type CacheLimits, type CacheNotes, ResourceCache } from './resource-cache.ts';
import type { VersionOf } from './version-counts.ts';
import { wholePrefixes } from './wakeups.ts';
import { WatchCache } from './watch-cache.ts';

export interface ObjectStoreOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
  /** How long snapshots and events stay in memory for clients that come back. Five minutes if absent. */
  readonly historyMs?: number;
  /** Recent events per resource: at most so many, and so many bytes of values. */
  readonly ringEvents?: number;
  readonly ringBytes?: number;
  /** How many snapshots per resource are kept for paged lists. */
  readonly snapshots?: number;
  /** For what was made of objects lately: other versions, other media types, encoded events. */
  readonly encodingBytes?: number;
  /** For values that were written or read lately; all others are read again where the engine has them on disk. */
  readonly valueBytes?: number;
  /** Tells in which version a value lies. Without it all lie in none. */
  readonly versionOf?: VersionOf;
  /** The last object under a prefix that lay in a version has gone, or lies in another one now. */
  readonly emptied?: (prefix: string, version: string) => void;
  /** A store over the engine that this one's engine was forked from: what it has in memory is shared, not read again. */
  readonly origin?: ObjectStore | undefined;
}

export interface CachedObjects {
  readonly since: Revision;
  readonly entries: Iterable<Entry>;
  readonly size: number;
  get(key: string): Entry | undefined;
}

/** What is in memory, and in which versions it lies. */
export interface CachedVersions extends CachedObjects {
  /** How many objects by version; what cannot be read is under ''. */
  readonly versions: ReadonlyMap<string, number>;
  versionOf(entry: Entry): string;
}

const TIDY_MS = 10_000;
const RETRY_MS = 1000;

/**
 * All objects of a server: one collection per resource over one engine. One stream of changes feeds all caches, so that
 * one revision says how current they are. Does not close the engine.
 */
export class ObjectStore implements AsyncDisposable {
  readonly #options: ObjectStoreOptions;
  readonly #limits: CacheLimits;
  readonly #notes: CacheNotes;
  readonly #applied: AppliedRevision;
  readonly #stop = new AbortController();
  readonly #collections = new Map<string, Collection>();
  readonly #caches = new Map<string, ResourceCache>();
  readonly #loading = new Map<string, Promise<ResourceCache>>();
  /** Those of them that are there. */
  readonly #loaded = new Map<string, ResourceCache>();
  /** Writes of our own that are not applied, because something before them is not. */
  readonly #own = new Map<Revision, Change>();
  #work: Promise<unknown> = Promise.resolve();

  private constructor(options: ObjectStoreOptions, applied: AppliedRevision) {
    this.#options = options;
    this.#applied = applied;
    this.#notes = {
      clock: options.clock,
      encodings: new EncodingCache(options.encodingBytes ?? 16 * 1024 * 1024),
      values: options.engine.values && new RecentValues(options.engine.values, options.valueBytes ?? 48 * 1024 * 1024),
      versionOf: options.versionOf ?? (() => ''),
      emptied: options.emptied ?? (() => undefined),
    };
    this.#limits = {
      historyMs: options.historyMs ?? 300_000,
      snapshots: options.snapshots ?? 100,
      ring: { events: options.ringEvents ?? 10_000, bytes: options.ringBytes ?? 16 * 1024 * 1024 },
    };
  }

  static async open(options: ObjectStoreOptions): Promise<ObjectStore> {
    const store = new ObjectStore(options, new AppliedRevision(await options.engine.revision()));
    if (options.origin !== undefined) await store.#shareWith(options.origin);
    store.#work = Promise.all([store.#follow().finally(() => store.#applied.close()), store.#tidy()]);
    return store;
  }

  /**
   * What is in memory of the objects whose key begins with `prefix`, and since when it has been so: enough to tell whether
   * anything has changed without looking. Undefined while they are not loaded: one that is being loaded seems empty.
   */
  cached(prefix: string): CachedVersions | undefined {
    return this.#loaded.get(prefix);
  }

  /** The objects whose key begins with `prefix`, which ends with a slash. Loaded when first used. */
  collection(prefix: string): Collection {
    if (!prefix.endsWith('/')) throw new RangeError(`a collection's prefix ends with a slash: ${prefix}`);
    const there = this.#collections.get(prefix);
    if (there !== undefined) return there;
    const made = this.#newCollection(prefix);
    this.#collections.set(prefix, made);
    return made;
  }
  #newCollection(prefix: string): Collection {
    const { engine, clock } = this.#options;
    if (engine.isFollowed?.(prefix) === false) return new EngineCollection(engine, prefix);
    const cache = (): Promise<ResourceCache> => this.#cache(prefix);
    const loaded = (): ResourceCache | undefined => this.#loaded.get(prefix);
    const wrote = (change: Omit<Change, 'previous'>): void => this.#wrote(change);
    return new WatchCache({ prefix, engine, clock, applied: this.#applied, cache, loaded, wrote });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    for (const cache of this.#caches.values()) cache.end('closed');
    await this.#work;
  }

  /** What has changed in the other store since the fork is left out: it is read when somebody asks for it. */
  async #shareWith(origin: ObjectStore): Promise<void> {
    const { revision } = this.#applied;
    await origin.#applied.reached(revision);
    // The origin was closed before it had applied that revision.
    if (origin.#applied.revision < revision) return;
    for (const [prefix, there] of origin.#loaded) {
      if (there.since > revision) continue;
      const cache = new ResourceCache(prefix, this.#limits, this.#notes);
      cache.loadFrom(there, revision);
      this.#caches.set(prefix, cache);
      this.#loading.set(prefix, Promise.resolve(cache));
      this.#loaded.set(prefix, cache);
    }
  }

  #cache(prefix: string): Promise<ResourceCache> {
    const there = this.#loading.get(prefix);
    if (there !== undefined) return there;
    const loading = this.#load(prefix);
    this.#loading.set(prefix, loading);
    return loading;
  }
  async #load(prefix: string): Promise<ResourceCache> {
    const cache = new ResourceCache(prefix, this.#limits, this.#notes);
    // Registered before the snapshot is read, so that changes during the read are not missed.
    this.#caches.set(prefix, cache);
    try {
      await this.#applied.reached(await cache.load(this.#options.engine));
    } catch (error) {
      if (this.#caches.get(prefix) === cache) this.#forget(prefix);
      throw error;
    }
    if (cache.over === 'lost') return this.#cache(prefix);
    this.#loaded.set(prefix, cache);
    return cache;
  }
  #forget(prefix: string): void {
    this.#caches.delete(prefix);
    this.#loading.delete(prefix);
    this.#loaded.delete(prefix);
  }

  async #follow(): Promise<void> {
    const { engine, clock, log } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        for await (const batch of engine.changes('', this.#applied.revision, signal)) {
          this.#apply(batch);
          this.#applyOwn();
        }
        return;
      } catch (error) {
        log.error('the stream of changes broke off', { error });
        if (error instanceof Compacted) await this.#startOver();
        else await clock.sleep(RETRY_MS, signal);
      }
    }
  }
  #apply({ revision, changes }: ChangeBatch): void {
    const now = this.#options.clock.elapsed();
    for (const told of changes) {
      const change = this.#own.get(told.revision) ?? told;
      for (const prefix of wholePrefixes(change.key)) this.#caches.get(prefix)?.apply(change, now);
    }
    this.#applied.advance(revision);
    for (const own of this.#own.keys()) if (own <= this.#applied.revision) this.#own.delete(own);
  }
  /**
   * A write of our own that comes right after all that is applied needs no wait until the engine tells of it. What it tells
   * later is known then, and skipped. One that comes after something else is taken when that is applied, and in place
   * of what the engine tells of it: that would have to be decoded.
   */
  #wrote(change: Omit<Change, 'previous'>): void {
    if (change.revision <= this.#applied.revision) return;
    this.#own.set(change.revision, { ...change, previous: null });
    this.#applyOwn();
  }
  #applyOwn(): void {
    for (;;) {
      const next = this.#own.get(this.#applied.revision + 1);
      if (next === undefined) return;
      this.#apply({ revision: next.revision, changes: [next] });
    }
  }
  /** Changes were missed: every cache is loaded anew, and every watcher has to list again. */
  async #startOver(): Promise<void> {
    const revision = await this.#options.engine.revision();
    // Without an await: a cache that is made from here on reads a snapshot newer than the missed changes.
    for (const [prefix, cache] of [...this.#caches]) {
      this.#forget(prefix);
      cache.end('lost');
    }
    this.#applied.advance(revision);
  }

  async #tidy(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await clock.sleep(TIDY_MS, signal);
      for (const cache of this.#caches.values()) cache.tidy(clock.elapsed());
    }
  }
}
