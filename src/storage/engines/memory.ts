import type { Engine, EngineHealth, Revision } from '../engine.ts';
import { SortedMap } from '../sorted-map.ts';
import { LogEngine } from './log-engine.ts';
import { RecordMap } from './record-map.ts';
import type { Head, KeyHead, LogEntry, LogRecord, LogState, LogWrite, RevisionLog } from './revision-log.ts';

/** An engine in memory that can be forked at next to no cost. */
export interface MemoryEngine extends Engine {
  /** An engine with the same rows, past and revision; later writes are not shared. */
  fork(): Promise<MemoryEngine>;
}

/** An engine that keeps everything in memory: for tests and ephemeral servers. */
export function openMemory(): MemoryEngine {
  return engineOver(new MemoryLog());
}

function engineOver(log: MemoryLog): MemoryEngine {
  const engine = new LogEngine(log);
  const fork = (): Promise<MemoryEngine> =>
    engine.between(({ expiring, ...found }) => engineOver(log.fork(found, expiring)));
  return Object.assign(engine, { fork });
}

const PAGE = 256;

class MemoryLog implements RevisionLog {
  readonly found: LogState;
  readonly expiring: RevisionLog['expiring'];
  #heads = SortedMap.empty<KeyHead>();
  #records = new RecordMap<LogRecord>();

  constructor(found: LogState = { revision: 0, compacted: 0 }, expiring: RevisionLog['expiring'] = []) {
    this.found = found;
    this.expiring = expiring;
  }

  fork(found: LogState, expiring: RevisionLog['expiring']): MemoryLog {
    const log = new MemoryLog(found, expiring);
    log.#heads = this.#heads;
    log.#records = this.#records.fork();
    return log;
  }

  head(key: string): Head | undefined {
    return this.#heads.get(key);
  }
  *heads(prefix: string, after?: string): Iterable<KeyHead> {
    const heads = this.#heads;
    let from = after;
    for (;;) {
      const part = heads.range(prefix, from).take(PAGE);
      yield* part;
      if (part.length < PAGE) return;
      from = part.at(-1)?.key;
    }
  }
  record(revision: Revision): LogRecord | undefined {
    return this.#records.get(revision);
  }
  entry(revision: Revision): LogEntry | undefined {
    const record = this.record(revision);
    if (record === undefined) return undefined;
    const { key, previous, value } = record;
    return { key, revision, previous, removed: value === null };
  }
  sizeOf(revision: Revision): number {
    const value = this.#records.get(revision)?.value;
    return value instanceof Uint8Array ? value.length : 0;
  }
  *entries(since: Revision, upTo: Revision): Iterable<LogEntry> {
    for (let revision = since + 1; revision <= upTo; revision++) {
      const entry = this.entry(revision);
      if (entry !== undefined) yield entry;
    }
  }
  async write({ puts, drops, forgotten }: LogWrite): Promise<void> {
    for (const record of puts) {
      this.#records.set(record.revision, record);
      this.#heads = this.#heads.set({ key: record.key, revision: record.revision, removed: record.value === null });
    }
    for (const revision of drops) this.#records.delete(revision);
    for (const key of forgotten) this.#heads = this.#heads.delete(key);
  }
  health(): EngineHealth {
    return { damaged: new Map(), bytes: 0 };
  }
  async tryAgain(): Promise<void> {}
  async inspect(): Promise<void> {}
  async close(): Promise<void> {}
}
