import type { WorkQueue } from '#client';
import {
  CachedClient,
  EventRecorder,
  type InformerStore,
  type InProcessClient,
  kindOf,
  namespaceOf,
  type RegistryInformers,
  type ResourceEvent,
  type StoreChange,
} from '#in-process-client';
import type { ServedResource } from '#machinery';
import { getOwn } from '#meta';
import type { Controller } from './controller.ts';

/**
 * Reconciles one object, given its key (`namespace/name`); it may be gone. Returns the milliseconds after which it must
 * be called again though nothing happens, if it must.
 */
type Reconciler = (client: CachedClient, key: string) => Promise<number | undefined>;

/** Which objects of the reconciler's own kind, by their keys, must be looked at when an object of another kind changes. */
export type EventMapper = (change: StoreChange, store: InformerStore) => Iterable<string>;

/** What a reconciler is for and what it watches. Its code is loaded when it has work. */
export interface ReconcilerRegistration {
  /** The service account whose name it writes under. */
  readonly serviceAccount: string;
  /** Who it is, if not a controller of Kubernetes: a node, the scheduler. */
  readonly identity?: ReconcilerIdentity;
  /** The kind that it reconciles. Without one there is a single piece of work, whose key is `EVERYTHING`. */
  readonly for?: string;
  /** The other kinds that it looks at. */
  readonly watches: { readonly [kind: string]: EventMapper };
  load(): Promise<Reconciler>;
}

interface ReconcilerIdentity {
  readonly user: { readonly name: string; readonly groups: readonly string[] };
  /** The name in managed fields. */
  readonly manager: string;
  /** The name in Events. */
  readonly component: string;
}

/** The key of the work of a reconciler that is for no kind. */
export const EVERYTHING = '';

interface ReconcileLoopOptions {
  readonly name: string;
  /** Whether people are told in Events what is done. */
  readonly tellsEvents: boolean;
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
    const { client, store, registration, tellsEvents } = options;
    const component = registration.identity?.component ?? componentOf(registration.serviceAccount);
    this.#client = new CachedClient(client, store, tellsEvents ? new EventRecorder(client, component) : undefined);
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
    // Deletions in the meantime had no events, and may concern any of them.
    const keys = registration.for === undefined ? [EVERYTHING] : store.ofKind(registration.for).keys();
    for (const key of keys) this.queue.add(key);
  }

  async #work(key: string): Promise<void> {
    const { informer, registration } = this.#options;
    this.#reconciler ??= registration.load();
    const reconcile = await this.#reconciler;
    // The store must show this controller's own writes, or it would repeat them.
    await informer.waitForSync(await informer.newestRevision(), (served) => this.wants(served));
    this.#refuseUnreadable(key);
    const again = await reconcile(this.#client, key);
    if (again !== undefined) this.queue.addAfter(key, again);
  }

  /** An unreadable object may be the one that seems to be missing: nothing is created or deleted then. */
  #refuseUnreadable(key: string): void {
    const { registration, store } = this.#options;
    for (const kind of Object.keys(registration.watches)) {
      const damage = store.ofKind(kind).damageIn(namespaceOf(key));
      if (damage !== undefined) throw damage;
    }
  }
}

/** The names that a few controllers go by in Events, where it is not that of their account. */
const components: { readonly [account: string]: string } = {
  'daemon-set-controller': 'daemonset-controller',
  'replication-controller': 'replication-controller',
};

const componentOf = (account: string): string => getOwn(components, account) ?? account;
