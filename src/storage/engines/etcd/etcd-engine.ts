import { type Clock, LinkedAbort, type Log } from '#meta';
import {
  type ChangeBatch,
  type CommitTerms,
  type Committed,
  Compacted,
  type CountAt,
  type Engine,
  type EngineHealth,
  type Expired,
  NotYet,
  type Page,
  type ReadAt,
  type Revision,
  type Row,
  StorageFailure,
  StorageFull,
} from '../../engine.ts';
import { assertKey } from '../../key-order.ts';
import { compactTo } from './compact-revision.ts';
import { COMPARE, type KeyValue, methods } from './etcd-api.ts';
import type { EtcdClient } from './etcd-client.ts';
import { isCompacted, isFuture, storageFailure } from './etcd-failure.ts';
import { EtcdWatch, rowOf } from './etcd-watch.ts';
import { isWithin, type KeyRange, type KeySpace, Keys } from './key-space.ts';
import { LeasePool } from './lease-pool.ts';
import { NewestRevision } from './newest-revision.ts';

export interface EtcdEngineOptions {
  readonly client: EtcdClient;
  /** Where keys lie. Whoever follows all changes follows those of the first. */
  readonly spaces: readonly [KeySpace, ...(readonly KeySpace[])];
  readonly clock: Clock;
  readonly log: Log;
}

/** How many rows are asked for at once by those who want all. */
const PAGE_ROWS = 1000;
const noDamage: EngineHealth['damaged'] = new Map();

/** An engine over the keys of an etcd under one prefix. Others may read and write them too. */
export class EtcdEngine implements Engine {
  readonly isRemote = true;
  readonly #client: EtcdClient;
  readonly #keys: Keys;
  readonly #options: EtcdEngineOptions;
  readonly #leases: LeasePool;
  readonly #newest: NewestRevision;
  readonly #watches = new Set<EtcdWatch>();
  readonly #writing = new Set<Promise<unknown>>();
  readonly #closed = new AbortController();
  #closing: Promise<void> | undefined;
  #full: StorageFull | undefined;
  #bytes = 0;

  constructor(options: EtcdEngineOptions) {
    this.#options = options;
    this.#client = options.client;
    this.#keys = new Keys(options.spaces);
    this.#leases = new LeasePool(options.client, options.clock);
    this.#newest = new NewestRevision(() => this.#askRevision());
  }

