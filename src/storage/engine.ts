/** One counter for the whole store; a revision is never used twice. */
export type Revision = number;

export interface Row {
  readonly key: string;
  readonly value: Uint8Array;
  /** The revision of the last write to this key. */
  readonly revision: Revision;
}

export interface Page {
  /** In order of key. */
  readonly rows: readonly Row[];
  /** The revision of the store that these rows are a picture of. */
  readonly revision: Revision;
  /** There are more rows after the last one. */
  readonly more: boolean;
}

/** A lost race is a fact to weigh, not an error. `actual` is what is there instead. */
export type Committed =
  | { readonly committed: true; readonly revision: Revision }
  | { readonly committed: false; readonly actual: Row | null };

export interface Change {
  readonly key: string;
  readonly revision: Revision;
  /** Null when the key was removed. */
  readonly value: Uint8Array | null;
  /** What was there before; null when the key was absent. */
  readonly previous: Row | null;
}

/** Changes in order. An empty batch is a progress mark: nothing happened up to `revision`. */
export interface ChangeBatch {
  readonly revision: Revision;
  readonly changes: readonly Change[];
}

/** Stores bytes under keys, remembers the recent past, and tells what changed. */
export interface Engine extends AsyncDisposable {
  /**
   * Rows whose key begins with `prefix`, after the key `after`, at most `limit` of them. At a `revision` of the past:
   * the picture of that time, or `Compacted` when it is gone. Without one: the newest durable state.
   */
  read(prefix: string, at?: ReadAt): Promise<Page>;
  /** One row by its exact key. */
  get(key: string): Promise<Row | null>;
  /**
   * Writes only if the key is still at `expected` (null: absent). `value: null` removes it. Durable when it answers.
   * A refusal is answered only when the write that won is durable and visible to reads.
   */
  commit(key: string, value: Uint8Array | null, expected: Revision | null): Promise<Committed>;
  /** After `since`, in order, without gaps. Throws `Compacted` if `since` is gone. Ends when the signal fires. */
  changes(prefix: string, since: Revision, signal: AbortSignal): AsyncIterable<ChangeBatch>;
  /** The newest durable revision. */
  revision(): Promise<Revision>;
  /** Forgets what was overwritten or removed before `before`. Works in small slices between writes. */
  compact(before: Revision): Promise<void>;
}

export interface ReadAt {
  readonly revision?: Revision;
  readonly after?: string;
  readonly limit?: number;
}

/** The past that was asked for is no longer kept. */
export class Compacted extends Error {
  readonly oldest: Revision;
  constructor(oldest: Revision) {
    super(`revisions before ${oldest} are no longer kept`);
    this.name = 'Compacted';
    this.oldest = oldest;
  }
}

/** The future was asked for. */
export class NotYet extends Error {
  readonly current: Revision;
  constructor(current: Revision) {
    super(`the newest revision is ${current}`);
    this.name = 'NotYet';
    this.current = current;
  }
}

/** The engine cannot keep its promise (disk full, damaged data). The message says what to do. */
export class StorageFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFailure';
  }
}
