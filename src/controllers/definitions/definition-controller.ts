import type { WorkQueue } from '#client';
import {
  beginCleanup,
  CLEANUP_FINALIZER,
  type CleanupOutcome,
  type CustomResourceDefinition,
  decideStatus,
  finishCleanup,
  lookForNonStructural,
  needsCleanup,
  type StatusWork,
} from '#crd';
import { type InProcessClient, type ObjectKey, objectKeyIn, type ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { ApiError, nextTurn } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { Controller } from '../controller.ts';
import { inParallel } from '../in-parallel.ts';
import { KnownDefinitions } from './known-definitions.ts';

export interface DefinitionControllerParts {
  readonly client: InProcessClient;
  /** Definitions have come, gone or changed: the catalog gives another answer. */
  changed(): void;
  /** How the webhook of a definition is doing, when it has one that was ever called. */
  webhookHealth(name: string): StatusWork['webhook'];
  /** What the conversions of a definition lose, where somebody looks. */
  roundTrips?(definition: CustomResourceDefinition): StatusWork['roundTrips'];
  /** Writes the status of a very large definition in another thread; undefined where that is not done. */
  writeElsewhere?(write: DefinitionStatusWrite): Promise<void> | undefined;
}

export interface DefinitionStatusWrite {
  readonly name: string;
  /** Of the definition that is meant. */
  readonly uid: string;
  readonly status: NonNullable<CustomResourceDefinition['status']>;
  /** What is left of them, where one goes with the same write. */
  readonly finalizers?: readonly string[];
}

export function isDefinitions({ group, definition }: ServedResource): boolean {
  return group === 'apiextensions.k8s.io' && definition.resource === 'customresourcedefinitions';
}

/** How many objects of a definition are deleted at a time. */
const DELETIONS = 16;
/** A larger definition takes a turn of the event loop for itself. */
const LARGE_BYTES = 512 * 1024;
/**
 * How long a definition stays after its last object was deleted, so that a client that asks for the object gets a 404
 * for the object and not for its kind.
 */
const STAY_MS = 500;
/** How many definitions are attended to at a time. */
const CONCURRENCY = 8;

/**
 * Follows definitions of custom resources: what changed is served at once, their status says what became of them, and
 * one that is deleted takes its objects along. k8s: apiextensions-apiserver/pkg/controller
 */
export class DefinitionController implements Controller {
  readonly queue: WorkQueue;
  readonly #parts: DefinitionControllerParts;
  readonly #definitions = new KnownDefinitions();
  readonly #large = new Set<string>();
  /** Definitions whose last object was deleted a moment ago. */
  readonly #staying = new Set<string>();
  /** False until all existing definitions were listed: deciding earlier could accept a name twice. */
  #onSynced = false;

  constructor(parts: DefinitionControllerParts) {
    this.#parts = parts;
    const work = (name: string): Promise<void> => this.#reconcile(name);
    this.queue = parts.client.workQueue({ name: 'definition', work, concurrency: CONCURRENCY });
  }

  wants(served: ServedResource): boolean {
    return isDefinitions(served) || served.definition.group.includes('.');
  }

  onListStart(served: ServedResource): void {
    if (!isDefinitions(served)) return;
    this.#definitions.clear();
    this.#onSynced = false;
  }

  onEvent({ type, entry, served }: ResourceEvent): void {
    if (!isDefinitions(served)) {
      // The last object of a definition whose cleanup waits for it.
      if (type === 'DELETED') this.#wake(`${served.definition.resource}.${served.group}`);
      return;
    }
    if (type === 'DELETED') this.#definitions.delete(entry.key);
    else this.#definitions.set(entry.key, readDefinition(entry));
    if (type !== 'DELETED' && entry.size > LARGE_BYTES) this.#large.add(entry.key);
    else this.#large.delete(entry.key);
    if (!this.#onSynced) return;
    this.#tellChanged();
    this.queue.add(entry.key);
    // Other definitions of the group may now get the names that this one gave back.
    for (const name of this.#definitions.waitingForNames(entry.key)) this.queue.add(name);
  }

  onUnreadable(change: ResourceEvent): void {
    if (change.type === 'DELETED') this.onEvent(change);
  }

  onSynced(served: ServedResource): void {
    if (!isDefinitions(served)) return;
    this.#onSynced = true;
    this.#tellChanged();
    for (const name of this.#definitions.names()) this.queue.add(name);
  }

  /** Something about a definition has changed that is not written in it: how its webhook is doing. */
  reconsider(name: string): void {
    if (this.#definitions.get(name) !== undefined) this.queue.add(name);
  }

  #tellChanged(): void {
    this.#parts.changed();
  }

  #wake(name: string): void {
    const definition = this.#definitions.get(name);
    if (definition === undefined || !needsCleanup(definition)) return;
    this.#staying.add(name);
    this.queue.addAfter(name, STAY_MS);
  }

  finishNow(): void {
    for (const name of this.#staying) this.queue.add(name);
  }

  async #reconcile(name: string): Promise<void> {
    this.#staying.delete(name);
    // Parsing a large definition took a turn, and deciding takes another: other requests are served in between.
    const known = this.#large.has(name) ? await this.#lookedAt(name) : this.#definitions.get(name);
    if (known === undefined) return;
    const webhook = this.#parts.webhookHealth(name);
    const others = this.#definitions.besides(name);
    const { now } = this.#parts.client;
    const roundTrips = this.#parts.roundTrips?.(known);
    const told = { ...(webhook && { webhook }), ...(roundTrips && { roundTrips }) };
    const next = decideStatus({ definition: known, others, now, ...told });
    if (next !== undefined) await this.#writeStatus(next);
    const definition = this.#definitions.get(name);
    if (definition !== undefined && needsCleanup(definition)) await this.#cleanUp(definition);
  }

  /** The current definition, with its schemas checked ahead of time. */
  async #lookedAt(name: string): Promise<CustomResourceDefinition | undefined> {
    await nextTurn();
    for (;;) {
      const known = this.#definitions.get(name);
      if (known === undefined) return undefined;
      await lookForNonStructural(known);
      if (this.#definitions.get(name)?.spec === known.spec) return this.#definitions.get(name);
    }
  }

  /**
   * The decision is remembered before it is written: which of two definitions gets a name depends on what the first one
   * got, and the second must not wait for that write.
   */
  async #writeStatus(next: CustomResourceDefinition): Promise<void> {
    const { name = '' } = next.metadata;
    const before = this.#definitions.get(name);
    this.#definitions.set(name, next);
    try {
      await this.#store(next);
    } catch (error) {
      const isUntold = this.#definitions.get(name) === next;
      if (isUntold && before !== undefined) this.#definitions.set(name, before);
      throw error;
    }
    this.#tellChanged();
  }

  async #store(next: CustomResourceDefinition): Promise<void> {
    const { name = '', uid = '', finalizers = [] } = next.metadata;
    const status = next.status as NonNullable<CustomResourceDefinition['status']>;
    const write = { name, uid, status, ...(isCleanedUp(next) ? { finalizers } : {}) };
    const written = this.#parts.writeElsewhere?.(write);
    if (written !== undefined) return written;
    const change = (object: CustomResourceDefinition): void => {
      object.status = status;
      // Without its last finalizer the object is deleted; its last state says why.
      if (isCleanedUp(next)) dropCleanup(object);
    };
    const objectKey = this.#objectKey(name);
    if (objectKey !== undefined)
      await this.#parts.client.edit(objectKey, change as never, { subresource: 'status', uid });
  }

  async #cleanUp(definition: CustomResourceDefinition): Promise<void> {
    const { client } = this.#parts;
    const begun = beginCleanup(definition, client.now);
    if (begun !== undefined) await this.#writeStatus(begun);
    const outcome = await this.#removeObjects(definition);
    if (outcome.outcome === 'some-left') return;
    await this.#writeStatus(finishCleanup(begun ?? definition, outcome, client.now));
    if (outcome.outcome === 'list-failed' || outcome.outcome === 'delete-failed') throw new Error(outcome.error);
  }

  async #removeObjects({ spec, metadata }: CustomResourceDefinition): Promise<CleanupOutcome> {
    const { client } = this.#parts;
    const prefix = `/registry/${spec.group}/${spec.names.plural}/`;
    const served = client.mapper.byPrefix.get(prefix);
    // Resources of a built-in group are not the definition's, even if the names are the same.
    const isOwn = served !== undefined && !client.mapper.catalog.isBuiltIn(spec.group);
    if (!isOwn) return { outcome: 'never-established' };
    const remove = ({ key }: Entry) => client.remove(objectKeyIn(served, key), { propagationPolicy: 'Background' });
    const failures = await inParallel(await client.list(served), DELETIONS, remove);
    const bug = failures.find((failure) => !(failure instanceof ApiError));
    if (bug !== undefined) throw bug;
    const [failure] = failures;
    if (failure !== undefined) return { outcome: 'delete-failed', error: `${metadata.name}: ${failure.message}` };
    const left = (await client.list(served)).length;
    return left === 0 ? { outcome: 'removed' } : { outcome: 'some-left', count: left };
  }

  #objectKey(name: string): ObjectKey | undefined {
    const served = this.#parts.client.mapper.catalog.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
    return served === undefined ? undefined : { served, namespace: '', name };
  }
}

/** Definitions are stored in v1, which is also the hub. Parsed once and shared: not to be changed. */
export function readDefinition(entry: Entry): CustomResourceDefinition {
  return entry.memo('definition', parseEntry) as unknown as CustomResourceDefinition;
}

function isCleanedUp(definition: CustomResourceDefinition): boolean {
  return definition.metadata.deletionTimestamp !== undefined && !needsCleanup(definition);
}

function dropCleanup({ metadata }: CustomResourceDefinition): void {
  const left = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
  if (left.length === 0) delete metadata.finalizers;
  else metadata.finalizers = left;
}
