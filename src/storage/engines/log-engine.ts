import { type MaybePromise, nextTurn } from '#meta';
import {
  type Change,
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
  type RowName,
  StorageFailure,
  type Stored,
  type StoredValues,
} from '../engine.ts';
import { assertKey } from '../key-order.ts';
import { ChangeFeed } from './change-feed.ts';
import { ExpiryBook } from './expiry-book.ts';
import { FollowedChanges } from './followed-changes.ts';
import { GroupCommit, type Operation } from './group-commit.ts';
import {
  changeOf,
  countSlice,
  type ExpiringKey,
  findSlice,
  type LogRecord,
  type LogState,
  missing,
  type NewLogRecord,
  type RevisionLog,
  rowAt,
} from './revision-log.ts';

const SLICE = 500;
/** So many values cost less when they are read one by one. */
const FEW = 4;
/** Counting looks at keys alone. */
const KEYS_AT_ONCE = 10_000;

/** An engine over a log that only this process writes. */
export class LogEngine implements Engine {
  readonly #log: RevisionLog;
  readonly #feed: ChangeFeed;
  readonly #commits: GroupCommit;
  readonly #expiry: ExpiryBook;
  /** Older revisions are refused from the beginning of a compaction; the log drops them slice by slice. */
  #floor: Revision;
  #forgotten: Revision;
  #compaction: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;
  readonly values?: StoredValues;

