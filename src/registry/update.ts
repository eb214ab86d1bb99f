import { comparesLiterally, type SubresourceStrategy, strategyIn } from '#machinery';
import {
  apiErrors,
  type Hub,
  type KubeObject,
  type MaybePromise,
  parseResourceVersion,
  path,
  pathSegmentName,
  ResourceVersionError,
  sameJson,
  strictlyEqual,
  validateObjectMeta,
  validateObjectMetaUpdate,
  whenReady,
} from '#meta';
import type { Entry, Outcome } from '#storage';
import { type Access, groupResourceOf } from './access.ts';
import { dropDuplicateOwners } from './admit.ts';
import { commit } from './commit.ts';
import { trackWrite } from './field-management/track-write.ts';
import { keepTimesIfUnchanged } from './field-management/unchanged-times.ts';
import { Held } from './held.ts';
import { matchNamespace, prepareNew, refuseInvalid, refuseUnpermitted, withNamespace } from './new-object.ts';
import { requireObject } from './precondition.ts';
import { putOf } from './put.ts';
import { isReleased } from './released.ts';
import type { Shown } from './shown.ts';
import { converting } from './stage-times.ts';
import { asIfStored, hubObject } from './views.ts';
import type { WantedState } from './wanted-state.ts';
import { pass, type WritePath } from './write-path.ts';

interface UpdateRequest {
  readonly name: string;
  readonly wanted: WantedState;
  /** The uid that the client says the object has. */
  readonly uid?: string | undefined;
  /** The object that the client sent, if it sent one. */
  readonly sent?: KubeObject;
  /** Creates what is not there, whatever the kind says (apply). */
  readonly createsAlways?: boolean;
  /** The client sent a patch, not an object. */
  readonly patched?: boolean;
  /** `wanted` has seen to the managed fields itself (apply). */
  readonly tracked?: boolean;
}

export interface Updated {
  readonly shown: Shown;
  readonly created: boolean;
}

/**
 * Replaces an object by what `wanted` makes of it: the one path for update, patch, apply and their subresources.
 * k8s: registry/generic/registry/store.go Update
 */
export async function update(access: Access, request: UpdateRequest): Promise<Updated> {
  dropDuplicateOwners(access, request.sent ?? null, { afterAdmission: false });
  const step = new UpdateStep(access, request);
  try {
    const written = await commit(access, request.name, (live) => step.transition(live));
    if (written === null) return await step.finishDryRun();
    return await step.finish(written.did === 'put' || written.did === 'keep' ? written.entry : null);
  } catch (error) {
    await step.abandon();
    throw error;
  }
}

/** One update. Its transition may run again, so it keeps only the result of the last run. */
class UpdateStep {
  readonly #access: Access;
  readonly #request: UpdateRequest;
  readonly #held = new Held();
  #object: Hub | undefined;
  #created = false;
  #removes = false;

  constructor(access: Access, request: UpdateRequest) {
    this.#access = access;
    this.#request = request;
  }

