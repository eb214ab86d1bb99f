import type {
  Collection,
  Freshness,
  ListQuery,
  ListResult,
  Transition,
  Watch,
  WatchBatch,
  WatchItem,
  WatchQuery,
  Written,
} from './collection.ts';
import { type Engine, NotYet, type Page, type Revision, type Row } from './engine.ts';
import { Entry } from './entry.ts';
import { StoreEvent, seen } from './store-event.ts';
import { transact } from './transact.ts';

const page = 500;

/** A collection straight from the engine, without a cache: for reads of the past, and to measure the cache by. */
export class EngineCollection implements Collection {
  readonly #engine: Engine;
  readonly #prefix: string;
  #shown: Revision = 0;

  constructor(engine: Engine, prefix: string) {
    this.#engine = engine;
    this.#prefix = prefix;
  }

  revision(): Revision {
    return this.#shown;
  }

  async get(key: string, freshness: Freshness): Promise<Entry | null> {
    const at = await this.#revisionFor(freshness);
    const full = this.#prefix + key;
    if (at === undefined) {
      const row = await this.#engine.get(full);
      return row === null ? null : this.#entry(row);
    }
    // The key itself is the first of those that begin with it.
    const { rows } = await this.#engine.read(full, { revision: at, limit: 1 });
    return rows[0]?.key === full ? this.#entry(rows[0]) : null;
  }

  async list(query: ListQuery): Promise<ListResult> {
    const { limit = Number.POSITIVE_INFINITY, matches = () => true } = query;
    const entries: Entry[] = [];
    let at = await this.#revisionFor(query.freshness);
    let after = query.after;
    for (;;) {
      const part = await this.#read(query.under, { at, after, limit: Math.min(page, limit - entries.length) });
      const looked = part.rows.map((row) => this.#entry(row));
      if (query.ready !== undefined) await query.ready(looked);
      for (const entry of looked) {
        if (matches(entry)) entries.push(entry);
        after = entry.key;
      }
      at = part.revision;
      this.#shown = Math.max(this.#shown, at);
      if (!part.more) return { entries, revision: at };
      if (entries.length >= limit) return { entries, revision: at, ...(after === undefined ? {} : { next: after }) };
    }
  }

  watch(query: WatchQuery, signal: AbortSignal): Watch {
    const progress = { revision: 0 };
    return {
      revision: () => progress.revision,
      [Symbol.asyncIterator]: () => this.#watch(query, signal, progress),
    };
  }

  transact(key: string, transition: Transition): Promise<Written> {
    const side = {
      live: (live: string) => this.get(live, { need: 'newest' }),
      commit: (name: string, value: Uint8Array | null, expected: Revision | null) =>
        this.#engine.commit(this.#prefix + name, value, expected),
      settled: async () => null,
    };
    return transact(side, key, transition);
  }

  async *#watch(query: WatchQuery, signal: AbortSignal, progress: { revision: Revision }): AsyncGenerator<WatchBatch> {
    const { under, since } = query;
    progress.revision = 'revision' in since ? since.revision : yield* this.#initial(query, since.initial);
    for await (const batch of this.#engine.changes(this.#prefix + under, progress.revision, signal)) {
      progress.revision = batch.revision;
      const items = await seen(
        batch.changes.map((change) => StoreEvent.of(change, this.#prefix)),
        query,
      );
      if (items.length > 0) yield { kind: 'changes', items, revision: batch.revision };
    }
  }
  async *#initial({ since: _, ...filter }: WatchQuery, freshness: Freshness): AsyncGenerator<WatchBatch, Revision> {
    const { entries, revision } = await this.list({ ...filter, freshness });
    yield* initialBatches(entries, revision);
    return revision;
  }

  #read(under: string, how: { at: Revision | undefined; after: string | undefined; limit: number }): Promise<Page> {
    return this.#engine.read(this.#prefix + under, {
      limit: how.limit,
      ...(how.at === undefined ? {} : { revision: how.at }),
      ...(how.after === undefined ? {} : { after: this.#prefix + how.after }),
    });
  }
  /** Undefined for the newest. */
  async #revisionFor(freshness: Freshness): Promise<Revision | undefined> {
    if (freshness.need === 'newest' || freshness.need === 'any') return undefined;
    const current = await this.#engine.revision();
    if (freshness.revision > current) throw new NotYet(current);
    return freshness.need === 'exactly' ? freshness.revision : undefined;
  }
  #entry({ key, revision, value }: Row): Entry {
    return new Entry(key.slice(this.#prefix.length), revision, value);
  }
}

/** What is there, as ADDED events in handy pieces, and the mark that this was all. */
export function* initialBatches(entries: readonly Entry[], revision: Revision): Generator<WatchBatch> {
  for (let at = 0; at < entries.length; at += page) {
    const items = entries.slice(at, at + page).map((entry): WatchItem => ({ type: 'ADDED', entry }));
    yield { kind: 'changes', items, revision };
  }
  yield { kind: 'initial-end', revision };
}
