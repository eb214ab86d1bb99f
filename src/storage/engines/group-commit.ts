import { nextTurn } from '#meta';
import { type CommitTerms, type Revision, StorageFailure, StorageFull } from '../engine.ts';
import type { Head } from './revision-log.ts';

/** An accepted write that is not durable yet. */
export interface Operation {
  readonly key: string;
  readonly value: Uint8Array | null;
  readonly revision: Revision;
  readonly expires: number | undefined;
  /** Frees room, or is part of a deletion. */
  readonly frees: boolean;
  /** The head that this write replaces; undefined for none. */
  readonly previous: Head | undefined;
  /** Its value, where the writer has it. */
  readonly replaced: Uint8Array | undefined;
  /**
   * The pending write of the same key that this one was accepted on top of. Cleared when this one is done, or the chain
   * would keep all of them in memory.
   */
  upon: Operation | undefined;
  /** The revision when it is durable. Rejects with a `StorageFailure`. */
  readonly done: Promise<Revision>;
  readonly finish: (failure: StorageFailure | null) => void;
}

interface GroupCommitOptions {
  /** The last revision given away. */
  readonly revision: Revision;
  /** The durable head of a key. */
  readonly head: (key: string) => Head | undefined;
  /** How large the value of a durable write is. */
  readonly sizeOf: (revision: Revision) => number;
  /** Makes them durable, all or none, and then visible. Never called while a call is under way. */
  readonly persist: (operations: readonly Operation[]) => Promise<void>;
}

const MOST_OPERATIONS = 4096;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Compare-and-swap for a single writer. The winner is decided in memory at once, against durable and pending writes;
 * writes that gather during a sync share the next one.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #revision: Revision;
  #queue: Operation[] = [];
  #jobs: (() => Promise<void>)[] = [];
  /**
   * The newest write of each key in the queue, and of those that are being written. Maps that are let go as a whole: one
   * from which each write is deleted would keep them in memory, by its outgrown tables, until the next full collection.
   */
  #queued = new Map<string, Operation>();
  #flushed = nothing;
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  /**
   * The revision of the write; null when the key was not at the expected revision. Resolves when the deciding write is
   * durable.
   */
  commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Revision | null> {
    const {
      expected,
      expires,
      frees = false,
      replaced,
    } = typeof terms === 'object' && terms !== null ? terms : { expected: terms };
    const upon = this.#queued.get(key) ?? this.#flushed.get(key);
    const head = upon === undefined ? this.#options.head(key) : headOf(upon);
    const actual = head === undefined || head.removed ? null : head.revision;
    if (actual === expected && !(value === null && actual === null)) {
      const shrinks = value === null || value.length < this.#sizeOf(upon, head);
      return this.#enqueue({ key, value, expires, frees: frees || shrinks, previous: head, replaced, upon }).done;
    }
    if (upon === undefined) return Promise.resolve(null);
    // If the pending write that refused this one fails, it never happened: check again.
    return upon.done.then(
      () => null,
      () => this.commit(key, value, terms),
    );
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

  #sizeOf(upon: Operation | undefined, head: Head | undefined): number {
    if (upon !== undefined) return upon.value?.length ?? 0;
    return head === undefined ? 0 : this.#options.sizeOf(head.revision);
  }

  #enqueue(wish: Omit<Operation, 'revision' | 'done' | 'finish'>): Operation {
    const { key, value, expires, frees, previous, replaced, upon } = wish;
    const revision = ++this.#revision;
    let finish: Operation['finish'] = () => {};
    const done = new Promise<Revision>((resolve, reject) => {
      finish = (failure) => (failure === null ? resolve(revision) : reject(failure));
    });
    const operation: Operation = { key, value, revision, expires, frees, previous, replaced, upon, done, finish };
    this.#queue.push(operation);
    this.#queued.set(key, operation);
    this.#start();
    return operation;
  }

  #start(): void {
    this.#running ??= this.#run();
  }
  async #run(): Promise<void> {
    while (this.#queue.length > 0 || this.#jobs.length > 0) {
      // Clients that were just answered may write again in this turn: let those writes join.
      await nextTurn();
      if (this.#queue.length > 0) await this.#flush(this.#take());
      const job = this.#jobs.shift();
      if (job !== undefined) await job();
    }
    // No await since the check above: a later write starts a new run.
    this.#running = undefined;
  }

  #take(): Operation[] {
    let bytes = 0;
    let count = 0;
    while (count < this.#queue.length && count < MOST_OPERATIONS && bytes < MOST_BYTES) {
      bytes += this.#queue[count++]?.value?.length ?? 0;
    }
    const taken = this.#queue.splice(0, count);
    this.#flushed = this.#queue.length === 0 ? this.#queued : newestOf(taken);
    this.#queued = newestOf(this.#queue);
    return taken;
  }

  async #flush(operations: readonly Operation[]): Promise<void> {
    try {
      await this.#options.persist(operations);
    } catch (error) {
      const failure = asFailure(error);
      const rest = failure instanceof StorageFull ? savings(operations) : [];
      this.#flushed = newestOf(rest);
      this.#fail(
        operations.filter((operation) => !rest.includes(operation)),
        failure,
      );
      if (rest.length > 0) await this.#flush(rest);
      return;
    }
    this.#flushed = nothing;
    for (const operation of operations) settle(operation, null);
  }

  /** Fails these, and writes accepted on top of them; others in the queue are not affected. */
  #fail(operations: readonly Operation[], failure: StorageFailure): void {
    const failed = new Set(operations);
    this.#queue = this.#queue.filter((waiting) => {
      if (waiting.upon === undefined || !failed.has(waiting.upon)) return true;
      failed.add(waiting);
      return false;
    });
    this.#queued = newestOf(this.#queue);
    for (const operation of failed) settle(operation, failure);
  }
}

const nothing: ReadonlyMap<string, Operation> = new Map();

function newestOf(operations: readonly Operation[]): Map<string, Operation> {
  const newest = new Map<string, Operation>();
  for (const operation of operations) newest.set(operation.key, operation);
  return newest;
}

function settle(operation: Operation, failure: StorageFailure | null): void {
  operation.upon = undefined;
  operation.finish(failure);
}

/** Writes that a full disk still has room for; none when all of them are, since then these were the ones to fail. */
function savings(operations: readonly Operation[]): readonly Operation[] {
  const growing = new Set<Operation>();
  for (const operation of operations) {
    if (!operation.frees || (operation.upon !== undefined && growing.has(operation.upon))) growing.add(operation);
  }
  return growing.size === 0 ? [] : operations.filter((operation) => !growing.has(operation));
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
