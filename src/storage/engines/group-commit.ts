import { nextTurn } from '#meta';
import { type Revision, StorageFailure } from '../engine.ts';
import type { Head } from './revision-log.ts';

/** A write that was let in and is not durable yet. */
export interface Operation {
  readonly key: string;
  readonly value: Uint8Array | null;
  readonly revision: Revision;
  /** The head that this write replaces; undefined for none. */
  readonly previous: Head | undefined;
  /** The write of the same key that this one was let in upon. Cleared when this one is done, or the chain would never end. */
  upon: Operation | undefined;
  /** Never rejects: null when durable, otherwise why not. */
  readonly done: Promise<StorageFailure | null>;
  readonly finish: (failure: StorageFailure | null) => void;
}

export interface GroupCommitOptions {
  /** The last revision given away. */
  readonly revision: Revision;
  /** The durable head of a key. */
  readonly head: (key: string) => Head | undefined;
  /** Makes them durable, all or none, and then visible. Never called while a call is under way. */
  readonly persist: (operations: readonly Operation[]) => Promise<void>;
}

const mostOperations = 4096;
const mostBytes = 16 * 1024 * 1024;

/**
 * Compare-and-swap for a single writer. Who wins is decided in memory at once, against what is durable and what is on
 * its way; whatever gathered while one sync was under way shares the next.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #revision: Revision;
  #queue: Operation[] = [];
  #jobs: (() => Promise<void>)[] = [];
  /** The newest write on its way, by key. */
  readonly #onItsWay = new Map<string, Operation>();
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  /** The revision of the write; null when the key was not at `expected`. Answers when the deciding write is durable. */
  async commit(key: string, value: Uint8Array | null, expected: Revision | null): Promise<Revision | null> {
    for (;;) {
      const upon = this.#onItsWay.get(key);
      const head = upon === undefined ? this.#options.head(key) : headOf(upon);
      const actual = head === undefined || head.removed ? null : head.revision;
      if (actual === expected && !(value === null && actual === null)) {
        const operation = this.#enqueue({ key, value, previous: head, upon });
        const failure = await operation.done;
        if (failure !== null) throw failure;
        return operation.revision;
      }
      // If the write that stands in the way fails, it never was there: look again.
      if (upon === undefined || (await upon.done) === null) return null;
    }
  }

  /** Runs between two flushes, when nothing is under way. */
  between<T>(job: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push(() => job().then(resolve, reject));
      this.#start();
    });
  }

  /** Until everything queued is done. */
  async drain(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #enqueue(wish: Pick<Operation, 'key' | 'value' | 'previous' | 'upon'>): Operation {
    let finish: Operation['finish'] = () => {};
    const done = new Promise<StorageFailure | null>((resolve) => {
      finish = resolve;
    });
    const { key, value, previous, upon } = wish;
    const operation: Operation = { key, value, revision: ++this.#revision, previous, upon, done, finish };
    this.#queue.push(operation);
    this.#onItsWay.set(operation.key, operation);
    this.#start();
    return operation;
  }

  #start(): void {
    this.#running ??= this.#run();
  }
  async #run(): Promise<void> {
    while (this.#queue.length > 0 || this.#jobs.length > 0) {
      // Those who were just answered write again in this turn: let them join.
      await nextTurn();
      if (this.#queue.length > 0) await this.#flush(this.#take());
      await this.#jobs.shift()?.();
    }
    // In the same breath as the check above: a write that comes later starts a new run.
    this.#running = undefined;
  }

  #take(): Operation[] {
    let bytes = 0;
    let count = 0;
    while (count < this.#queue.length && count < mostOperations && bytes < mostBytes) {
      bytes += this.#queue[count++]?.value?.length ?? 0;
    }
    return this.#queue.splice(0, count);
  }

  async #flush(operations: readonly Operation[]): Promise<void> {
    try {
      await this.#options.persist(operations);
    } catch (error) {
      this.#fail(operations, asFailure(error));
      return;
    }
    for (const operation of operations) this.#settle(operation, null);
  }

  /** Fails these, and what was let in upon them; the rest of the queue knows nothing of it. */
  #fail(operations: readonly Operation[], failure: StorageFailure): void {
    const failed = new Set(operations);
    this.#queue = this.#queue.filter((waiting) => {
      if (waiting.upon === undefined || !failed.has(waiting.upon)) return true;
      failed.add(waiting);
      return false;
    });
    for (const operation of failed) this.#settle(operation, failure);
  }
  #settle(operation: Operation, failure: StorageFailure | null): void {
    if (this.#onItsWay.get(operation.key) === operation) this.#onItsWay.delete(operation.key);
    operation.upon = undefined;
    operation.finish(failure);
  }
}

function headOf({ revision, value }: Operation): Head {
  return { revision, removed: value === null };
}

function asFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  return new StorageFailure(`the write failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