  async revision(): Promise<Revision> {
    const revision = await told(this.#newest.ask());
    for (const watch of this.#watches) watch.expect(revision);
    return revision;
  }

  async get(key: string): Promise<Row | null> {
    const { kvs } = await told(this.#client.call(methods.range, { key: this.#keys.theirs(key) }));
    return kvs[0] === undefined ? null : rowOf(kvs[0], this.#keys);
  }

  async read(prefix: string, at: ReadAt = {}): Promise<Page> {
    for (;;) {
      try {
        return await this.#readAt(prefix, at);
      } catch (error) {
        // A compaction overtook a read of the newest state: there is a newer one now.
        if (!(error instanceof Compacted) || at.revision !== undefined) throw error;
      }
    }
  }

  isFollowed(prefix: string): boolean {
    return this.#keys.isFollowed(prefix);
  }

  async count(prefix: string, { revision, after }: CountAt): Promise<number> {
    const range = this.#keys.range(prefix, after);
    return (await this.#ask({ ...range, revision, countOnly: true })).count;
  }

  async commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed> {
    if (this.#closing !== undefined) throw new StorageFailure('the store is closed');
    assertKey(key);
    const writing = told(this.#commit(key, value, terms));
    this.#writing.add(writing);
    try {
      const committed = await writing;
      this.#full = undefined;
      return committed;
    } catch (error) {
      if (error instanceof StorageFull) this.#full = error;
      throw error;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** Throws when the keys may not be followed: else nobody would be told before the first change. */
  async assertPermitted(): Promise<void> {
    const watch = this.#watch(this.#keys.all, await this.revision(), this.#closed.signal);
    await told(watch.assertPermitted());
  }

  async *changes(prefix: string, since: Revision, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    const both = new LinkedAbort(signal, this.#closed.signal);
    const watch = this.#watch(this.#keys.range(prefix), since, both.signal);
    this.#watches.add(watch);
    try {
      yield* watch.batches();
    } finally {
      this.#watches.delete(watch);
      both[Symbol.dispose]();
    }
  }

  async compact(before: Revision): Promise<void> {
    await told(compactTo(this.#client, Math.min(before, await this.revision())));
  }

  /** etcd lets them go by itself, with their leases. */
  async expired(): Promise<readonly Expired[]> {
    return [];
  }

  health(): EngineHealth {
    return { damaged: noDamage, bytes: this.#bytes, trouble: this.#trouble() };
  }

  async probe(): Promise<void> {
    try {
      this.#bytes = (await this.#client.call(methods.status, {})).dbSize;
      await this.revision();
    } catch (error) {
      this.#options.log.debug('etcd was asked how it is', { error });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }
  async #close(): Promise<void> {
    await Promise.allSettled([...this.#writing]);
    this.#closed.abort();
    this.#client.close();
  }

  #watch(range: KeyRange, since: Revision, signal: AbortSignal): EtcdWatch {
    const { client, clock, log } = this.#options;
    const assertKept = (at: Revision): Promise<void> => this.#assertKept(at);
    return new EtcdWatch({ client, keys: this.#keys, range, clock, log, signal, assertKept }, since);
  }

  #trouble(): EngineHealth['trouble'] {
    const { failure } = this.#client;
    if (this.#full !== undefined) return { kind: 'full', why: this.#full.message };
    return failure === undefined ? undefined : { kind: 'failing', why: storageFailure(failure).message };
  }

  async #askRevision(): Promise<Revision> {
    const { header } = await this.#client.call(methods.range, { key: this.#keys.all.key, countOnly: true });
    return header?.revision ?? 0;
  }

  async #commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed> {
    const { expected, expires = undefined } = terms !== null && typeof terms === 'object' ? terms : { expected: terms };
    const theirs = this.#keys.theirs(key);
    const there = { range: { key: theirs } };
    // There is nothing to remove: what is there is told.
    if (value === null && expected === null)
      return refusal((await this.#client.call(methods.range, there.range)).kvs, this.#keys);
    const lease = expires === undefined ? 0n : await this.#leases.until(expires);
    const write = value === null ? { remove: { key: theirs } } : { put: { key: theirs, value, lease } };
    const { succeeded, header, responses } = await this.#client.call(methods.txn, {
      compare: [{ target: COMPARE.modRevision, key: theirs, modRevision: expected ?? 0 }],
      success: [write],
      failure: [there],
    });
    if (!succeeded) return refusal(responses[0]?.range?.kvs ?? [], this.#keys);
    const revision = header?.revision ?? 0;
    for (const watch of this.#watches) if (!isWithin(watch.range, theirs)) watch.expect(revision);
    return { committed: true, revision };
  }

  async #readAt(prefix: string, { revision, after, limit }: ReadAt): Promise<Page> {
    const rows: Row[] = [];
    let at = revision;
    for (let from = after; ; from = rows.at(-1)?.key) {
      const left = (limit ?? Number.POSITIVE_INFINITY) - rows.length;
      const range = this.#keys.range(prefix, from);
      const page = await this.#ask({ ...range, revision: at ?? 0, limit: Math.min(left, PAGE_ROWS) });
      at ??= page.header?.revision ?? 0;
      for (const kv of page.kvs) rows.push(rowOf(kv, this.#keys));
      if (!page.more || rows.length >= (limit ?? Number.POSITIVE_INFINITY))
        return { rows, revision: at, more: page.more };
    }
  }

  async #ask(request: KeyRange & { revision: Revision; limit?: number; countOnly?: boolean }) {
    try {
      return await this.#client.call(methods.range, request);
    } catch (error) {
      if (isCompacted(error)) throw new Compacted(await this.#oldest(request.revision));
      if (isFuture(error)) throw new NotYet(await this.revision());
      throw storageFailure(error);
    }
  }

  /** What lies before is forgotten. Only a watch tells it: one that begins too early. */
  async #oldest(tooOld: Revision): Promise<Revision> {
    const stop = new AbortController();
    const { client, clock, log } = this.#options;
    const assertKept = async (): Promise<void> => undefined;
    const range = this.#keys.all;
    const watch = new EtcdWatch({ client, keys: this.#keys, range, clock, log, signal: stop.signal, assertKept }, 0);
    try {
      for await (const _ of watch.batches()) break;
    } catch (error) {
      if (error instanceof Compacted) return error.oldest;
      log.debug('etcd did not tell what it has forgotten', { error });
    } finally {
      stop.abort();
    }
    return tooOld + 1;
  }

  /** A removal in the very revision of a compaction is forgotten by some releases, so a watch must not begin with it. */
  async #assertKept(since: Revision): Promise<void> {
    try {
      const request = { ...this.#keys.all, revision: Math.max(1, since), limit: 1, keysOnly: true };
      await this.#client.call(methods.range, request);
    } catch (error) {
      if (isCompacted(error)) throw new Compacted(await this.#oldest(since));
      // One that begins in the future has missed nothing.
      if (!isFuture(error)) throw error;
    }
  }
}

function refusal(kvs: readonly KeyValue[], keys: Keys): Committed {
  return { committed: false, actual: kvs[0] === undefined ? null : rowOf(kvs[0], keys) };
}

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storageFailure(error);
  }
}
