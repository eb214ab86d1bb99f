import type { WorkQueue } from '#client';
import {
  type InProcessClient,
  mayBeDeleting,
  namespaceOf,
  type ObjectKey,
  type ResourceEvent,
} from '#in-process-client';
import type { ServedResource } from '#machinery';
import { ApiError, type KubeObject, type ObjectMeta } from '#meta';
import type { Controller } from './controller.ts';
import { isNamespaces } from './namespace/namespace-controller.ts';

/** An object that every namespace has. */
export interface NamespacedDefault {
  readonly controller: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Everything but its name and namespace. */
  readonly object: Omit<KubeObject, 'apiVersion' | 'kind' | 'metadata'> & {
    metadata?: Pick<ObjectMeta, 'annotations'>;
  };
  /** Corrects an existing one. Absent where any content is accepted. */
  readonly repair?: { isNeeded(object: KubeObject): boolean; apply(object: KubeObject): void };
}

/** Makes an object in each namespace that is not on its way out, and again when somebody deletes it. */
export class NamespacedDefaultController implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  readonly #defaultObject: NamespacedDefault;
  readonly #namespaces = new Set<string>();

  constructor(client: InProcessClient, defaultObject: NamespacedDefault) {
    this.#client = client;
    this.#defaultObject = defaultObject;
    const work = (namespace: string): Promise<void> => this.#ensure(namespace);
    this.queue = client.workQueue({ name: defaultObject.controller, work });
  }

  wants(served: ServedResource): boolean {
    if (isNamespaces(served)) return true;
    // Asked of every kind: only one of the same name is looked up.
    if (served.definition.kind !== this.#defaultObject.kind) return false;
    return served.definition.storagePrefix === this.#served?.definition.storagePrefix;
  }

  onListStart(served: ServedResource): void {
    if (isNamespaces(served)) this.#namespaces.clear();
  }

  onEvent({ type, entry, served }: ResourceEvent): void {
    if (!isNamespaces(served)) {
      if (type !== 'ADDED' && entry.key.endsWith(`/${this.#defaultObject.name}`))
        this.queue.add(namespaceOf(entry.key));
    } else if (type === 'DELETED' || mayBeDeleting(entry)) {
      this.#namespaces.delete(entry.key);
    } else {
      this.#namespaces.add(entry.key);
      this.queue.add(entry.key);
    }
  }

  onUnreadable(change: ResourceEvent): void {
    if (!isNamespaces(change.served) || change.type === 'DELETED') this.onEvent(change);
  }

  onSynced(served: ServedResource): void {
    if (!isNamespaces(served)) for (const name of this.#namespaces) this.queue.add(name);
  }

  get #served(): ServedResource | undefined {
    return this.#client.mapper.ofKind(this.#defaultObject.apiVersion, this.#defaultObject.kind);
  }

  async #ensure(namespace: string): Promise<void> {
    const served = this.#served;
    if (served === undefined) return;
    const { name, repair } = this.#defaultObject;
    const objectKey = { served, namespace, name };
    const entry = await this.#client.read(objectKey);
    if (entry === null) return this.#make(objectKey);
    if (repair === undefined) return;
    const object = await this.#client.object(objectKey);
    if (object === null || object.metadata.deletionTimestamp !== undefined || !repair.isNeeded(object)) return;
    await this.#client.edit(objectKey, (live) => repair.apply(live), { uid: object.metadata.uid });
  }

  async #make({ served, namespace, name }: ObjectKey): Promise<void> {
    if (!(await this.#isActive(namespace))) return;
    const { apiVersion, kind, object } = this.#defaultObject;
    try {
      const metadata = { ...object.metadata, name, namespace };
      await this.#client.create(served, { ...object, apiVersion, kind, metadata });
    } catch (error) {
      // The deletion of the namespace may have begun between the check and the write.
      if (error instanceof ApiError && !(await this.#isActive(namespace))) return;
      throw error;
    }
  }

  async #isActive(name: string): Promise<boolean> {
    const served = this.#client.mapper.ofKind('v1', 'Namespace');
    const entry = served && (await this.#client.read({ served, namespace: '', name }));
    return entry !== undefined && entry !== null && !mayBeDeleting(entry);
  }
}
