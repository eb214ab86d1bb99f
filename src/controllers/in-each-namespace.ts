import type { ServedResource } from '#machinery';
import { ApiError, type KubeObject } from '#meta';
import type { Change, Controller } from './controller.ts';
import type { Loopback } from './loopback.ts';
import { isNamespaces } from './namespace/namespace-controller.ts';
import { namespaceOf, type Spot } from './places.ts';
import { mayBeDeleting } from './stored-metadata.ts';
import { WorkQueue } from './work-queue.ts';

/** An object that every namespace has. */
export interface Furnishing {
  readonly controller: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Everything but its place. */
  readonly object: Omit<KubeObject, 'apiVersion' | 'kind' | 'metadata'> & { metadata?: { annotations?: object } };
  /** Brings one that is there into shape. Absent: as long as it is there, it is right. */
  readonly repair?: { isNeeded(object: KubeObject): boolean; apply(object: KubeObject): void };
}

/** Makes an object in each namespace that is not on its way out, and again when somebody deletes it. */
export class InEachNamespace implements Controller {
  readonly queue: WorkQueue;
  readonly #loopback: Loopback;
  readonly #furnishing: Furnishing;
  readonly #namespaces = new Set<string>();

  constructor(loopback: Loopback, furnishing: Furnishing) {
    this.#loopback = loopback;
    this.#furnishing = furnishing;
    const work = (namespace: string): Promise<void> => this.#furnish(namespace);
    this.queue = new WorkQueue({ name: furnishing.controller, world: loopback.world, work });
  }

  wants(served: ServedResource): boolean {
    return isNamespaces(served) || served.definition.storagePrefix === this.#served?.definition.storagePrefix;
  }

  begins(served: ServedResource): void {
    if (isNamespaces(served)) this.#namespaces.clear();
  }

  observe({ type, entry, served }: Change): void {
    if (!isNamespaces(served)) {
      if (type !== 'ADDED' && entry.key.endsWith(`/${this.#furnishing.name}`)) this.queue.add(namespaceOf(entry.key));
    } else if (type === 'DELETED' || mayBeDeleting(entry)) {
      this.#namespaces.delete(entry.key);
    } else {
      this.#namespaces.add(entry.key);
      this.queue.add(entry.key);
    }
  }

  cannotRead(change: Change): void {
    if (!isNamespaces(change.served) || change.type === 'DELETED') this.observe(change);
  }

  knowsAll(served: ServedResource): void {
    if (!isNamespaces(served)) for (const name of this.#namespaces) this.queue.add(name);
  }

  get #served(): ServedResource | undefined {
    return this.#loopback.places.ofKind(this.#furnishing.apiVersion, this.#furnishing.kind);
  }

  async #furnish(namespace: string): Promise<void> {
    const served = this.#served;
    if (served === undefined) return;
    const { name, repair } = this.#furnishing;
    const spot = { served, namespace, name };
    const entry = await this.#loopback.read(spot);
    if (entry === null) return this.#make(spot);
    if (repair === undefined) return;
    const object = await this.#loopback.object(spot);
    if (object === null || object.metadata.deletionTimestamp !== undefined || !repair.isNeeded(object)) return;
    await this.#loopback.edit(spot, (live) => repair.apply(live), { uid: object.metadata.uid });
  }

  async #make({ served, namespace, name }: Spot): Promise<void> {
    if (!(await this.#isActive(namespace))) return;
    const { apiVersion, kind, object } = this.#furnishing;
    try {
      const metadata = { ...object.metadata, name, namespace } as KubeObject['metadata'];
      await this.#loopback.create(served, { ...object, apiVersion, kind, metadata } as KubeObject);
    } catch (error) {
      // Between the look and the write its deletion may have begun.
      if (error instanceof ApiError && !(await this.#isActive(namespace))) return;
      throw error;
    }
  }

  async #isActive(name: string): Promise<boolean> {
    const served = this.#loopback.places.ofKind('v1', 'Namespace');
    const entry = served && (await this.#loopback.read({ served, namespace: '', name }));
    return entry !== undefined && entry !== null && !mayBeDeleting(entry);
  }
}
