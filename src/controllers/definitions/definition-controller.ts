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
  /** Writes the status of a definition that is too large to be changed here; undefined where it is not. */
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
/** A definition with more than this takes a turn of the event loop for itself. */
const LARGE_BYTES = 512 * 1024;
/** How long a definition stays after its last object: who asks for the object then is told that it is not there. */
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
  /** Definitions whose last object went of late. */
  readonly #staying = new Set<string>();
  /** Until all that was there has been told, nothing is decided: a name would be given away twice. */
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
      // The last object of a definition that waits for it.
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
    // Names that were given back are of interest to the others of the group that have not got theirs.
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
    // It has just been read: what is decided about it is as much work again. Others are served before the next request.
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

  /** The definition of this moment, whose schemas have been looked at. */
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
   * What is decided is kept in mind before it is written: which of two definitions gets a name depends on what the first
   * was given, and nobody shall wait for a write to know.
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
      // With its last finalizer it goes, and its last state says why.
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
    // In a built-in group nothing is the definition's, though it may bear the name of what is there.
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

/**
 * Definitions lie in the store in the version that everybody reasons about. Parsed once for all who look at it: not to be
 * changed.
 */
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
