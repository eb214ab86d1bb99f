import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type KubeObject } from '#meta';
import { type Indexer, Lister, ObjectStore, objectKey } from './lister.ts';
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
  readonly indexers?: { readonly [name: string]: Indexer<T> };
  /** Is told why the server has to be asked again; the informer goes on. */
  onError?(error: unknown): void;
  /** Waits between attempts; in tests somebody else's clock. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;
const PAGE = 500;

/**
 * Knows all objects of a resource, and tells of their changes: it lists once and then watches, and begins again when the
 * server has forgotten where it was. Handlers are told the difference, so nothing is missed.
 */
export class Informer<T extends KubeObject> implements AsyncDisposable {
  readonly #client: ResourceClient<T>;
  readonly #options: InformerOptions<T>;
  readonly #store: ObjectStore<T>;
  readonly #handlers = new Set<InformerHandlers<T>>();
  readonly #stopping = new AbortController();
  readonly #synced: Promise<void>;
  #markSynced: () => void = () => undefined;
  #isSynced = false;
  #running: Promise<void> | undefined;

  constructor(client: ResourceClient<T>, options: InformerOptions<T> = {}) {
    this.#client = client;
    this.#options = options;
    this.#store = new ObjectStore(options.indexers);
    this.#synced = new Promise((resolve) => {
      this.#markSynced = resolve;
    });
  }

  /** What is known. */
  get lister(): Lister<T> {
    return new Lister(this.#store);
  }

  byIndex(name: string, value: string): readonly T[] {
    return this.#store.byIndex(name, value);
  }

  hasSynced(): boolean {
    return this.#isSynced;
  }

  /** When everything is known that was there at the start. */
  waitForSync(): Promise<void> {
    return this.#synced;
  }

  /** Tells of all that is known as added, and then of changes. Returns how to end it. */
  addEventHandler(handlers: InformerHandlers<T>): () => void {
    this.#handlers.add(handlers);
    for (const object of this.#store.all()) handlers.onAdd?.(object);
    return () => this.#handlers.delete(handlers);
  }

  /** Begins. A second call changes nothing. */
  start(): this {
    this.#running ??= this.#run();
    return this;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      try {
        let revision = await this.#list(signal);
        failures = 0;
        while (!signal.aborted) revision = await this.#watch(revision, signal);
      } catch (error) {
        if (signal.aborted) return;
        // What it had read is forgotten by the server: nothing is wrong.
        if (!(error instanceof ApiError && error.status.code === 410)) this.#options.onError?.(error);
        await this.#pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS));
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    const { sleep = (time, until) => delay(time, undefined, { signal: until }) } = this.#options;
    await sleep(ms, signal).catch(() => undefined);
  }

  /** Brings the store to what is there now, and returns the state that it was read at. */
  async #list(signal: AbortSignal): Promise<string> {
    const seen = new Set<string>();
    let page = await this.#page('', signal);
    for (;;) {
      for (const object of page.items) {
        seen.add(objectKey(object));
        this.#put(object);
      }
      if ((page.metadata.continue ?? '') === '') break;
      page = await this.#page(page.metadata.continue as string, signal);
    }
    for (const key of this.#store.keys()) if (!seen.has(key)) this.#delete(key);
    this.#isSynced = true;
    this.#markSynced();
    return page.metadata.resourceVersion ?? '';
  }

  #page(from: string, signal: AbortSignal) {
    return this.#client.list({ ...this.#selection(), limit: PAGE, signal, ...(from === '' ? {} : { continue: from }) });
  }

  #selection() {
    const { labelSelector, fieldSelector } = this.#options;
    return {
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    };
  }

  /** Follows changes until the server ends the watch, and returns how far it came. */
  async #watch(from: string, signal: AbortSignal): Promise<string> {
    let resourceVersion = from;
    const options = { ...this.#selection(), resourceVersion, allowWatchBookmarks: true, signal };
    for await (const { type, object } of this.#client.watch(options)) {
      resourceVersion = object.metadata.resourceVersion ?? resourceVersion;
      if (type === 'ADDED' || type === 'MODIFIED') this.#put(object);
      else if (type === 'DELETED') this.#delete(objectKey(object), object);
    }
    return resourceVersion;
  }

  #put(object: T): void {
    const before = this.#store.put(object);
    if (before?.metadata.resourceVersion === object.metadata.resourceVersion && before !== undefined) return;
    for (const handlers of this.#handlers) {
      if (before === undefined) handlers.onAdd?.(object);
      else handlers.onUpdate?.(object, before);
    }
  }

  #delete(key: string, last?: T): void {
    const before = this.#store.delete(key);
    const gone = last ?? before;
    if (before !== undefined && gone !== undefined) for (const handlers of this.#handlers) handlers.onDelete?.(gone);
  }
}