  transition(entry: Entry | null): MaybePromise<Outcome> {
    return whenReady(this.abandon(), () =>
      whenReady(entry === null ? null : this.#hubOf(entry), (live) => {
        if (live === null) this.#mayCreate();
        checkUid(this.#access, this.#request, live);
        const path = live === null ? this.#creating() : this.#changing(live);
        return whenReady(pass(this.#access, path), (object) => this.#passed(object, live));
      }),
    );
  }

  #hubOf(entry: Entry): MaybePromise<Hub> {
    return converting(this.#access, () => hubObject(this.#access.resource.definition, entry));
  }
  #passed(object: Hub, live: Hub | null): MaybePromise<Outcome> {
    this.#object = object;
    this.#created = live === null;
    this.#removes = live !== null && this.#vanishes(object, live);
    return this.#outcome(object);
  }

  async finishDryRun(): Promise<Updated> {
    await this.abandon();
    const hub = await asIfStored(this.#access.resource.definition, this.#object as Hub);
    return { shown: { hub }, created: this.#created };
  }

  finish(entry: Entry | null): MaybePromise<Updated> {
    return whenReady(this.#held.commit(), () => {
      if (!this.#removes && entry !== null) return { shown: { entry }, created: this.#created };
      // Removing the last finalizer of an object marked for deletion is the deletion; the client still gets its object.
      const object = this.#object as Hub;
      const { strategy } = this.#access.resource.definition;
      return whenReady(strategy.removed?.(object), () => ({ shown: { hub: object }, created: false }));
    });
  }

  abandon(): MaybePromise<void> {
    return this.#held.release();
  }

  #outcome(object: Hub): MaybePromise<Outcome> {
    if (this.#access.dryRun) return { do: 'keep' };
    if (this.#removes) return { do: 'remove' };
    const { resourceVersion } = object.metadata;
    delete object.metadata.resourceVersion;
    return whenReady(putOf(this.#access, object), (put): Outcome => {
      if (resourceVersion !== undefined) object.metadata.resourceVersion = resourceVersion;
      // A write of an object that is being deleted is allowed even when the disk is full.
      return { ...put, frees: object.metadata.deletionTimestamp !== undefined };
    });
  }

  #vanishes(object: Hub, live: Hub): boolean {
    const { strategy } = this.#access.resource.definition;
    return isReleased(object.metadata, live.metadata) && (strategy.mayVanish?.(object) ?? true);
  }

  #mayCreate(): void {
    const { name, createsAlways = false, patched = false, tracked = false } = this.#request;
    const { strategy } = this.#access.resource.definition;
    // A patch of a missing object is a 404, whatever the kind allows for updates.
    if (createsAlways || (strategy.createsOnUpdate && (!patched || tracked))) return;
    throw apiErrors.notFound(groupResourceOf(this.#access), name);
  }

  /** Unlike a create, it takes metadata as it was sent: also a deletionTimestamp, with which the next update removes it. */
  #creating(): WritePath<Hub> {
    return {
      operation: 'CREATE',
      nameOf: () => this.#request.name,
      wanted: () => whenReady(this.#request.wanted(null), (wanted) => withNamespace(this.#access, wanted)),
      track: (object) => this.#track(object, null),
      shows: (object) => ({ form: 'hub', object, oldObject: null }),
      prepare: (object) => {
        // There is no version to compare with, but a malformed one is still refused.
        askedVersion(object);
        return prepareNew(this.#access, object, { held: this.#held, byUpdate: true });
      },
    };
  }

  #changing(live: Hub): WritePath<Hub> {
    return {
      operation: 'UPDATE',
      nameOf: () => this.#request.name,
      wanted: () => whenReady(this.#request.wanted(live), (wanted) => withNamespace(this.#access, wanted)),
      track: (object) => this.#track(object, live),
      shows: (object) => ({ form: 'hub', object, oldObject: live }),
      prepare: (object) => this.#prepare(object, live),
    };
  }

  #track(object: Hub, live: Hub | null): MaybePromise<void> {
    return this.#request.tracked ? undefined : trackWrite(this.#access, object, live);
  }

  #prepare(object: Hub, live: Hub): MaybePromise<void> {
    const { resource, subresource } = this.#access;
    checkResourceVersion(this.#access, object, live);
    return whenReady(this.#held.reserve(this.#access, object, live), () => {
      const strategy = strategyIn(resource.definition, subresource);
      prepareExisting(this.#access, strategy, { object, live });
      return whenReady(refuseUnpermitted(this.#access, strategy, { object, live }), () =>
        keepTimesIfUnchanged(object, live, comparesLiterally(resource) ? strictlyEqual : sameJson),
      );
    });
  }
}

/** A uid in the request must be that of the object. */
function checkUid(access: Access, { name, uid }: UpdateRequest, live: Hub | null): void {
  requireObject(access, { name, object: live }, uid === undefined ? {} : { uid });
}

/** Optimistic concurrency: a write that names a resourceVersion happens on that one or not at all. */
function checkResourceVersion(access: Access, object: Hub, live: Hub): void {
  const { strategy } = access.resource.definition;
  const name = live.metadata.name as string;
  const asked = askedVersion(object);
  if (asked === 0n && strategy.updatesUnconditionally) {
    object.metadata.resourceVersion = live.metadata.resourceVersion as string;
  } else if (asked === 0n) {
    const { group, resource } = groupResourceOf(access);
    const fault = {
      type: 'FieldValueInvalid',
      field: 'metadata.resourceVersion',
      body: 'Invalid value: 0: must be specified for an update',
    } as const;
    throw apiErrors.invalid({ group, kind: resource }, name, [fault]);
  } else if (String(asked) !== live.metadata.resourceVersion) {
    const why = 'the object has been modified; please apply your changes to the latest version and try again';
    throw apiErrors.conflict(groupResourceOf(access), name, why);
  }
}

function askedVersion({ metadata }: Hub): bigint {
  try {
    return parseResourceVersion(metadata.resourceVersion ?? '');
  } catch (error) {
    if (error instanceof ResourceVersionError) throw apiErrors.plain(500, error.message);
    throw error;
  }
}

/** k8s: registry/rest/update.go BeforeUpdate */
function prepareExisting(access: Access, strategy: SubresourceStrategy, { object, live }: ObjectChange): void {
  const { definition } = access.resource;
  matchNamespace(access, object);
  setOrDelete(object, 'generation', live.metadata.generation);
  strategy.prepareForUpdate(object, live, access);
  keepServerMetadata(object, live);
  if (definition.strategy.tracksGeneration && contentChanged(access, object, live)) {
    object.metadata.generation = Number(live.metadata.generation ?? 0) + 1;
  }
  const { metadata } = object;
  const faults = [
    ...validateObjectMeta(metadata, {
      namespaced: definition.namespaced,
      validateName: pathSegmentName,
      path: path('metadata'),
    }),
    ...validateObjectMetaUpdate(metadata, live.metadata, path('metadata')),
    ...strategy.validateUpdate(object, live, access),
  ];
  refuseInvalid(access, object, faults);
  for (const text of strategy.warnings?.(object, live) ?? []) access.warn(text);
}

interface ObjectChange {
  readonly object: Hub;
  readonly live: Hub;
}

/** Puts back metadata that an update cannot change or remove. */
function keepServerMetadata({ metadata }: Hub, { metadata: live }: Hub): void {
  if (!metadata.uid) metadata.uid = live.uid as string;
  if (live.creationTimestamp) metadata.creationTimestamp = live.creationTimestamp;
  if (live.deletionTimestamp) metadata.deletionTimestamp = live.deletionTimestamp;
  if (live.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= live.deletionGracePeriodSeconds;
}

function setOrDelete({ metadata }: Hub, key: 'generation', value: number | undefined): void {
  if (value === undefined) delete metadata[key];
  else metadata[key] = value;
}

/** Whether anything but metadata and status differs. */
function contentChanged({ resource }: Access, object: Hub, live: Hub): boolean {
  const { countsEmptyLists = false } = resource.definition.strategy;
  const same = comparesLiterally(resource) || countsEmptyLists ? strictlyEqual : sameJson;
  const keys = new Set([...Object.keys(object), ...Object.keys(live)]);
  for (const key of keys) {
    if (key === 'metadata' || key === 'status' || key === 'apiVersion' || key === 'kind') continue;
    if (!same(object[key], live[key])) return true;
  }
  return false;
}
