import { LinkedList } from '#meta';
import { type ChangeBatch, type Revision, sizeOfStored } from '../engine.ts';

const MOST_CHANGES = 4096;
/** Little: who is behind reads the log, and what stays here for long is only given back by a full collection. */
const MOST_BYTES = 256 * 1024;

/**
 * The newest changes, in memory, for followers. A follower keeps only the revision that it has seen: a slow one finds
 * that revision gone from here and reads the log instead, so that no follower makes this grow.
 */
export class ChangeFeed {
  readonly #recent = new LinkedList<ChangeBatch>();
  /** Everything after this revision is in `#recent`. */
  #start: Revision;
  #revision: Revision;
  #changes = 0;
  #bytes = 0;
  #closed = false;
  readonly #listeners = new Set<() => void>();

  constructor(revision: Revision) {
    this.#start = revision;
    this.#revision = revision;
  }
  get revision(): Revision {
    return this.#revision;
  }
  get closed(): boolean {
    return this.#closed;
  }

  publish(batch: ChangeBatch): void {
    this.#recent.add(batch);
    this.#revision = batch.revision;
    this.#changes += batch.changes.length;
    this.#bytes += bytesOf(batch);
    // Never the newest: nobody has taken it yet.
    while (this.#changes > MOST_CHANGES || this.#bytes > MOST_BYTES) {
      const oldest = this.#recent.first?.item;
      if (oldest === undefined || oldest === batch) break;
      this.#forget(oldest);
    }
    this.#tell();
  }

  /** The next batch after `seen`, cut to what is new; undefined when it is no longer here. */
  after(seen: Revision): ChangeBatch | undefined {
    if (seen < this.#start) return undefined;
    // Most readers are close to the newest change, so the search begins there.
    let batch: ChangeBatch | undefined;
    for (let at = this.#recent.last; at?.item !== undefined && at.item.revision > seen; at = at.previous)
      batch = at.item;
    if (batch === undefined || (batch.changes[0]?.revision ?? 0) > seen) return batch;
    return { revision: batch.revision, changes: batch.changes.filter((change) => change.revision > seen) };
  }

  /** Calls the listener whenever something is published, and when the feed is closed. Returns the end of that. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  close(): void {
    this.#closed = true;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
  #forget(oldest: ChangeBatch): void {
    if (this.#recent.first !== undefined) this.#recent.remove(this.#recent.first);
    this.#start = oldest.revision;
    this.#changes -= oldest.changes.length;
    this.#bytes -= bytesOf(oldest);
  }
}

function bytesOf(batch: ChangeBatch): number {
  let bytes = 0;
  for (const { value, previous } of batch.changes) bytes += sizeOfStored(value) + sizeOfStored(previous?.value);
  return bytes;
}
