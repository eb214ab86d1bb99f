import { type ChangeBatch, type Revision, sizeOfStored } from '../engine.ts';

const MOST_CHANGES = 4096;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The newest changes, in memory, for followers. A follower keeps only the revision that it has seen: a slow one finds
 * that revision gone from here and reads the log instead, so that no follower makes this grow.
 */
export class ChangeFeed {
  #recent: ChangeBatch[] = [];
  /** Everything after this revision is in `#recent`. */
  #start: Revision;
  #revision: Revision;
  #changes = 0;
  #bytes = 0;
  #closed = false;
  readonly #waiting = new Set<() => void>();

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
    this.#recent.push(batch);
    this.#revision = batch.revision;
    this.#changes += batch.changes.length;
    this.#bytes += bytesOf(batch);
    while (this.#changes > MOST_CHANGES || this.#bytes > MOST_BYTES) this.#forgetOldest();
    this.#wake();
  }

  /** The next batch after `seen`, cut to what is new; undefined when it is no longer here. */
  after(seen: Revision): ChangeBatch | undefined {
    if (seen < this.#start) return undefined;
    // Most readers are close to the newest change, so the search begins there.
    let at = this.#recent.length;
    while (at > 0 && (this.#recent[at - 1] as ChangeBatch).revision > seen) at--;
    const batch = this.#recent[at];
    if (batch === undefined || (batch.changes[0]?.revision ?? 0) > seen) return batch;
    return { revision: batch.revision, changes: batch.changes.filter((change) => change.revision > seen) };
  }

  /** Until something is published, the feed is closed, or the signal fires. */
  async moved(signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
  #forgetOldest(): void {
    const oldest = this.#recent.shift() as ChangeBatch;
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
