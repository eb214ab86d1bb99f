import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '#meta';
import { IndexedStore, type Indexer } from './indexed-store.ts';
import { type ChangedEntry, listWatchOf } from './list-watch.ts';
import { byNamespace, Lister, objectKey } from './lister.ts';
import { Reflector } from './reflector.ts';
import type { ResourceClient } from './resource-client.ts';

/** What is told of changes. They come one after the other, in the order of the server. */
export interface InformerHandlers<T> {
  onAdd?(object: T): void;
  onUpdate?(object: T, before: T): void;
  onDelete?(object: T): void;
}

export interface InformerOptions<T> {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Besides `namespace`, which is always there. */
  readonly indexers?: { readonly [name: string]: Indexer<T> };
  /** Is told why the server has to be asked again; the informer goes on. */
  onError?(error: unknown): void;
  /** Waits between attempts; in tests somebody else's clock. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Knows all objects of a resource, and tells of their changes: it lists once and then watches, and begins again when the
 * server has forgotten where it was. Handlers are told the difference, so nothing is missed.
 */
export class Informer<T extends KubeObject> implements AsyncDisposable {
  readonly #options: InformerOptions<T>;
  readonly #store: IndexedStore<T>;
  readonly #reflector: Reflector<T>;
  readonly #handlers = new Set<InformerHandlers<T>>();
  #isStarted = false;
  #hasSynced = false;

  constructor(client: ResourceClient<T>, options: InformerOptions<T> = {}) {
    this.#options = options;
    this.#store = new IndexedStore<T>({ ...options.indexers, ...byNamespace });
    this.#reflector = new Reflector({
      source: listWatchOf(client, options),
      clock: { sleep: (ms, signal) => this.#sleep(ms, signal) },
      handlers: {
        onListStart: () => this.#store.beginReplace(),
        onChanges: (changes) => this.#onChanges(changes),
        onSynced: () => this.#onSynced(),
        onError: (error) => options.onError?.(error),
      },
    });
  }

  /** What is known. */
  get lister(): Lister<T> {
    return new Lister(this.#store);
  }

  byIndex(name: string, value: string): readonly T[] {
    return [...this.#store.byIndex(name, value)];
  }

  hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** When everything is known that was there at the start. */
  async waitForSync(): Promise<void> {
    if (!this.#hasSynced) await this.#reflector.current();
  }

  /** Tells of all that is known as added, and then of changes. Returns how to end it. */
  addEventHandler(handlers: InformerHandlers<T>): () => void {
    this.#handlers.add(handlers);
    for (const object of this.#store.values()) handlers.onAdd?.(object);
    return () => this.#handlers.delete(handlers);
  }

  /** Begins. A second call changes nothing. */
  start(): this {
    if (!this.#isStarted) this.#reflector.run();
    this.#isStarted = true;
    return this;
  }

  async stop(): Promise<void> {
    await this.#reflector.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { sleep = (time, until) => delay(time, undefined, { signal: until }) } = this.#options;
    await sleep(ms, signal as AbortSignal).catch(() => undefined);
  }

  #onChanges(changes: readonly ChangedEntry<T>[]): void {
    for (const { type, entry } of changes) {
      if (type === 'DELETED') this.#deleted(this.#store.delete(objectKey(entry)), entry);
      else this.#put(entry);
    }
  }

  #onSynced(): void {
    for (const gone of this.#store.endReplace()) this.#deleted(gone, gone);
    this.#hasSynced = true;
  }

  #put(object: T): void {
    const before = this.#store.put(objectKey(object), object);
    if (before !== undefined && before.metadata.resourceVersion === object.metadata.resourceVersion) return;
    for (const handlers of this.#handlers) {
      if (before === undefined) handlers.onAdd?.(object);
      else handlers.onUpdate?.(object, before);
    }
  }

  #deleted(known: T | undefined, last: T): void {
    if (known !== undefined) for (const handlers of this.#handlers) handlers.onDelete?.(last);
  }
}
