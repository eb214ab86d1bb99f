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
  #waiting: (() => void)[] = [];

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
    this.#wake();
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

  /** Until something is published, the feed is closed, or the signal fires. */
  async moved(signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const aborted = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== done);
        resolve();
      };
      const done = (): void => {
        signal.removeEventListener('abort', aborted);
        resolve();
      };
      this.#waiting.push(done);
      signal.addEventListener('abort', aborted, { once: true });
    });
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const done of waiting) done();
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