  constructor(log: RevisionLog) {
    const { revision, compacted } = log.found;
    this.#log = log;
    this.#floor = compacted;
    this.#forgotten = compacted;
    this.#feed = new ChangeFeed(revision);
    this.#expiry = new ExpiryBook(log.expiring);
    this.#commits = new GroupCommit({
      revision,
      head: (key) => log.head(key),
      sizeOf: (at) => log.sizeOf(at),
      persist: (operations) => this.#persist(operations),
    });
    if (log.load !== undefined) this.values = this.#values(log, log.load);
  }

  revision(): Revision {
    return this.#feed.revision;
  }

  async get(key: string): Promise<Row | null> {
    this.#assertOpen();
    const head = this.#log.head(key);
    return head === undefined ? null : rowAt(this.#log, { key, ...head }, this.#feed.revision);
  }

  async read(prefix: string, at: ReadAt = {}): Promise<Page> {
    for (;;) {
      const revision = at.revision ?? this.#feed.revision;
      try {
        return await this.#readAt(prefix, { ...at, revision });
      } catch (error) {
        // A compaction overtook a read of the newest state: read the newer one.
        if (!(error instanceof Compacted) || at.revision !== undefined) throw error;
      }
    }
  }

  /** In slices of keys, as reads are. */
  async count(prefix: string, { revision, after }: CountAt): Promise<number> {
    let count = 0;
    for (let from = after; ; ) {
      this.#assertReadable();
      this.#assertKept(revision);
      const part = countSlice(this.#log, { prefix, after: from, revision, look: KEYS_AT_ONCE });
      count += part.count;
      if (part.seen === undefined) return count;
      from = part.seen;
      await nextTurn();
    }
  }

  async commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed> {
    this.#assertOpen();
    assertKey(key);
    const revision = await this.#commits.commit(key, value === null ? null : ownBytes(value), terms);
    if (revision !== null) return { committed: true, revision };
    return { committed: false, actual: await this.get(key) };
  }

  changes(prefix: string, since: Revision, signal: AbortSignal): AsyncIterable<ChangeBatch> {
    const begin = (): void => {
      this.#assertOpen();
      this.#assertKept(since);
    };
    return new FollowedChanges({
      feed: this.#feed,
      prefix,
      since,
      signal,
      begin,
      replay: (seen) => this.#replay(seen),
    });
  }

  async compact(before: Revision): Promise<void> {
    this.#assertOpen();
    const target = Math.min(before, this.#feed.revision);
    this.#floor = Math.max(this.#floor, target);
    const run = this.#compaction.then(() => this.#forgetUpTo(target));
    // The next compaction continues where a failed one stopped.
    this.#compaction = run.catch(() => {});
    await run;
  }

  async expired(now: number): Promise<readonly Expired[]> {
    const there = ({ key, revision }: Expired): boolean => {
      const head = this.#log.head(key);
      return head?.revision === revision && !head.removed;
    };
    return this.#expiry.due(now, { most: SLICE, there });
  }
  health(): EngineHealth {
    return this.#log.health();
  }
  async probe(signal?: AbortSignal): Promise<void> {
    this.#assertOpen();
    if (this.health().trouble !== undefined) await this.#commits.between(() => this.#log.tryAgain());
    else await this.#log.inspect(signal);
  }

  /** Looks at the state while no write is under way. */
  between<T>(look: (state: LogState & { readonly expiring: readonly ExpiringKey[] }) => T): Promise<T> {
    this.#assertOpen();
    return this.#commits.between(async () =>
      look({ revision: this.#feed.revision, compacted: this.#floor, expiring: this.#expiry.all() }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    await this.#commits.drain();
    await this.#compaction;
    this.#feed.close();
    await this.#log.close();
  }

  #values(log: RevisionLog, load: Required<RevisionLog>['load']): StoredValues {
    return {
      read: ({ revision }) => {
        this.#assertReadable();
        return log.record(revision)?.value ?? undefined;
      },
      load: async (rows) => {
        this.#assertReadable();
        return load.call(
          log,
          rows.map(({ revision }) => revision),
        );
      },
    };
  }

  /** In slices, so that a large read blocks nobody: at one revision they are consistent. */
  async #readAt(prefix: string, at: ReadAt & { readonly revision: Revision }): Promise<Page> {
    const { revision, limit = Number.POSITIVE_INFINITY } = at;
    const rows: Row[] = [];
    let after = at.after;
    for (;;) {
      this.#assertReadable();
      this.#assertKept(revision);
      if (revision > this.#feed.revision) throw new NotYet(this.#feed.revision);
      const part = findSlice(this.#log, { prefix, after, revision, limit: limit - rows.length, look: SLICE });
      const found = await this.#valuesOf(part.rows);
      for (const [i, { key, revision: at }] of part.rows.entries()) {
        rows.push({ key, revision: at, value: found[i] ?? this.#gone(key, revision) });
      }
      if (part.seen === undefined) return { rows, revision, more: part.more };
      after = part.seen;
      await nextTurn();
    }
  }
  /** Where they are on disk, few are read at once and many without holding up others. */
  #valuesOf(rows: readonly RowName[]): MaybePromise<readonly (Stored | null | undefined)[]> {
    const revisions = rows.map(({ revision }) => revision);
    if (this.#log.load !== undefined && rows.length > FEW) return this.#log.load(revisions);
    return revisions.map((revision) => this.#log.record(revision)?.value);
  }
  /** It was there when it was looked for: a compaction came in between. */
  #gone(key: string, revision: Revision): never {
    this.#assertReadable();
    this.#assertKept(revision);
    throw missing(key, revision);
  }

  async #persist(operations: readonly Operation[]): Promise<void> {
    const puts: NewLogRecord[] = operations.map(({ key, revision, value, previous, expires }) => ({
      key,
      revision,
      value,
      previous: previous?.revision ?? 0,
      expires,
    }));
    const changes = operations.map((operation, at) => this.#change(operation, puts[at] as LogRecord));
    const revision = (puts.at(-1) as LogRecord).revision;
    const frees = operations.every((operation) => operation.frees);
    await this.#log.write({ puts, drops: [], forgotten: [], state: { revision, compacted: this.#forgotten }, frees });
    for (const { key, revision: at, expires } of puts) {
      if (expires !== undefined) this.#expiry.add({ key, revision: at, expires });
    }
    this.#feed.publish({ revision, changes });
  }
  #change({ key, upon, previous, replaced }: Operation, record: LogRecord): Change {
    const value = upon?.value ?? replaced;
    if (value === undefined || previous === undefined || previous.removed) return changeOf(this.#log, record);
    return {
      key,
      revision: record.revision,
      value: record.value,
      previous: { key, revision: previous.revision, value },
    };
  }

  /** A follower that is behind the changes in memory reads the log. */
  #replay(seen: Revision): ChangeBatch {
    this.#assertReadable();
    this.#assertKept(seen);
    const changes: Change[] = [];
    for (const { revision } of this.#log.entries(seen, this.#feed.revision)) {
      changes.push(changeOf(this.#log, this.#log.record(revision) as LogRecord));
      if (changes.length === SLICE) return { revision, changes };
    }
    return { revision: this.#feed.revision, changes };
  }

  async #forgetUpTo(target: Revision): Promise<void> {
    // Closing does not wait for all of it: the next start continues from here.
    while (this.#forgotten < target && this.#closing === undefined) {
      await this.#commits.between(() => this.#forgetSlice(target));
    }
  }

  /** Each write makes the one before it obsolete, and a removal itself as well. */
  async #forgetSlice(target: Revision): Promise<void> {
    const drops: Revision[] = [];
    const forgotten: string[] = [];
    let walked = 0;
    let compacted = target;
    for (const { key, revision, previous, removed } of this.#log.entries(this.#forgotten, target)) {
      if (previous !== 0) drops.push(previous);
      if (removed) {
        drops.push(revision);
        if (this.#log.head(key)?.revision === revision) forgotten.push(key);
      }
      if (++walked === SLICE) {
        compacted = revision;
        break;
      }
    }
    const state = { revision: this.#feed.revision, compacted };
    await this.#log.write({ puts: [], drops, forgotten, state, frees: true });
    this.#forgotten = compacted;
  }

  #assertKept(revision: Revision): void {
    if (revision < this.#floor) throw new Compacted(this.#floor);
  }
  #assertOpen(): void {
    if (this.#closing !== undefined) throw new StorageFailure('the store is closed');
  }
  #assertReadable(): void {
    if (this.#feed.closed) throw new StorageFailure('the store is closed');
  }
}

/** A copy: a view into a larger buffer (of Node's pool, say) would keep all of it in memory. */
function ownBytes(value: Uint8Array): Uint8Array {
  return value.buffer.byteLength === value.byteLength ? value : new Uint8Array(value);
}
