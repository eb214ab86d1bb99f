import {
  type CachedObjects,
  type Collection,
  type CommitTerms,
  type Committed,
  DamagedRecord,
  Entry,
  type Freshness,
  type ListQuery,
  type ListResult,
  type PagedList,
  pagesFrom,
  type Row,
  type Transition,
  transact,
  type Watch,
  type Written,
} from '#storage';
import type { RowMessage } from './main-calls.ts';
import type { MainThread } from './main-thread.ts';

/** The store as a thread sees it that does not have it: it asks for everything. */
export class RemoteStore {
  readonly #mainThread: MainThread;
  readonly #copies = new Map<string, Copy>();
  #made = 0;

  constructor(mainThread: MainThread) {
    this.#mainThread = mainThread;
  }

  collection(prefix: string): Collection {
    return new RemoteCollection(this.#mainThread, prefix);
  }

  /** What there is a copy of. */
  cached(prefix: string): CachedObjects | undefined {
    return this.#copies.get(prefix);
  }

  /** Brings the copy of what lies under a prefix to what the main thread knows. `ends`: how the keys that matter end. */
  async refresh(prefix: string, wanted: { readonly since: number; readonly ends?: readonly string[] }): Promise<void> {
    const { since, ends = [''] } = wanted;
    const before = this.#copies.get(prefix);
    if (before?.revision === since && before.ends === ends.join()) return;
    const known = Object.fromEntries([...(before?.entries ?? [])].map(({ key, revision }) => [key, revision]));
    const { rows, since: revision } = await this.#mainThread.ask('copy', prefix, ends, known);
    const entries = rows.map(({ key, revision, value }) =>
      value === undefined ? (before?.get(key) as Entry) : (entryOf({ key, revision, value }) as Entry),
    );
    this.#copies.set(prefix, new Copy(entries, { since: ++this.#made, revision, ends: ends.join() }));
  }
}

interface CopyState {
  /** Tells one copy from another. */
  readonly since: number;
  /** What the main thread calls `since`. */
  readonly revision: number;
  readonly ends: string;
}

class Copy implements CachedObjects, CopyState {
  readonly since: number;
  readonly revision: number;
  readonly ends: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(entries: readonly Entry[], { since, revision, ends }: CopyState) {
    this.since = since;
    this.revision = revision;
    this.ends = ends;
    this.#entries = new Map(entries.map((entry) => [entry.key, entry]));
  }

  get size(): number {
    return this.#entries.size;
  }

  get entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }
}

class RemoteCollection implements Collection {
  readonly #mainThread: MainThread;
  readonly #prefix: string;
  #shown = 0;

  constructor(mainThread: MainThread, prefix: string) {
    this.#mainThread = mainThread;
    this.#prefix = prefix;
  }

  revision(): number {
    return this.#shown;
  }

  /** Lists are read whole here. */
  hasDamage(): boolean {
    return true;
  }

  peek(): undefined {
    return undefined;
  }

  load(): Promise<void> {
    return this.#mainThread.ask('load', this.#prefix);
  }

  async get(key: string, freshness: Freshness): Promise<Entry | null> {
    return entryOf(await this.#mainThread.ask('get', this.#prefix, key, freshness));
  }

  /** Always the newest, which is good for whatever is asked for. */
  async list({ under, matches = () => true, ready, after: first, limit = Number.POSITIVE_INFINITY }: ListQuery) {
    const entries: Entry[] = [];
    let after = first;
    for (;;) {
      const { rows, revision, next } = await this.#mainThread.ask('page', this.#prefix, under, after);
      const page = rows.map((row) => entryOf(row) as Entry);
      const test = (await ready?.(page)) ?? matches;
      for (const entry of page) if (test(entry)) entries.push(entry);
      this.#shown = revision;
      const result: ListResult = { entries: entries.slice(0, limit), revision };
      if (next === undefined || entries.length >= limit) return result;
      after = next;
    }
  }

  async pages(query: ListQuery): Promise<PagedList> {
    const { entries, ...about } = await this.list(query);
    return pagesFrom(entries, about);
  }

  /** Watches are served on the main thread, never here. */
  watch(): Watch {
    throw new Error('there are no watches in this thread');
  }

  transact(key: string, transition: Transition): Promise<Written> {
    const side = {
      live: (live: string) => this.get(live, { need: 'newest' }),
      commit: async (name: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed> => {
        const answer = await this.#mainThread.ask('commit', this.#prefix, name, { value, terms });
        return answer.committed ? answer : { committed: false, actual: rowOf(answer.actual) };
      },
      settled: async () => null,
    };
    return transact(side, key, transition);
  }
}

function entryOf(message: RowMessage | null): Entry | null {
  const row = rowOf(message);
  return row === null ? null : new Entry(row.key, row.revision, row.value);
}

function rowOf(message: RowMessage | null): Row | null {
  if (message === null) return null;
  const { key, revision, value } = message;
  return { key, revision, value: value instanceof Uint8Array ? value : new DamagedRecord(value, value.why) };
}
