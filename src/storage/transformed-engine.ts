import type { MaybePromise } from '#meta';
import {
  type Change,
  type ChangeBatch,
  type CommitTerms,
  type Committed,
  type CountAt,
  DamagedRecord,
  type Engine,
  type EngineHealth,
  type Expired,
  type Page,
  type ReadAt,
  type Revision,
  type Row,
  type RowName,
  type Stored,
  type StoredValues,
} from './engine.ts';

/** How values lie in an engine, where that is not as the server works with them: another format, or encrypted. */
export interface ValueTransformer {
  /** Throws when the value makes no sense; it counts as damaged then. */
  fromStorage(key: string, value: Uint8Array): Uint8Array;
  toStorage(key: string, value: Uint8Array): Uint8Array;
  /** Whether a value would be written otherwise now. */
  isStale?(key: string, value: Uint8Array): boolean;
}

/** An engine whose values are transformed on the way in and out. */
export class TransformedEngine implements Engine {
  readonly #engine: Engine;
  readonly #transformer: ValueTransformer;
  readonly isFollowed?: (prefix: string) => boolean;
  readonly isRemote: boolean;
  readonly values?: StoredValues;
  /** What was made of values that are stale. */
  readonly #stale = new WeakSet<Uint8Array>();

  constructor(engine: Engine, transformer: ValueTransformer) {
    this.#engine = engine;
    this.#transformer = transformer;
    this.isRemote = engine.isRemote === true;
    if (engine.values !== undefined) this.values = this.#transformed(engine.values);
    if (engine.isFollowed !== undefined) this.isFollowed = (prefix) => engine.isFollowed?.(prefix) ?? true;
  }

  async read(prefix: string, at?: ReadAt): Promise<Page> {
    const page = await this.#engine.read(prefix, at);
    return { ...page, rows: page.rows.map((row) => this.#row(row)) };
  }
  isStale(value: Uint8Array): boolean {
    return this.#stale.has(value);
  }
  count(prefix: string, at: CountAt): Promise<number> {
    return this.#engine.count(prefix, at);
  }
  async get(key: string): Promise<Row | null> {
    const row = await this.#engine.get(key);
    return row === null ? null : this.#row(row);
  }
  async commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed> {
    const stored = value === null ? null : this.#transformer.toStorage(key, value);
    const committed = await this.#engine.commit(key, stored, withoutReplaced(terms));
    if (committed.committed || committed.actual === null) return committed;
    return { committed: false, actual: this.#row(committed.actual) };
  }
  async *changes(prefix: string, since: Revision, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    const transform = (row: Row): Stored => this.#row(row).value;
    for await (const { revision, changes } of this.#engine.changes(prefix, since, signal)) {
      yield { revision, changes: changes.map((change) => new TransformedChange(change, transform)) };
    }
  }
  revision(): MaybePromise<Revision> {
    return this.#engine.revision();
  }
  compact(before: Revision): Promise<void> {
    return this.#engine.compact(before);
  }
  expired(now: number): Promise<readonly Expired[]> {
    return this.#engine.expired(now);
  }
  health(): EngineHealth {
    return this.#engine.health();
  }
  probe(signal?: AbortSignal): Promise<void> {
    return this.#engine.probe(signal);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
  }

  #transformed(values: StoredValues): StoredValues {
    const transform = (row: RowName, value: Stored | undefined): Stored | undefined =>
      value === undefined ? undefined : this.#row({ ...row, value }).value;
    return {
      read: (row) => transform(row, values.read(row)),
      load: async (rows) => (await values.load(rows)).map((value, i) => transform(rows[i] as RowName, value)),
    };
  }

  #row({ key, value, revision }: Row): Row {
    if (!(value instanceof Uint8Array)) return { key, value, revision };
    try {
      const made = this.#transformer.fromStorage(key, value);
      if (this.#transformer.isStale?.(key, value) || this.#engine.isStale?.(value)) this.#stale.add(made);
      return { key, value: made, revision };
    } catch (error) {
      return { key, value: new DamagedRecord({ key, revision }, (error as Error).message), revision };
    }
  }
}

/** What a writer has is not what is stored. */
function withoutReplaced(terms: CommitTerms): CommitTerms {
  if (typeof terms !== 'object' || terms?.replaced === undefined) return terms;
  const { replaced: _, ...rest } = terms;
  return rest;
}

/** Transformed when somebody looks: most changes concern objects that nobody reads here. */
class TransformedChange implements Change {
  readonly key: string;
  readonly revision: Revision;
  readonly #change: Change;
  readonly #transform: (row: Row) => Stored;
  #value: Stored | undefined;

  constructor(change: Change, transform: (row: Row) => Stored) {
    this.key = change.key;
    this.revision = change.revision;
    this.#change = change;
    this.#transform = transform;
  }
  get value(): Stored | null {
    const { key, revision, value } = this.#change;
    if (value === null) return null;
    this.#value ??= this.#transform({ key, revision, value });
    return this.#value;
  }
  get previous(): Row | null {
    const { previous } = this.#change;
    return previous === null ? null : { ...previous, value: this.#transform(previous) };
  }
}
