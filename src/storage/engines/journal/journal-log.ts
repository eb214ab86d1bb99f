import { crc32 } from 'node:zlib';
import type { Log } from '#meta';
import {
  DamagedRecord,
  type EngineHealth,
  type Revision,
  StorageFailure,
  StorageFull,
  type Stored,
} from '../../engine.ts';
import type {
  ExpiringKey,
  Head,
  KeyHead,
  LogEntry,
  LogRecord,
  LogState,
  LogWrite,
  RevisionLog,
} from '../revision-log.ts';
import { Appender } from './appender.ts';
import { encodeBatch } from './batch.ts';
import type { BuriedRemovals } from './buried-removals.ts';
import { Damages } from './damages.ts';
import { type Disk, messageOf } from './disk.ts';
import { byPlace, type Run, RunRoom, runsOf, valueIn } from './inspection.ts';
import type { KeyIndex } from './key-index.ts';
import { reclaim } from './reclaim.ts';
import { HEAD_SIZE, type PlacedHead } from './record.ts';
import type { RecordTable, TableRecord } from './record-table.ts';
import type { Recovered } from './recovery.ts';
import { placedHeadOf } from './rewrite.ts';
import { segmentIndex } from './segment-index.ts';
import type { Segment, Segments } from './segments.ts';
import { type JournalSizes, segmentSize } from './sizes.ts';
import type { Spare } from './spare.ts';

interface JournalOptions {
  readonly disk: Disk;
  readonly store: string;
  readonly spare: Spare;
  readonly sizes: JournalSizes;
  readonly log: Log;
  readonly closed: () => Promise<void>;
}

/** How much is read at a time when searching for unreadable values. */
const INSPECTED_BYTES = 4 * 1024 * 1024;

/** A log in files that are only ever appended to, with its index in memory. */
export class JournalLog implements RevisionLog {
  readonly found: LogState;
  readonly #options: JournalOptions;
  readonly #segments: Segments;
  readonly #table: RecordTable;
  readonly #index: KeyIndex;
  readonly #buried: BuriedRemovals;
  readonly #appender: Appender;
  readonly #damages = new Damages();
  readonly #stop = new AbortController();
  #state: LogState;
  #trouble: EngineHealth['trouble'];
  /** Everything up to here was inspected. */
  #inspected: Revision = 0;
  /** Background work beside the writes, one piece after the other. */
  #beside: Promise<void> = Promise.resolve();

