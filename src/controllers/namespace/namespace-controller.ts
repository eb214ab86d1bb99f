import type { CoreV1 } from '#apis';
import type { WorkQueue } from '#client';
import {
  type InProcessClient,
  mayBeDeleting,
  namespaceOf,
  type ObjectKey,
  type ResourceEvent,
} from '#in-process-client';
import type { ServedResource } from '#machinery';
import type { AggregatedServers } from '../apiservices/aggregated-servers.ts';
import type { Controller } from '../controller.ts';
import { conditionsAfter, type Remains, withRemote } from './conditions.ts';
import { deleteContent } from './content.ts';

type Namespace = CoreV1['Namespace'];

const FINALIZER = 'kubernetes';

export function isNamespaces({ group, definition }: ServedResource): boolean {
  return group === '' && definition.resource === 'namespaces';
}

/** How long no request must have come for a namespace before it is emptied, and the longest wait for that. */
const QUIET_MS = 500;
const PATIENCE_MS = 5000;
/** When to ask others again that keep something in the namespace. */
const OTHERS_MS = 2000;

interface Rest {
  /** When its deletion began, and when the last request for it came. */
  readonly since: number;
  readonly last: number;
}

/**
 * Empties a namespace that is being deleted, reports what remains, and removes its finalizer when it is empty. It
 * begins when requests have ceased: who deletes a namespace with a list of what is in it means to delete the rest of
 * the list as well. Changes of what remains wake it up; nothing is polled. k8s: controller/namespace
 */
export class NamespaceController implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  readonly #servers: AggregatedServers;
  readonly #terminating = new Set<string>();
  /** Namespaces whose emptying has not begun. */
  readonly #resting = new Map<string, Rest>();

  constructor(client: InProcessClient, servers: AggregatedServers) {
    this.#client = client;
    this.#servers = servers;
    const work = (name: string, stopping: AbortSignal): Promise<void> => this.#terminate(name, stopping);
    this.queue = client.workQueue({ name: 'namespace', work });
  }

  wants(served: ServedResource): boolean {
    return isNamespaces(served) || served.definition.namespaced;
  }

  onListStart(served: ServedResource): void {
    if (!isNamespaces(served)) return;
    this.#terminating.clear();
    this.#resting.clear();
  }

  onEvent({ type, entry, served }: ResourceEvent): void {
    if (!isNamespaces(served)) {
      const namespace = namespaceOf(entry.key);
      if (this.#terminating.has(namespace)) this.queue.add(namespace);
    } else if (type !== 'DELETED' && mayBeDeleting(entry)) {
      // One whose deletion began before this process has waited long enough.
      if (type === 'MODIFIED' && !this.#terminating.has(entry.key)) this.#rest(entry.key);
      this.#terminating.add(entry.key);
      this.queue.add(entry.key);
    } else {
      this.#terminating.delete(entry.key);
      this.#resting.delete(entry.key);
    }
  }

  onUnreadable(change: ResourceEvent): void {
    if (!isNamespaces(change.served) || change.type === 'DELETED') this.onEvent(change);
  }

  /** Somebody has asked for something in a namespace. */
  onRequest(namespace: string): void {
    const rest = this.#resting.get(namespace);
    if (rest !== undefined) this.#resting.set(namespace, { ...rest, last: this.#client.world.clock.elapsed() });
  }

  finishNow(): void {
    const names = [...this.#resting.keys()];
    this.#resting.clear();
    for (const name of names) this.queue.add(name);
  }

  #rest(name: string): void {
    const now = this.#client.world.clock.elapsed();
    this.#resting.set(name, { since: now, last: now });
  }

  /** The remaining wait in milliseconds. */
  #restOf(name: string): number {
    const rest = this.#resting.get(name);
    if (rest === undefined) return 0;
    const until = Math.min(rest.last + QUIET_MS, rest.since + PATIENCE_MS);
    return Math.max(0, until - this.#client.world.clock.elapsed());
  }

  onSynced(): void {
    for (const name of this.#terminating) this.queue.add(name);
  }

  catalogChanged(): void {
    this.onSynced();
  }

  async #terminate(name: string, stopping: AbortSignal): Promise<void> {
    const rest = this.#restOf(name);
    if (rest > 0) return this.queue.addAfter(name, rest);
    this.#resting.delete(name);
    const objectKey = objectKeyFor(this.#client, name);
    const namespace: Namespace | null | undefined = objectKey && (await this.#client.object(objectKey));
    if (!objectKey || !namespace || namespace.metadata.deletionTimestamp === undefined) return;
    if ((namespace.spec?.finalizers ?? []).length === 0) return;
    const own = await deleteContent(this.#client, name);
    const remains = withRemote(own, await this.#servers.deleteContent(name, stopping), this.#servers.undiscovered());
    await this.#tell(objectKey, namespace, remains);
    if (remains.failures.length > 0) throw new AggregateError(remains.failures, `cannot empty namespace ${name}`);
    // Nobody tells when what others keep has gone, or when they are there again.
    if (remains.undiscovered.length > 0 || remains.resources.size > own.resources.size)
      this.queue.addAfter(name, OTHERS_MS);
    else if (remains.resources.size === 0) await this.#letGo(objectKey, namespace);
  }

  async #tell(objectKey: ObjectKey, { metadata: { uid } }: Namespace, remains: Remains): Promise<void> {
    const { now } = this.#client;
    const change = (object: Namespace): void => {
      const conditions = conditionsAfter(object.status?.conditions ?? [], remains, now);
      object.status = { ...object.status, phase: 'Terminating', conditions };
    };
    await this.#client.edit(objectKey, change, { subresource: 'status', uid });
  }

  /** Without its last finalizer the namespace itself is deleted. */
  async #letGo(objectKey: ObjectKey, { metadata: { uid } }: Namespace): Promise<void> {
    const change = (object: Namespace): void => {
      const finalizers = (object.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
      object.spec = { ...object.spec, finalizers };
    };
    await this.#client.edit(objectKey, change, { subresource: 'finalize', uid });
  }
}

function objectKeyFor({ mapper }: InProcessClient, name: string): ObjectKey | undefined {
  const served = mapper.ofKind('v1', 'Namespace');
  return served === undefined ? undefined : { served, namespace: '', name };
}
