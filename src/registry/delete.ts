import { encodeJson, type Strategy } from '#machinery';
import {
  type ApiError,
  apiErrors,
  type DeleteOptions,
  fieldErrors,
  type Hub,
  type KubeObject,
  type ObjectMeta,
  path,
  type Stored,
  validateDeleteOptions,
} from '#meta';
import type { Entry, Outcome } from '#storage';
import { type Access, askedKeyOf, groupKindOf, groupResourceOf } from './access.ts';
import { commit } from './commit.ts';
import { putBackOf } from './put.ts';
import type { Shown } from './shown.ts';
import { parseStored } from './stored-value.ts';
import { hubObject, hubOfStored, isReadable, jsonInVersion } from './views.ts';
import { pass } from './write-path.ts';

/** What was deleted, or waits for its finalizers. */
export interface Deleted {
  /** Gone from the store; otherwise it waits for its finalizers. */
  readonly removed: boolean;
  /** The object as it was, or as it waits. */
  readonly shown?: Shown;
  readonly metadata?: ObjectMeta;
}

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Deletes an object, or marks it when finalizers keep it. k8s: registry/generic/registry/store.go Delete */
export function remove(access: Access, name: string, options: DeleteOptions): Promise<Deleted> {
  warnOfPropagation(access, options);
  return removeAs(access, name, { options, told: name });
}

/** The same for one object of a collection: admission gets no name, as the request had none. Nothing is warned of. */
export function removeOneOfMany(access: Access, name: string, options: DeleteOptions): Promise<Deleted> {
  return removeAs(access, name, { options, told: '' });
}

interface Deletion {
  readonly options: DeleteOptions;
  /** The name that admission is told. */
  readonly told: string;
}

async function removeAs(access: Access, name: string, { options, told }: Deletion): Promise<Deleted> {
  // First, so that a malformed name is refused before admission is asked.
  askedKeyOf(access, name);
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential) return removeUnreadable(access, name);
  refuseUndeletable(access, name);
  const step = new DeleteStep(access, name, { options, told });
  const written = await commit(access, name, (live) => step.transition(live));
  return step.result(written?.entry ?? null);
}

function refuseUndeletable(access: Access, name: string): void {
  const { undeletable } = access.resource.definition.strategy;
  if (undeletable?.names.has(name)) throw apiErrors.forbidden(groupResourceOf(access), name, undeletable.why);
}

/**
 * Removes an unreadable object without admission or finalizers: there is nothing to show them. A readable object must
 * be deleted in the usual way. k8s: registry/generic/registry/corrupt_obj_deleter.go
 */
async function removeUnreadable(access: Access, name: string): Promise<Deleted> {
  await commit(access, name, async (entry) => {
    if (entry === null) throw apiErrors.notFound(groupResourceOf(access), name);
    if (isReadable(access.resource.definition, entry)) throw notCorrupt(access, name);
    return { do: 'remove' };
  });
  return { removed: true };
}

function notCorrupt(access: Access, name: string): ApiError {
  const { group, resource } = groupResourceOf(access);
  const why = 'is exclusively used to delete corrupt object(s), try again by removing this option';
  const field = path('ignoreStoreReadErrorWithClusterBreakingPotential');
  return apiErrors.invalid({ group, kind: resource }, name, [fieldErrors.invalid(field, true, why)]);
}

/** Warns where the default propagation of a kind is not the usual one. */
export function warnOfPropagation(access: Access, { propagationPolicy, orphanDependents }: DeleteOptions): void {
  const warning = access.resource.definition.strategy.propagationWarning;
  if (warning !== undefined && propagationPolicy === undefined && orphanDependents === undefined) access.warn(warning);
}

/**
 * Deleting changes metadata alone, so the object stays in its stored version and needs no converter. Kinds with phases
 * of deletion of their own are built in, and their rules see the hub.
 */
type Deleting = { readonly form: 'stored'; readonly object: Stored } | { readonly form: 'hub'; readonly object: Hub };