  constructor(options: JournalOptions, recovered: Recovered) {
    const { segments, table, index, buried, state } = recovered;
    this.#options = options;
    this.#segments = segments;
    this.#table = table;
    this.#index = index;
    this.#buried = buried;
    this.#state = state;
    this.found = state;
    this.#appender = new Appender(
      {
        ...options,
        segments,
        state: () => this.#state,
        finished: (segment) => this.#finish(segment),
        reserve: () => options.spare.ensure(segmentSize(options.sizes, segments.kept)),
      },
      recovered,
    );
  }

  get expiring(): Iterable<ExpiringKey> {
    return this.#expiring();
  }
  head(key: string): Head | undefined {
    return this.#index.get(key);
  }
  heads(prefix: string, after?: string): Iterable<KeyHead> {
    return this.#index.range(prefix, after);
  }
  record(revision: Revision): LogRecord | undefined {
    const record = this.#table.get(revision);
    if (record === undefined) return undefined;
    const { key, previous, removed } = record;
    return { key, revision, previous, value: removed ? null : this.#valueOf(record) };
  }
  entry(revision: Revision): LogEntry | undefined {
    return this.#table.get(revision);
  }
  async load(revisions: readonly Revision[]): Promise<readonly (Stored | undefined)[]> {
    const found = new Map<Revision, Stored>();
    const records = revisions.map((revision) => this.#table.get(revision)).filter((record) => record !== undefined);
    // Used for one run after the other.
    const room = new RunRoom();
    for (const run of runsOf(records.sort(byPlace))) {
      for (const [record, value] of await this.#valuesIn(run, room)) found.set(record.revision, value);
    }
    return revisions.map((revision) => found.get(revision));
  }
  /** The bytes of a value as they are on disk, whether or not they are those that were written. */
  bytesOf(revision: Revision): Uint8Array {
    const record = this.#table.get(revision);
    const bytes = new Uint8Array(record?.valueSize ?? 0);
    if (record !== undefined) this.#read(record, bytes);
    return bytes;
  }
  sizeOf(revision: Revision): number {
    return this.#table.get(revision)?.valueSize ?? 0;
  }
  entries(since: Revision, upTo: Revision): Iterable<LogEntry> {
    return this.#table.range(since, upTo);
  }

  async write(write: LogWrite): Promise<void> {
    const { bytes, heads } = encodeBatch(write);
    try {
      const { segment, at } = await this.#appender.append(bytes, write);
      this.#take(write, { segment, heads, at });
      if (!write.frees) this.#works();
    } catch (error) {
      throw this.#troubled(error);
    }
    if (write.drops.length > 0) this.#doBeside(() => this.#reclaim());
  }

  health(): EngineHealth {
    const { spare } = this.#options;
    return { trouble: this.#trouble, damaged: this.#damages.byKey, bytes: this.#segments.bytes + spare.size };
  }

  /** Checks whether writes work again with an empty write, which needs room like every write. */
  async tryAgain(): Promise<void> {
    try {
      await this.#appender.lookForRoom();
      await this.write({ puts: [], drops: [], forgotten: [], state: this.#state, frees: false });
    } catch (error) {
      if (!(this.#troubled(error) instanceof StorageFailure)) throw error;
    }
  }

  async inspect(signal?: AbortSignal): Promise<void> {
    this.#doBeside(() => this.#inspectSome(() => this.#stop.signal.aborted || signal?.aborted === true));
    await this.#beside;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#beside;
    await this.#appender.settle();
    for (const { file } of this.#segments.all) await file.close();
    await this.#options.spare.close();
    await this.#options.closed();
  }

  #take(write: LogWrite, { segment, heads, at }: { segment: Segment; heads: readonly PlacedHead[]; at: number }): void {
    for (const head of heads) if (head.kind !== 'state') this.#keep(segment, head, at);
    for (const revision of write.drops) this.#drop(revision);
    for (const key of write.forgotten) this.#index.delete(key);
    this.#state = write.state;
  }
  #keep(segment: Segment, head: PlacedHead, moved: number): void {
    const { key, revision } = head;
    this.#table.add(segment.id, head.at + moved, head);
    segment.kept += head.end - head.at;
    this.#index.set(key, { revision, removed: head.kind === 'removal' });
    this.#damages.replaced(key);
  }
  #drop(revision: Revision): void {
    const dropped = this.#table.drop(revision);
    if (dropped === undefined) return;
    if (dropped.removed) this.#buried.add(dropped);
    else this.#segments.forget(dropped);
  }

  #valueOf(record: TableRecord): Stored {
    const value = new Uint8Array(record.valueSize);
    const why = this.#read(record, value);
    if (why === undefined) {
      this.#damages.disproved(record);
      return value;
    }
    const damaged = new DamagedRecord(record, why);
    if (this.#index.get(record.key)?.revision === record.revision && this.#damages.found(damaged)) {
      this.#options.log.error('a stored object is damaged', { key: record.key, revision: record.revision, why });
    }
    return damaged;
  }
  /** Why it is not what was written. */
  #read(record: TableRecord, target: Uint8Array): string | undefined {
    const { file, name } = this.#segments.find(record.segment);
    const at = record.at + HEAD_SIZE + record.keySize;
    try {
      if (file.read(target, at) < target.length) return `${name} ends before it does`;
    } catch (error) {
      return messageOf(error);
    }
    return crc32(target) === record.valueCheck ? undefined : `its bytes in ${name} at ${at} were changed`;
  }
  /** Continues where the last inspection ended, and begins anew at the end. Reads asynchronously. */
  async #inspectSome(isOver: () => boolean): Promise<void> {
    const some: TableRecord[] = [];
    let bytes = 0;
    for (const record of this.#table.range(this.#inspected, this.#state.revision)) {
      if (record.removed) continue;
      some.push(record);
      bytes += record.valueSize;
      if (bytes > INSPECTED_BYTES) break;
    }
    this.#inspected = bytes > INSPECTED_BYTES ? (some.at(-1) as TableRecord).revision : 0;
    // Used for one run after the other: new ones would make V8 collect garbage in a server that does nothing.
    const room = new RunRoom();
    for (const run of runsOf(some)) {
      if (isOver()) return;
      await this.#inspectRun(run, room);
    }
  }
  async #inspectRun(run: Run, room: RunRoom): Promise<void> {
    const bytes = await this.#bytesIn(run, room);
    for (const record of run.records) {
      // What looks wrong here is read by itself, and told if it is.
      if (bytes === undefined || valueIn(bytes, run, record) === undefined) this.record(record.revision);
    }
  }
  /** The values of those records that are still there. */
  async #valuesIn(run: Run, room: RunRoom): Promise<readonly (readonly [TableRecord, Stored])[]> {
    const bytes = await this.#bytesIn(run, room);
    if (this.#stop.signal.aborted) throw new StorageFailure('the store is closed');
    const values: [TableRecord, Stored][] = [];
    for (const record of run.records) {
      const whole = bytes === undefined ? undefined : valueIn(bytes, run, record);
      // A copy, which does not keep the others in memory. What looks wrong, or lies elsewhere by now, is read by itself.
      const value = whole === undefined ? this.record(record.revision)?.value : new Uint8Array(whole);
      if (whole !== undefined) this.#damages.disproved(record);
      if (value instanceof Uint8Array || value instanceof DamagedRecord) values.push([record, value]);
    }
    return values;
  }
  /** Undefined when they cannot be read, or lie elsewhere by now. */
  async #bytesIn({ segment, at, end }: Run, room: RunRoom): Promise<Buffer | undefined> {
    const bytes = room.of(end - at);
    const length = await this.#segments
      .get(segment)
      ?.file.load(bytes, at)
      .catch(() => 0);
    return length === bytes.length ? bytes : undefined;
  }

  *#expiring(): Iterable<ExpiringKey> {
    for (const { key, revision, removed, expires } of this.#table.expiring()) {
      const isHead = this.#index.get(key)?.revision === revision;
      if (!removed && isHead) yield { key, revision, expires: expires * 1000 };
    }
  }

  #troubled(error: unknown): unknown {
    if (!(error instanceof StorageFailure)) return error;
    const kind = error instanceof StorageFull ? 'full' : 'failing';
    const before = this.#trouble?.kind;
    this.#trouble = { kind, why: error.message };
    if (before !== kind) this.#options.log.error('the store cannot be written', this.#trouble);
    return error;
  }
  #works(): void {
    if (this.#trouble !== undefined) this.#options.log.warn('the store can be written again');
    this.#trouble = undefined;
  }

  #finish(segment: Segment): void {
    this.#doBeside(async () => {
      const ids = new Set([segment.id]);
      const records = [...this.#table.in(ids), ...this.#buried.in(ids)].sort((a, b) => a.revision - b.revision);
      const index = segmentIndex(records.map(placedHeadOf));
      await segment.file.write(index, segment.end);
      segment.size = segment.end + index.length;
      await segment.file.cut(segment.size);
    });
    this.#doBeside(() => this.#reclaim());
  }
  #reclaim(): Promise<void> {
    const { log: _, ...options } = this.#options;
    const { signal } = this.#stop;
    const [segments, table, buried] = [this.#segments, this.#table, this.#buried];
    return reclaim({ ...options, segments, table, buried, compacted: () => this.#state.compacted }, signal);
  }
  /** Failures of this work cost disk space or time, never data. */
  #doBeside(work: () => Promise<void>): void {
    this.#beside = this.#beside.then(async () => {
      try {
        if (!this.#stop.signal.aborted) await work();
      } catch (error) {
        this.#options.log.warn('a part of the store could not be tidied up; trying again later', { error });
      }
    });
  }
}
