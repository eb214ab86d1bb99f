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
import { type CommitTerms, type Engine, NotYet, type Page, type Revision, type Row, sizeOfStored } from './engine.ts';
import { Entry } from './entry.ts';
import { gathered, initialBatches, type Part, pagedList, pageLimits, type ReadPart } from './pages.ts';
import { StoreEvent, seen, testOf } from './store-event.ts';
import { transact } from './transact.ts';

/** Rows are read in numbers that make about a page; the size of the first ones is not known. */
const FIRST_ROWS = 16;
const MOST_ROWS = 500;

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

  hasDamage(): boolean {
    return this.#engine.health().damaged.size > 0;
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

  async load(): Promise<void> {}

  peek(): undefined {
    return undefined;
  }

  async list(query: ListQuery): Promise<ListResult> {
    return gathered(await this.pages(query));
  }

  async pages(query: ListQuery): Promise<PagedList> {
    const { read, revision } = this.reader(query, await this.#revisionFor(query.freshness));
    const list = { ...(await pagedList(query, read)), revision: revision() };
    if (list.next === undefined || query.matches !== undefined) return list;
    const after = this.#prefix + list.next;
    return {
      ...list,
      remaining: await this.#engine.count(this.#prefix + query.under, { revision: list.revision, after }),
    };
  }

  /** Reads part by part at a revision; without one at the newest, which the first part finds out. */
  reader(query: ListQuery, asked: Revision | undefined): { readonly read: ReadPart; revision(): Revision } {
    let at = asked;
    let rows = FIRST_ROWS;
    const read: ReadPart = async (after, left) => {
      const page = await this.#read(query.under, { at, after, limit: Math.min(rows, left) });
      at = page.revision;
      this.#shown = Math.max(this.#shown, at);
      rows = rowsLike(page.rows);
      return this.#part(page, query, after);
    };
    return { read, revision: () => at ?? 0 };
  }

  async #part({ rows, more }: Page, query: ListQuery, after: string | undefined): Promise<Part> {
    const looked = rows.map((row) => this.#entry(row));
    const matches = await testOf(query, looked);
    const entries = matches === undefined ? looked : looked.filter(matches);
    return { entries, looked: looked.at(-1)?.key ?? after, isLast: !more };
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
      commit: (name: string, value: Uint8Array | null, terms: CommitTerms) =>
        this.#engine.commit(this.#prefix + name, value, terms),
      settled: () => null,
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
    const list = await this.pages({ ...filter, freshness });
    yield* initialBatches(list);
    return list.revision;
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
    if (freshness.need !== 'exactly' && freshness.need !== 'at-least') return undefined;
    const current = await this.#engine.revision();
    if (freshness.revision > current) throw new NotYet(current);
    return freshness.need === 'exactly' ? freshness.revision : undefined;
  }
  #entry({ key, revision, value }: Row): Entry {
    return new Entry(key.slice(this.#prefix.length), revision, value);
  }
}

/** How many rows as large as these make a page. */
function rowsLike(rows: readonly Row[]): number {
  const bytes = rows.reduce((sum, { value }) => sum + sizeOfStored(value), 1);
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((pageLimits.bytes / bytes) * rows.length)));
}
