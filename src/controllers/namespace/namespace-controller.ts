import type { ServedResource } from '#machinery';
import type { KubeObject } from '#meta';
import type { Change, Controller } from '../controller.ts';
import type { Loopback } from '../loopback.ts';
import { namespaceOf, type Spot } from '../places.ts';
import { mayBeDeleting } from '../stored-metadata.ts';
import { WorkQueue } from '../work-queue.ts';
import { type Condition, conditionsAfter, type Remains } from './conditions.ts';
import { deleteContent } from './content.ts';

interface Namespace extends KubeObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string; conditions?: Condition[] };
}

const FINALIZER = 'kubernetes';

export function isNamespaces({ group, definition }: ServedResource): boolean {
  return group === '' && definition.resource === 'namespaces';
}

/**
 * Empties a namespace that is being deleted, says what remains, and lets it go when it is empty. What remains wakes it
 * when it changes; nothing is polled. k8s: controller/namespace
 */
export class NamespaceController implements Controller {
  readonly queue: WorkQueue;
  readonly #loopback: Loopback;
  readonly #terminating = new Set<string>();

  constructor(loopback: Loopback) {
    this.#loopback = loopback;
    const work = (name: string): Promise<void> => this.#terminate(name);
    this.queue = new WorkQueue({ name: 'namespace', world: loopback.world, work });
  }

  wants(served: ServedResource): boolean {
    return isNamespaces(served) || served.definition.namespaced;
  }

  begins(served: ServedResource): void {
    if (isNamespaces(served)) this.#terminating.clear();
  }

  observe({ type, entry, served }: Change): void {
    if (!isNamespaces(served)) {
      const namespace = namespaceOf(entry.key);
      if (this.#terminating.has(namespace)) this.queue.add(namespace);
    } else if (type !== 'DELETED' && mayBeDeleting(entry)) {
      this.#terminating.add(entry.key);
      this.queue.add(entry.key);
    } else {
      this.#terminating.delete(entry.key);
    }
  }

  knowsAll(): void {
    for (const name of this.#terminating) this.queue.add(name);
  }

  catalogChanged(): void {
    this.knowsAll();
  }

  async #terminate(name: string): Promise<void> {
    const spot = spotOf(this.#loopback, name);
    const namespace = spot && ((await this.#loopback.object(spot)) as Namespace | null);
    if (!spot || !namespace || namespace.metadata.deletionTimestamp === undefined) return;
    if ((namespace.spec?.finalizers ?? []).length === 0) return;
    const remains = await deleteContent(this.#loopback, name);
    await this.#tell(spot, namespace, remains);
    if (remains.failures.length > 0) throw new AggregateError(remains.failures, `cannot empty namespace ${name}`);
    if (remains.resources.size === 0) await this.#letGo(spot, namespace);
  }

  async #tell(spot: Spot, { metadata: { uid } }: Namespace, remains: Remains): Promise<void> {
    const { now } = this.#loopback;
    const change = (object: Namespace): void => {
      const conditions = conditionsAfter(object.status?.conditions ?? [], remains, now);
      object.status = { ...object.status, phase: 'Terminating', conditions };
    };
    await this.#loopback.edit(spot, change, { subresource: 'status', uid });
  }

  /** With its last finalizer the namespace itself goes. */
  async #letGo(spot: Spot, { metadata: { uid } }: Namespace): Promise<void> {
    const change = (object: Namespace): void => {
      const finalizers = (object.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
      object.spec = { ...object.spec, finalizers };
    };
    await this.#loopback.edit(spot, change, { subresource: 'finalize', uid });
  }
}

function spotOf({ places }: Loopback, name: string): Spot | undefined {
  const served = places.ofKind('v1', 'Namespace');
  return served === undefined ? undefined : { served, namespace: '', name };
}
