import { LinkedAbort } from '#meta';
import {
  type ChangeBatch,
  type Committed,
  Compacted,
  type CountAt,
  type Engine,
  type EngineHealth,
  type Expired,
  NotYet,
  type Page,
  type ReadAt,
  ReadOnlyStorage,
  type Revision,
  type Row,
} from '../../engine.ts';
import { compareKeys } from '../../key-order.ts';
import { readSnapshot } from './read-snapshot.ts';

/** Where keys lie in the snapshot: what begins with `theirs` there begins with `ours` here. */
interface SnapshotKeys {
  readonly ours: string;
  readonly theirs: string;
}

const noDamage: EngineHealth['damaged'] = new Map();

/** The state of an etcd as a snapshot file has it, to be read only: each row at the revision that it had. */
export async function openEtcdSnapshot(path: string, { ours, theirs }: SnapshotKeys): Promise<Engine> {
  const { rows, revision } = await readSnapshot(path, `${theirs}/`);
  const mine = [...rows.values()].map((row) => ({ ...row, key: ours + row.key.slice(theirs.length) }));
  return new SnapshotEngine(
    mine.sort((a, b) => compareKeys(a.key, b.key)),
    revision,
    path,
  );
}

class SnapshotEngine implements Engine {
  /** In order of key. */
  readonly #rows: readonly Row[];
  readonly #revision: Revision;
  readonly #path: string;
  readonly #closed = new AbortController();

  constructor(rows: readonly Row[], revision: Revision, path: string) {
    this.#rows = rows;
    this.#revision = revision;
    this.#path = path;
  }

  async read(prefix: string, { revision, after, limit = Number.POSITIVE_INFINITY }: ReadAt = {}): Promise<Page> {
    this.#assertThere(revision);
    const [start, end] = this.#range(prefix, after);
    const until = Math.min(end, start + limit);
    return { rows: this.#rows.slice(start, until), revision: this.#revision, more: until < end };
  }
  async count(prefix: string, { revision, after }: CountAt): Promise<number> {
    this.#assertThere(revision);
    const [start, end] = this.#range(prefix, after);
    return end - start;
  }
  async get(key: string): Promise<Row | null> {
    const row = this.#rows[this.#firstFrom(key)];
    return row?.key === key ? row : null;
  }
  async commit(): Promise<Committed> {
    throw new ReadOnlyStorage(`${this.#path} is a backup that is only shown: nothing can be written.`);
  }
  async *changes(_: string, since: Revision, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    if (since < this.#revision) throw new Compacted(this.#revision);
    const { signal: both } = new LinkedAbort(signal, this.#closed.signal);
    if (!both.aborted)
      await new Promise<void>((resolve) => both.addEventListener('abort', () => resolve(), { once: true }));
  }
  async revision(): Promise<Revision> {
    return this.#revision;
  }
  async compact(): Promise<void> {}
  async expired(): Promise<readonly Expired[]> {
    return [];
  }
  health(): EngineHealth {
    return { damaged: noDamage, bytes: 0 };
  }
  async probe(): Promise<void> {}
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
  }

  #assertThere(revision: Revision | undefined): void {
    if (revision === undefined || revision === this.#revision) return;
    throw revision < this.#revision ? new Compacted(this.#revision) : new NotYet(this.#revision);
  }
  /** From where to where the keys with a prefix lie, after one of them. */
  #range(prefix: string, after: string | undefined): readonly [number, number] {
    const isPast = after !== undefined && compareKeys(after, prefix) >= 0;
    const start = isPast ? this.#search((key) => compareKeys(key, after) > 0) : this.#firstFrom(prefix);
    const end = this.#search((key) => !key.startsWith(prefix) && compareKeys(key, prefix) > 0);
    return [start, Math.max(start, end)];
  }
  #firstFrom(key: string): number {
    return this.#search((there) => compareKeys(there, key) >= 0);
  }
  /** The first row of which it is true; it is true of all behind it. */
  #search(isIt: (key: string) => boolean): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isIt((this.#rows[middle] as Row).key)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
