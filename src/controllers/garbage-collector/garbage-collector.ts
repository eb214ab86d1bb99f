import type { WorkQueue } from '#client';
import {
  awaits,
  FOREGROUND,
  type InProcessClient,
  mayBeDeleting,
  mayHaveOwners,
  metadataIfReadable,
  metadataOf,
  type ObjectKey,
  ORPHAN,
  objectKeyIn,
  type ResourceEvent,
  type StoredMetadata,
} from '#in-process-client';
import type { ServedResource } from '#machinery';
import type { Entry } from '#registry';
import { noServers } from '../apiservices/aggregated-servers.ts';
import type { Controller } from '../controller.ts';
import { inParallel } from '../in-parallel.ts';
import { DependencyIndex, type Node, ownersOf } from './dependency-index.ts';
import { askedOwners, dropFinalizer, dropOwners, type OwnerServers, standingOf, unblockOwner } from './owners.ts';

interface GarbageCollectorOptions {
  readonly client: InProcessClient;
  /** When all that happened up to a revision has been observed. */
  readonly waitForSync: (revision: number) => Promise<void>;
  /** Where owners may be that are not here. */
  readonly servers?: OwnerServers;
}

/** An object that is looked at, as it is now. */
interface ObservedObject {
  readonly key: string;
  readonly objectKey: ObjectKey;
  readonly entry: Entry;
  readonly metadata: StoredMetadata;
}

const CONCURRENCY = 8;

/**
 * Deletes objects without owners, and handles the dependents of objects that are deleted in the foreground or orphan
 * them. It remembers only objects with owners and objects that wait for it; whether an owner exists it looks up each
 * time. k8s: controller/garbagecollector
 */
