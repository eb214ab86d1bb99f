import type { MaybePromise } from '#meta';

/** One counter for the whole store; a revision is never used twice. */
export type Revision = number;

/** The value of a key: bytes, or why they cannot be read. */
export type Stored = Uint8Array | DamagedRecord;

/** 0 for an absent or unreadable value. */
export function sizeOfStored(stored: Stored | null | undefined): number {
  return stored instanceof Uint8Array ? stored.length : 0;
}

export interface Row {
  readonly key: string;
  readonly value: Stored;
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

/** A lost race is a normal result, not an error. `actual` is what is stored instead. */
export type Committed =
  | { readonly committed: true; readonly revision: Revision }
  | { readonly committed: false; readonly actual: Row | null };

export interface Change {
  readonly key: string;
  readonly revision: Revision;
  /** Null when the key was removed. */
  readonly value: Stored | null;
  /** What was there before; null when the key was absent. */
  readonly previous: Row | null;
}

/** Changes in order. An empty batch is a progress mark: nothing happened up to `revision`. */
export interface ChangeBatch {
  readonly revision: Revision;
  readonly changes: readonly Change[];
}

/**
 * Values that can be read again from where they are stored as long as they are the newest of their keys, and after that until
 * they are compacted: nobody has to keep them in memory.
 */
export interface StoredValues {
  /** At once. Undefined when it is compacted. Throws a `StorageFailure` when the engine is closed. */
  read(row: RowName): Stored | undefined;
  /** The same of many, without holding up others. */
  load(rows: readonly RowName[]): Promise<readonly (Stored | undefined)[]>;
}
export type RowName = Pick<Row, 'key' | 'revision'>;

/** Stores bytes under keys, remembers the recent past, and tells what changed. */
export interface Engine extends AsyncDisposable {
  /**
   * Rows whose key begins with `prefix`, after the key `after`, at most `limit` of them. At a `revision` of the past:
   * the picture of that time, or `Compacted` when it is gone. Without one: the newest durable state.
   */
  read(prefix: string, at?: ReadAt): Promise<Page>;
  /** How many rows a read without a limit would find. */
  count(prefix: string, at: CountAt): Promise<number>;
  /** One row by its exact key. */
  get(key: string): Promise<Row | null>;
  /**
   * Writes only if the key is still at the revision that the terms name (null: absent). `value: null` removes it.
   * Durable when it resolves. A refusal resolves only when the write that won is durable and visible to reads. Throws
   * `StorageFull` when there is no room, until `probe` finds some; throws `StorageFailure` when durability is
   * uncertain, and the next write tries again.
   */
  commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed>;
  /** After `since`, in order, without gaps. Throws `Compacted` if `since` is gone. Ends when the signal fires. */
  changes(prefix: string, since: Revision, signal: AbortSignal): AsyncIterable<ChangeBatch>;
  /** The newest state is elsewhere: to ask for it takes a journey, and others write it too. */
  readonly isRemote?: boolean;
  /** Whether `changes('')` tells of the keys under a prefix; of all where this is not given. */
  isFollowed?(prefix: string): boolean;
  /** Absent where values are in memory, or far away. */
  readonly values?: StoredValues;
  /** Whether a value that was read here would be stored otherwise now, so that writing it again unchanged is of use. */
  isStale?(value: Uint8Array): boolean;
  /** The newest durable revision. */
  revision(): MaybePromise<Revision>;
  /** Forgets what was overwritten or removed before `before`. Works in small slices between writes. */
  compact(before: Revision): Promise<void>;
  /** Some rows whose expiry time has come and that still exist. Empty for an engine that removes them itself. */
  expired(now: number): Promise<readonly Expired[]>;
  /** Known problems, without a new check. */
  health(): EngineHealth;
  /** Checks whether known problems persist, and whether some more stored values can be read, until the signal fires. */
  probe(signal?: AbortSignal): Promise<void>;
}

/** The condition of a write: the revision that the key must have (null: none), alone or with more terms. */
export type CommitTerms =
  | Revision
  | null
  | {
      readonly expected: Revision | null;
      /** Milliseconds since 1970. After that the row is removed. */
      readonly expires?: number;
      /** Part of a deletion: allowed like a removal when there is no room. */
      readonly frees?: boolean;
      /** The value at the expected revision, from a writer who has it: for those who follow it need not be read again. */
      readonly replaced?: Uint8Array;
    };

export interface Expired {
  readonly key: string;
  readonly revision: Revision;
}

export interface EngineHealth {
  /** Why writes fail, and whether those that free room still work; undefined when writes work. */
  readonly trouble?: { readonly kind: 'full' | 'failing'; readonly why: string } | undefined;
  /** The newest rows that were found unreadable, by key: some of them when there are very many. */
  readonly damaged: ReadonlyMap<string, DamagedRecord>;
  /** How much room the store takes on disk; 0 for one in memory. */
  readonly bytes: number;
}

export interface ReadAt {
  readonly revision?: Revision;
  readonly after?: string;
  readonly limit?: number;
}

export interface CountAt {
  readonly revision: Revision;
  readonly after?: string;
}

/** A revision was asked for that has been compacted. */
export class Compacted extends Error {
  readonly oldest: Revision;
  constructor(oldest: Revision) {
    super(`revisions before ${oldest} are no longer kept`);
    this.name = 'Compacted';
    this.oldest = oldest;
  }
}

/** A revision was asked for that the store has not reached. */
export class NotYet extends Error {
  readonly current: Revision;
  constructor(current: Revision) {
    super(`the newest revision is ${current}`);
    this.name = 'NotYet';
    this.current = current;
  }
}

/** The engine cannot do what it must. The message says what the operator can do. */
export class StorageFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFailure';
  }
}

/** Nothing can be written here, ever. */
export class ReadOnlyStorage extends StorageFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadOnlyStorage';
  }
}

/** There is no room for the write, and nothing of it was written. Removals still work. */
export class StorageFull extends StorageFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFull';
  }
}

/** There is a value, but its bytes are not those that were written, or the disk does not give them back. */
export class DamagedRecord extends Error {
  readonly key: string;
  readonly revision: Revision;
  readonly why: string;
  /** It was removed since, at this revision. */
  readonly removedAt: Revision | undefined;
  constructor({ key, revision, removedAt }: Expired & { readonly removedAt?: Revision }, why: string) {
    super(`${key}, written at revision ${revision}, cannot be read: ${why}`);
    this.name = 'DamagedRecord';
    this.key = key;
    this.revision = revision;
    this.why = why;
    this.removedAt = removedAt;
  }
}