/** One deletion. Its transition may run again, so it keeps only the result of the last run. */
class DeleteStep {
  readonly #access: Access;
  readonly #name: string;
  readonly #told: string;
  readonly #options: DeleteOptions;
  #deleting: Deleting | undefined;
  #outcome: Outcome = { do: 'keep' };
  /** The kind's rules changed the object before its removal. */
  #marked = false;

  constructor(access: Access, name: string, { options, told }: Deletion) {
    this.#access = access;
    this.#name = name;
    this.#told = told;
    this.#options = withPositiveGrace(options);
  }

  async transition(entry: Entry | null): Promise<Outcome> {
    if (entry === null) throw apiErrors.notFound(groupResourceOf(this.#access), this.#name);
    const { registry, resource } = this.#access;
    if (registry.conversionFailures === 'strict') await jsonInVersion(resource, entry);
    const deleting = await this.#read(entry);
    this.#deleting = deleting;
    checkOptions(this.#options);
    checkPreconditions(this.#access, deleting.object, this.#options);
    await this.#admit(deleting);
    this.#outcome = await this.#decide(deleting);
    return this.#outcome;
  }

  async result(entry: Entry | null): Promise<Deleted> {
    const deleting = this.#deleting as Deleting;
    const removed = this.#outcome.do === 'remove';
    if (removed && !this.#access.dryRun) await this.#tellRemoved(deleting);
    // A kept or dry-run object is shown as it was left in memory, and so is one that its kind marked before it went; a
    // stored one is shown with its new resourceVersion.
    const asStored = entry !== null && this.#outcome.do !== 'keep' && !(removed && this.#marked);
    const { metadata } = deleting.object;
    if (asStored) return { removed, shown: { entry }, metadata };
    return {
      removed,
      shown: deleting.form === 'hub' ? { hub: deleting.object } : { stored: deleting.object },
      metadata,
    };
  }

  async #read(entry: Entry): Promise<Deleting> {
    const { definition } = this.#access.resource;
    if (definition.strategy.beginDelete === undefined) return { form: 'stored', object: parseStored(entry) };
    return { form: 'hub', object: await hubObject(definition, entry) };
  }

  async #tellRemoved(deleting: Deleting): Promise<void> {
    const { definition } = this.#access.resource;
    if (definition.strategy.removed === undefined) return;
    const hub = deleting.form === 'hub' ? deleting.object : await hubOfStored(definition, deleting.object);
    await definition.strategy.removed(hub);
  }

  async #admit(deleting: Deleting): Promise<void> {
    await pass(this.#access, {
      operation: 'DELETE',
      nameOf: () => this.#told,
      options: this.#shownOptions(deleting),
      wanted: () => deleting.object,
      shows: () =>
        deleting.form === 'hub'
          ? { form: 'hub', object: null, oldObject: deleting.object }
          : { form: 'stored', object: null, oldObject: deleting.object },
    });
  }

  #shownOptions(deleting: Deleting): DeleteOptions {
    const { strategy } = this.#access.resource.definition;
    const given = deleting.form === 'hub' ? strategy.gracePeriodSeconds?.(deleting.object, this.#options) : undefined;
    return given === undefined ? this.#options : { ...this.#options, gracePeriodSeconds: given };
  }

  async #decide(deleting: Deleting): Promise<Outcome> {
    const { strategy } = this.#access.resource.definition;
    const { object } = deleting;
    if (deleting.form === 'hub' && strategy.beginDelete !== undefined) {
      const before = encodeJson(object);
      const waits = strategy.beginDelete(deleting.object, this.#access, this.#options);
      this.#marked = encodeJson(object) !== before;
      if (waits) return this.#marked ? this.#put(deleting) : { do: 'keep' };
    }
    const finalizers = finalizersOnDelete(object, this.#options, strategy);
    if (finalizers.length === 0) return { do: 'remove' };
    object.metadata.finalizers = finalizers;
    markDeleting(object, this.#access.now);
    return this.#put(deleting);
  }

  async #put(deleting: Deleting): Promise<Outcome> {
    const { storage } = this.#access.resource.definition;
    const stored =
      deleting.form === 'stored' ? deleting.object : ((await storage.definition.fromHub(deleting.object)) as Stored);
    return { ...putBackOf(this.#access, stored), frees: true };
  }
}

/** A negative time is a second. */
function withPositiveGrace(options: DeleteOptions): DeleteOptions {
  return (options.gracePeriodSeconds ?? 0) < 0 ? { ...options, gracePeriodSeconds: 1 } : options;
}

function checkOptions(options: DeleteOptions): void {
  const faults = validateDeleteOptions(options);
  if (faults.length > 0) throw apiErrors.invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', faults);
}

function checkPreconditions(access: Access, { metadata }: KubeObject, { preconditions }: DeleteOptions): void {
  const { group, kind } = groupKindOf(access);
  const words = access.resource.definition.strategy.preconditionWords;
  if (words !== undefined) {
    checkInWords(access, metadata, { words, ...preconditions });
    return;
  }
  const refuse = (why: string): ApiError => apiErrors.conflict({ group, resource: kind }, metadata.name ?? '', why);
  if (preconditions?.uid !== undefined && preconditions.uid !== metadata.uid) {
    throw refuse(
      `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== metadata.resourceVersion) {
    throw refuse(
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

interface WordedPreconditions {
  readonly words: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

function checkInWords(access: Access, metadata: KubeObject['metadata'], wanted: WordedPreconditions): void {
  for (const [name, key] of [
    ['UID', 'uid'],
    ['ResourceVersion', 'resourceVersion'],
  ] as const) {
    const value = wanted[key];
    if (value === undefined || value === metadata[key]) continue;
    const why = `${wanted.words}: ${name} in precondition: ${value}, ${name} in object meta: ${metadata[key]}`;
    throw apiErrors.conflict(groupResourceOf(access), metadata.name ?? '', why);
  }
}

/** What to do with an object's dependents: said by the client, else by its finalizers, else by its kind. */
function propagation(object: KubeObject, options: DeleteOptions, orphansByDefault: boolean): string {
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  for (const finalizer of object.metadata.finalizers ?? []) {
    if (finalizer === ORPHAN) return 'Orphan';
    if (finalizer === FOREGROUND) return 'Foreground';
  }
  return orphansByDefault ? 'Orphan' : 'Background';
}

function finalizersOnDelete(
  object: KubeObject,
  options: DeleteOptions,
  { orphansByDefault = false, hasNoDependents = false }: Strategy,
): string[] {
  const current = object.metadata.finalizers ?? [];
  if (hasNoDependents) return current;
  const policy = propagation(object, options, orphansByDefault);
  const own = current.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  const added = policy === 'Orphan' ? [ORPHAN] : policy === 'Foreground' ? [FOREGROUND] : [];
  const wanted = [...own, ...added];
  // The order that is there stays, unless the set changes.
  return wanted.length === current.length && wanted.every((finalizer) => current.includes(finalizer))
    ? current
    : wanted;
}

/** One more; a generation may be larger than a number holds exactly, where clients can set it. */
function nextGeneration(generation: number | undefined): number {
  const next = BigInt(generation ?? 0) + 1n;
  return (Number.isSafeInteger(Number(next)) ? Number(next) : next) as number;
}

/** k8s: registry/generic/registry/store.go markAsDeleting */
function markDeleting({ metadata }: KubeObject, now: string): void {
  if (metadata.deletionTimestamp === undefined && Number(metadata.generation ?? 0) > 0) {
    metadata.generation = nextGeneration(metadata.generation);
  }
  if (metadata.deletionTimestamp === undefined || metadata.deletionTimestamp > now) metadata.deletionTimestamp = now;
  metadata.deletionGracePeriodSeconds = 0;
}