export class GarbageCollector implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  readonly #waitForSync: GarbageCollectorOptions['waitForSync'];
  readonly #servers: OwnerServers;
  readonly #index = new DependencyIndex();
  /** While a resource is listed again: what it had before and was not seen again yet. */
  readonly #unconfirmed = new Map<string, Set<string>>();
  /** Resources that were listed to the end once. */
  readonly #told = new Set<string>();

  constructor({ client, waitForSync, servers = noServers }: GarbageCollectorOptions) {
    this.#client = client;
    this.#waitForSync = waitForSync;
    this.#servers = servers;
    const work = (key: string, stopping: AbortSignal): Promise<void> => this.#examine(key, stopping);
    this.queue = client.workQueue({ name: 'garbage-collector', work, concurrency: CONCURRENCY });
  }

  /** How many objects it remembers. */
  get remembered(): number {
    return this.#index.size;
  }

  wants(): boolean {
    return true;
  }

  onListStart({ definition: { storagePrefix } }: ServedResource): void {
    this.#unconfirmed.set(storagePrefix, new Set(this.#index.nodesUnder(storagePrefix).map(({ key }) => key)));
  }

  onEvent({ type, entry, served }: ResourceEvent): void {
    const prefix = served.definition.storagePrefix;
    const key = prefix + entry.key;
    this.#unconfirmed.get(prefix)?.delete(key);
    if (type === 'DELETED') {
      this.#forget(key);
      for (const dependent of this.#index.namers(key)) this.queue.add(dependent);
      return;
    }
    const mayMatter = mayHaveOwners(entry) || mayBeDeleting(entry);
    const metadata = mayMatter ? metadataIfReadable(entry) : undefined;
    if (mayMatter && metadata === undefined) this.#client.world.log.error('an object cannot be read', { key });
    if (metadata === undefined) this.#forget(key);
    else this.#remember({ key, objectKey: objectKeyIn(served, entry.key), metadata });
  }

  /** An unreadable object stays in the index as it was. */
  onUnreadable(change: ResourceEvent): void {
    const prefix = change.served.definition.storagePrefix;
    if (change.type === 'DELETED') this.onEvent(change);
    else this.#unconfirmed.get(prefix)?.delete(prefix + change.entry.key);
  }

  onSynced({ definition: { storagePrefix } }: ServedResource): void {
    for (const key of this.#unconfirmed.get(storagePrefix) ?? []) this.#forget(key);
    this.#unconfirmed.delete(storagePrefix);
    // Listed again: deletions of owners may have been missed.
    if (this.#told.has(storagePrefix)) {
      for (const key of this.#index.dependentsUnder(storagePrefix)) this.queue.add(key);
    }
    this.#told.add(storagePrefix);
  }

  onRemoved({ definition: { storagePrefix } }: ServedResource): void {
    this.#told.delete(storagePrefix);
    for (const { key } of this.#index.nodesUnder(storagePrefix)) this.#forget(key);
  }

  catalogChanged(): void {
    for (const { key, objectKey, metadata, owners } of [...this.#index.nodes()]) {
      const now = ownersOf(metadata, objectKey.namespace, this.#client.mapper);
      if (now.every((owner, at) => owner.key === owners[at]?.key)) continue;
      this.#remember({ key, objectKey, metadata });
    }
  }

  /** Looks again at objects whose owners other servers have: nobody tells when those are gone. */
  lookAtRemoteOwners(): void {
    for (const { key, owners } of this.#index.nodes()) {
      if (owners.some(({ problem }) => problem === 'unknown')) this.queue.add(key);
    }
  }

  #remember({ key, objectKey, metadata }: Omit<Node, 'owners'>): void {
    const hasWork = awaits(metadata, FOREGROUND) || awaits(metadata, ORPHAN);
    if (metadata.owners.length === 0 && !hasWork) {
      this.#forget(key);
      return;
    }
    const before = this.#index.get(key);
    const node = { key, objectKey, metadata, owners: ownersOf(metadata, objectKey.namespace, this.#client.mapper) };
    this.#index.set(node);
    this.#tellWaitingOwners(before, node);
    if (hasWork || !metadata.deleting) this.queue.add(key);
  }

  #forget(key: string): void {
    const before = this.#index.get(key);
    this.#index.delete(key);
    this.#tellWaitingOwners(before);
  }

  /** A dependent changed: it may no longer block the deletion of its owners. */
  #tellWaitingOwners(...nodes: readonly (Node | undefined)[]): void {
    for (const { key } of nodes.flatMap((node) => node?.owners ?? [])) {
      const owner = key === undefined ? undefined : this.#index.get(key);
      if (owner !== undefined && awaits(owner.metadata, FOREGROUND)) this.queue.add(owner.key);
    }
  }

  async #examine(key: string, stopping: AbortSignal): Promise<void> {
    const objectKey = this.#client.mapper.locate(key);
    const entry = objectKey === undefined ? null : await this.#client.read(objectKey);
    if (objectKey === undefined || entry === null || entry.damage !== undefined) return;
    const subject = { key, objectKey, entry, metadata: metadataOf(entry) };
    if (awaits(subject.metadata, ORPHAN)) await this.#orphanDependents(subject);
    else if (awaits(subject.metadata, FOREGROUND)) await this.#deleteDependents(subject);
    // If it is being deleted already, its end will be observed.
    else if (!subject.metadata.deleting) await this.#collect(subject, stopping);
  }

  async #orphanDependents({ key, objectKey, entry, metadata: { uid } }: ObservedObject): Promise<void> {
    // Dependents from before the deletion are to be orphaned, so all of them must have been observed.
    await this.#waitForSync(entry.revision);
    const failures = await inParallel(this.#index.dependents(key, uid), CONCURRENCY, (dependent) =>
      this.#client.editMetadata(dependent.objectKey, (own) => dropOwners(own, [uid]), dependent.metadata.uid),
    );
    if (failures.length > 0) throw new AggregateError(failures, `cannot orphan the dependents of ${key}`);
    await this.#client.editMetadata(objectKey, (own) => dropFinalizer(own, ORPHAN), uid);
  }

  async #deleteDependents({ key, objectKey, entry, metadata: { uid } }: ObservedObject): Promise<void> {
    await this.#waitForSync(entry.revision);
    for (const dependent of this.#index.dependents(key, uid)) {
      if (!dependent.metadata.deleting) this.queue.add(dependent.key);
    }
    const blockers = this.#index.blockers(key, uid);
    if (blockers.length === 0) await this.#client.editMetadata(objectKey, (own) => dropFinalizer(own, FOREGROUND), uid);
    else if (blockers.every(({ metadata }) => awaits(metadata, FOREGROUND))) await this.#breakCircles(key, uid);
  }

  /**
   * Dependents whose own deletion waits for this object must not block it: their references stay, but no longer block.
   */
  async #breakCircles(key: string, uid: string): Promise<void> {
    for (const blocker of this.#index.blockers(key, uid)) {
      if (!this.#index.waitsFor(blocker, key)) continue;
      await this.#client.editMetadata(blocker.objectKey, (own) => unblockOwner(own, uid), blocker.metadata.uid);
    }
  }

  async #collect(subject: ObservedObject, signal: AbortSignal): Promise<void> {
    const { objectKey, metadata } = subject;
    const { namespace } = objectKey;
    const known = ownersOf(metadata, namespace, this.#client.mapper);
    const owners = await askedOwners(known, this.#servers, { namespace, signal });
    if (owners.length === 0 || this.#cannotTell(subject, owners)) return;
    const { solid, dangling, waiting } = await standingOf(this.#client, owners);
    const gone = [...dangling, ...waiting];
    if (solid.length === 0) await this.#delete(subject, { ownerWaits: waiting.length > 0 });
    else if (gone.length > 0) await this.#client.editMetadata(objectKey, (own) => dropOwners(own, gone), metadata.uid);
  }

  /** An owner of a kind that is not served may exist: nothing is deleted. */
  #cannotTell({ key }: ObservedObject, owners: Node['owners']): boolean {
    const { log } = this.#client.world;
    const lost = owners.find(({ problem }) => problem !== undefined);
    if (lost?.problem === 'out-of-reach') {
      log.warn('an object outside of namespaces names an owner in a namespace', { key, owner: lost.reference });
    } else if (lost !== undefined) {
      log.debug('an object names an owner of a kind that is not served', { key, owner: lost.reference });
    }
    return lost !== undefined;
  }

  async #delete(
    { key, objectKey, entry, metadata }: ObservedObject,
    { ownerWaits }: { ownerWaits: boolean },
  ): Promise<void> {
    const { uid, finalizers } = metadata;
    if (ownerWaits) await this.#waitForSync(entry.revision);
    const inForeground = ownerWaits && this.#index.dependents(key, uid).length > 0;
    const propagationPolicy =
      inForeground || finalizers.includes(FOREGROUND)
        ? 'Foreground'
        : finalizers.includes(ORPHAN)
          ? 'Orphan'
          : 'Background';
    // Deleted only in the version that was looked at: somebody may have given it an owner meanwhile.
    const preconditions = { uid, resourceVersion: String(entry.revision) };
    await this.#client.remove(objectKey, { propagationPolicy, preconditions });
  }
}
