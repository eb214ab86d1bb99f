import {
  type Change,
  type EngineHealth,
  type Page,
  type Revision,
  type Row,
  type RowName,
  StorageFailure,
  type Stored,
} from '../engine.ts';

/** The last write of a key. A removed key keeps its head until the removal is compacted. */
export interface Head {
  readonly revision: Revision;
  readonly removed: boolean;
}

/** A write without its value. `previous` is the revision of the same key's write before it, 0 for none. */
export interface LogEntry {
  readonly key: string;
  readonly revision: Revision;
  readonly previous: Revision;
  readonly removed: boolean;
}

/** One write with what it wrote; null for a removal. */
export interface LogRecord {
  readonly key: string;
  readonly revision: Revision;
  readonly previous: Revision;
  readonly value: Stored | null;
}

export interface NewLogRecord extends LogRecord {
  readonly value: Uint8Array | null;
  /** Milliseconds since 1970; undefined for never. */
  readonly expires?: number | undefined;
}

export interface LogState {
  /** The last revision given away. */
  readonly revision: Revision;
  /** Pictures and changes from here on can still be had. */
  readonly compacted: Revision;
}

/** All of it or nothing, and durable when it is done. */
export interface LogWrite {
  readonly puts: readonly NewLogRecord[];
  /** Records to forget. They may be gone already. */
  readonly drops: readonly Revision[];
  /** Keys whose head to forget. */
  readonly forgotten: readonly string[];
  readonly state: LogState;
  /** Frees room, now or later: may use the reserved room. */
  readonly frees: boolean;
}

/**
 * What an engine with one writer stands on: a log from revision to write, which holds each value once, and an index
 * from key to head. The past of a key is the chain of `previous` from its head; a chain that ends in nothing says that
 * the key was absent.
 *
 *     log    1 a=x ← 3 a=y ← 4 a removed      2 b=z
 *     index  a → 4 removed, b → 2
 *     the picture at 3: a: 4 is too new, 3 fits: y. b: 2 fits: z.
 */
export interface RevisionLog {
  /** As it was found when the log was opened. */
  readonly found: LogState;
  /** The keys that have a time to go, as they were found when the log was opened. */
  readonly expiring: Iterable<ExpiringKey>;
  head(key: string): Head | undefined;
  heads(prefix: string, after?: string): Iterable<KeyHead>;
  record(revision: Revision): LogRecord | undefined;
  /** The same without its value, which need not be read. */
  entry(revision: Revision): LogEntry | undefined;
  /**
   * Values of many writes, without holding up others; undefined for those that are gone. Absent where they are in memory.
   */
  load?(revisions: readonly Revision[]): Promise<readonly (Stored | undefined)[]>;
  /** How large the value of that write is; 0 for a removal or when it is gone. */
  sizeOf(revision: Revision): number;
  /** In order, after `since`, up to and with `upTo`. */
  entries(since: Revision, upTo: Revision): Iterable<LogEntry>;
  write(write: LogWrite): Promise<void>;
  health(): EngineHealth;
  /** Tries whether what was wrong still is. Like a write, never called while one is under way. */
  tryAgain(): Promise<void>;
  /** Looks whether some more of what is stored can be read. */
  inspect(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface ExpiringKey {
  readonly key: string;
  readonly revision: Revision;
  readonly expires: number;
}

export interface KeyHead extends Head {
  readonly key: string;
}

/** What was there at `revision`, found from the key's head. */
export function rowAt(log: RevisionLog, head: KeyHead, revision: Revision): Row | null {
  const { key } = head;
  const found = writeAt(log, head, revision);
  if (found === undefined) return null;
  const value = log.record(found)?.value;
  if (value === undefined || value === null) throw missing(key, found);
  return { key, value, revision: found };
}

/** Which write of the key was there at `revision`; undefined for none. Reads no value. */
function writeAt(log: RevisionLog, head: KeyHead, revision: Revision): Revision | undefined {
  if (head.revision <= revision) return head.removed ? undefined : head.revision;
  let entry = log.entry(head.revision);
  if (entry === undefined && !head.removed) throw missing(head.key, head.revision);
  while (entry !== undefined && entry.revision > revision) {
    entry = entry.previous === 0 ? undefined : log.entry(entry.previous);
  }
  return entry === undefined || entry.removed ? undefined : entry.revision;
}

/** How many rows `findSlice` would find among at most `look` keys. */
export function countSlice(
  log: RevisionLog,
  { prefix, after, revision, look }: Omit<SliceOptions, 'limit'>,
): { readonly count: number; readonly seen: string | undefined } {
  let count = 0;
  let looked = 0;
  let seen = after;
  for (const head of log.heads(prefix, after)) {
    if (looked++ === look) return { count, seen };
    if (writeAt(log, head, revision) !== undefined) count++;
    seen = head.key;
  }
  return { count, seen: undefined };
}

interface SliceOptions {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly revision: Revision;
  /** At most so many rows, found among at most so many keys. */
  readonly limit: number;
  readonly look: number;
}
interface Slice extends Pick<Page, 'more'> {
  /** Which write of each key was there. */
  readonly rows: readonly RowName[];
  /** The last key looked at when the slice ended before the keys did. */
  readonly seen: string | undefined;
}

export function findSlice(log: RevisionLog, options: SliceOptions): Slice {
  const { prefix, after, revision, limit, look } = options;
  const rows: RowName[] = [];
  let looked = 0;
  let seen = after;
  for (const head of log.heads(prefix, after)) {
    if (looked++ === look) return { rows, more: false, seen };
    const found = writeAt(log, head, revision);
    if (found !== undefined && rows.length === limit) return { rows, more: true, seen: undefined };
    if (found !== undefined) rows.push({ key: head.key, revision: found });
    seen = head.key;
  }
  return { rows, more: false, seen: undefined };
}

export function changeOf(log: RevisionLog, record: LogRecord): Change {
  const before = record.previous === 0 ? undefined : log.record(record.previous);
  const previous =
    before === undefined || before.value === null
      ? null
      : { key: before.key, value: before.value, revision: before.revision };
  return { key: record.key, revision: record.revision, value: record.value, previous };
}

export function missing(key: string, revision: Revision): StorageFailure {
  return new StorageFailure(
    `the store is damaged: the value of ${JSON.stringify(key)} at revision ${revision} is missing; restore it from a backup`,
  );
}
