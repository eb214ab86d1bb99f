import type { WorkQueue } from '#client';
import {
  CachedClient,
  type InformerStore,
  type InProcessClient,
  kindOf,
  namespaceOf,
  type RegistryInformers,
  type ResourceEvent,
  type StoreChange,
} from '#in-process-client';
import type { ServedResource } from '#machinery';
import type { Controller } from './controller.ts';

/**
 * Brings one object in order, given its key (`namespace/name`); it may be gone. Answers with the milliseconds after which
 * it must be looked at again though nothing happens, if it must.
 */
type Reconciler = (client: CachedClient, key: string) => Promise<number | undefined>;

/** Which objects of the reconciler's own kind, by their keys, must be looked at when an object of another kind changes. */
export type EventMapper = (change: StoreChange, store: InformerStore) => Iterable<string>;

/** What a reconciler is for and what it watches. Its code is loaded when it has work. */
export interface ReconcilerRegistration {
  /** The service account whose name it writes under. */
  readonly serviceAccount: string;
  /** The kind that it brings in order. */
  readonly for: string;
  /** The other kinds that it looks at. */
  readonly watches: { readonly [kind: string]: EventMapper };
  load(): Promise<Reconciler>;
}

interface ReconcileLoopOptions {
  readonly name: string;
  readonly client: InProcessClient;
  readonly informer: RegistryInformers;
  readonly store: InformerStore;
  readonly registration: ReconcilerRegistration;
}

/** Waits for changes that concern objects of one kind, and has them reconciled one by one. */
export class ReconcileLoop implements Controller {
  readonly queue: WorkQueue;
  readonly #options: ReconcileLoopOptions;
  readonly #client: CachedClient;
  #reconciler: Promise<Reconciler> | undefined;

  constructor(options: ReconcileLoopOptions) {
    this.#options = options;
    this.#client = new CachedClient(options.client, options.store);
    const work = (key: string): Promise<void> => this.#work(key);
    this.queue = options.client.workQueue({ name: options.name, work });
  }

  wants(served: ServedResource): boolean {
    const { registration } = this.#options;
    const kind = kindOf(served);
    return kind === registration.for || Object.hasOwn(registration.watches, kind);
  }

  onListStart(served: ServedResource): void {
    this.#options.store.beginReplace(served);
  }

  onEvent(event: ResourceEvent): void {
    const { store, registration } = this.#options;
    const change = store.record(event);
    if (change.kind === registration.for) this.queue.add(change.key);
    for (const key of registration.watches[change.kind]?.(change, store) ?? []) this.queue.add(key);
  }

  onUnreadable(event: ResourceEvent): void {
    if (event.type === 'DELETED') this.onEvent(event);
    else this.#options.store.onUnreadable(event);
  }

  onSynced(served: ServedResource): void {
    const { store, registration } = this.#options;
    store.endReplace(served);
    // There were no events for what has gone meanwhile, and it may have concerned any of them.
    for (const key of store.ofKind(registration.for).keys()) this.queue.add(key);
  }

  async #work(key: string): Promise<void> {
    const { informer, registration } = this.#options;
    this.#reconciler ??= registration.load();
    const reconcile = await this.#reconciler;
    // The store must show what this controller wrote itself, or it would write it twice.
    await informer.waitForSync(await informer.newestRevision(), (served) => this.wants(served));
    this.#refuseUnreadable(key);
    const again = await reconcile(this.#client, key);
    if (again !== undefined) this.queue.addAfter(key, again);
  }

  /** An object that cannot be read may be the very one that seems to be missing: nothing is made or removed beside it. */
  #refuseUnreadable(key: string): void {
    const { registration, store } = this.#options;
    for (const kind of Object.keys(registration.watches)) {
      const damage = store.ofKind(kind).damageIn(namespaceOf(key));
      if (damage !== undefined) throw damage;
    }
  }
}
