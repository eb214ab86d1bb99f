import type { Database, RootDatabase } from 'lmdb';
import { type Revision, StorageFailure } from '../engine.ts';
import { messageOf } from './lmdb-directory.ts';
import {
  headSize,
  readHead,
  readRecord,
  readRevision,
  recordSize,
  revisionKey,
  writeHead,
  writeRecord,
  writeRevision,
} from './lmdb-record.ts';
import type { Head, KeyHead, LogRecord, LogState, LogWrite, RevisionLog } from './revision-log.ts';

/** Everything is bytes: what a byte means is said here and in `lmdb-record.ts`, and by nobody else. */
export type Bytes = Database<Buffer, Buffer>;

export interface LmdbDatabases {
  readonly root: RootDatabase<Buffer, Buffer>;
  /** Revision → record. */
  readonly log: Bytes;
  /** Key → head. */
  readonly index: Bytes;
  /** The format, the id of the store, and the state. */
  readonly meta: Bytes;
}

export const stateKey = Buffer.from('state');

export class LmdbLog implements RevisionLog {
  readonly found: LogState;
  readonly #databases: LmdbDatabases;
  readonly #closed: () => void;
  /** Set when LMDB will take no more writes from this process. */
  #broken: StorageFailure | undefined;

  constructor(databases: LmdbDatabases, closed: () => void) {
    this.#databases = databases;
    this.#closed = closed;
    const state = databases.meta.get(stateKey);
    this.found =
      state === undefined
        ? { revision: 0, compacted: 0 }
        : { revision: readRevision(state, 0), compacted: readRevision(state, 8) };
  }

  head(key: string): Head | undefined {
    const bytes = this.#databases.index.getBinaryFast(Buffer.from(key));
    return bytes === undefined ? undefined : readHead(bytes);
  }

  *heads(prefix: string, after?: string): Iterable<KeyHead> {
    const bytes = Buffer.from(prefix);
    const skip = after === undefined ? undefined : Buffer.from(after);
    const exclusive = skip !== undefined && Buffer.compare(skip, bytes) >= 0;
    const start = exclusive ? skip : bytes;
    const range = this.#databases.index.getRange({
      ...(start.length === 0 ? {} : { start, exclusiveStart: exclusive }),
      ...(bytes.length === 0 ? {} : { end: endOf(bytes) }),
    });
    for (const { key, value } of range) yield { key: key.toString(), ...readHead(value) };
  }

  record(revision: Revision): LogRecord | undefined {
    const { log } = this.#databases;
    const bytes = log.getBinaryFast(revisionKey(revision));
    // The buffer is shared by all reads; its `length` is that of the value.
    return bytes === undefined ? undefined : readRecord(bytes, bytes.length, revision);
  }

  *records(since: Revision, upTo: Revision): Iterable<LogRecord> {
    const range = this.#databases.log.getRange({ start: revisionKey(since + 1), end: revisionKey(upTo + 1) });
    for (const { key, value } of range) yield readRecord(value, value.length, readRevision(key, 0));
  }

  async write(write: LogWrite): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      // One block of instructions is one transaction: LMDB's own thread runs it, syncs, and then answers.
      await this.#databases.root.batch(() => this.#instruct(write));
    } catch (error) {
      throw await this.#explain(error);
    }
  }

  async close(): Promise<void> {
    await this.#databases.root.close();
    this.#closed();
  }

  #instruct({ puts, drops, forgotten, state }: LogWrite): void {
    const { log, index, meta } = this.#databases;
    const sizes = puts.map(recordSize);
    // One piece of memory for the whole batch: LMDB asks for the address of each piece only once.
    const arena = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size + headSize, 16));
    let at = 16;
    for (const [i, record] of puts.entries()) {
      const bytes = arena.subarray(at, at + (sizes[i] as number));
      const head = arena.subarray(at + bytes.length, at + bytes.length + headSize);
      const key = writeRecord(bytes, record);
      writeHead(head, record);
      log.put(revisionKey(record.revision), bytes);
      index.put(key, head);
      at += bytes.length + headSize;
    }
    for (const revision of drops) log.remove(revisionKey(revision));
    for (const key of forgotten) index.remove(Buffer.from(key));
    writeRevision(arena, state.revision, 0);
    writeRevision(arena, state.compacted, 8);
    meta.put(stateKey, arena.subarray(0, 16));
  }

  async #explain(error: unknown): Promise<StorageFailure> {
    const cause = await reasonOf(error);
    const failure = new StorageFailure(`the write failed and changed nothing: ${adviceFor(messageOf(cause))}`, {
      cause,
    });
    try {
      // After a failure to write its meta page LMDB refuses every later transaction, and its thread would never answer.
      this.#databases.root.transactionSync(() => undefined);
    } catch (fatal) {
      this.#broken = new StorageFailure(
        `the data file cannot be written any more (${messageOf(fatal)}): check the disk and restart the server`,
        { cause },
      );
    }
    return failure;
  }
}

/** lmdb hands out the true reason as a promise on the error, which nobody else would catch. */
async function reasonOf(error: unknown): Promise<unknown> {
  const reason = error instanceof Error && 'commitError' in error ? error.commitError : undefined;
  if (!(reason instanceof Promise)) return error;
  return reason.then(
    () => error,
    (cause: unknown) => cause,
  );
}

function adviceFor(message: string): string {
  if (/no space|ENOSPC|MAP_FULL|quota|too large/i.test(message)) {
    return `the disk is full (${message}): make room, then write again`;
  }
  // LMDB calls a write that ended in the middle, as on a disk that just became full, an input/output error.
  return `the disk is full or failing (${message}): make room or check it, then write again`;
}

/** The first key after all that begin with these bytes. No byte of UTF-8 is 255, so the last one can be raised. */
function endOf(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix);
  end[end.length - 1] = (end[end.length - 1] as number) + 1;
  return end;
}
