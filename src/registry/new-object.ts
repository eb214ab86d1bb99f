import type { Reservation, Strategy } from '#machinery';
import {
  ApiError,
  apiErrors,
  type FieldError,
  fieldErrors,
  type Hub,
  type KubeObject,
  path,
  pathSegmentName,
  validateObjectMeta,
} from '#meta';
import { LONGEST_KEY } from '#storage';
import { type Access, faultsHere, groupKindOf, keyOf } from './access.ts';
import { check } from './admit.ts';

/** How much of a generateName is kept in front of the random end, and how long that end is. */
const GENERATED_BASE = 58;
const GENERATED_SUFFIX = 5;

const NOTHING_RESERVED: Reservation = { release() {}, commit() {} };

/** An object that is ready to be stored for the first time, and what it holds on to until then. */
export interface NewObject {
  readonly object: Hub;
  readonly reservation: Reservation;
}

/** Runs a kind's `reserve`, if it has one. */
export async function reserve(access: Access, object: Hub, live?: Hub): Promise<Reservation> {
  const { strategy } = access.resource.definition;
  return (await strategy.reserve?.(object, live, access)) ?? NOTHING_RESERVED;
}

/**
 * Everything between mutating admission and the store for an object that does not exist yet; shared by create and by
 * the updates that create. Changes the object. k8s: registry/rest/create.go BeforeCreate
 */
export async function prepareNew(
  access: Access,
  object: Hub,
  { byUpdate = false }: { readonly byUpdate?: boolean } = {},
): Promise<NewObject> {
  const { strategy } = access.resource.definition;
  fillSystemFields(access, object);
  const reservation = await reserve(access, object);
  try {
    matchNamespace(access, object);
    strategy.prepareForCreate(object, access);
    if (strategy.tracksGeneration) object.metadata.generation = 1;
    refuseInvalid(access, object, validateNew(access, object));
    await refuseUnpermitted(access, strategy, { object });
    for (const text of strategy.warnings?.(object, undefined) ?? []) access.warn(text);
    // Who may only change objects must not make any in this way.
    if (byUpdate) await access.permissions?.demand('create');
    const name = object.metadata.name ?? '';
    await check(access, { operation: 'CREATE', name, objects: { form: 'hub', object, oldObject: null } });
    if (!access.dryRun) refuseResourceVersion(object);
  } catch (error) {
    reservation.release();
    throw error;
  }
  return { object, reservation };
}

/** Drops what only the server may say about an object. */
export function wipeSystemFields({ metadata }: Hub): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

function fillSystemFields({ registry, now }: Access, { metadata }: Hub): void {
  metadata.uid = registry.world.ids.uid();
  metadata.creationTimestamp = now;
  if (metadata.generateName && !metadata.name) {
    metadata.name = metadata.generateName.slice(0, GENERATED_BASE) + registry.world.ids.suffix(GENERATED_SUFFIX);
  }
}

/** The object is in the request's namespace; a different one in the body is a mistake. */
export function matchNamespace({ resource, namespace }: Access, { metadata }: Hub): void {
  if (!resource.definition.namespaced) {
    delete metadata.namespace;
  } else if (!metadata.namespace) {
    metadata.namespace = namespace;
  } else if (metadata.namespace !== namespace) {
    throw apiErrors.badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** The kind's own rules look at the metadata too, mostly; what they let pass is looked at once more by all of them. */
function validateNew(access: Access, object: Hub): readonly FieldError[] {
  const { strategy, namespaced } = access.resource.definition;
  const faults = faultsHere(access, strategy.validateCreate(object, access));
  if (faults.length > 0) return faults;
  // A kind's rule for names may be looser than what a path of the store can hold.
  return [
    ...validateObjectMeta(object.metadata, { namespaced, validateName: pathSegmentName, path: path('metadata') }),
    ...longKeyFaults(access, object),
  ];
}

/** Some kinds limit the length of their names by nothing, but a key of the store has an end. */
function longKeyFaults(access: Access, { metadata: { name = '' } }: Hub): FieldError[] {
  const room = LONGEST_KEY - Buffer.byteLength(access.resource.definition.storagePrefix + keyOf(access, ''));
  return Buffer.byteLength(name) > room ? [fieldErrors.tooLong(path('metadata', 'name'), room)] : [];
}

export function refuseInvalid(access: Access, object: KubeObject, faults: readonly FieldError[]): void {
  const here = faultsHere(access, faults);
  if (here.length > 0) throw apiErrors.invalid(groupKindOf(access), object.metadata.name ?? '', here);
}

interface Written {
  readonly object: Hub;
  readonly live?: Hub;
}

/** Refuses what others might have written. */
export async function refuseUnpermitted(
  access: Access,
  strategy: Pick<Strategy, 'validatePermissions'>,
  { object, live }: Written,
): Promise<void> {
  if (strategy.validatePermissions === undefined || access.permissions === undefined) return;
  refuseInvalid(access, object, await strategy.validatePermissions(object, live, access.permissions));
}

/** The store refuses it, which a dry run never asks; what is no revision at all it does not even see. */
function refuseResourceVersion({ metadata }: Hub): void {
  const { resourceVersion = '' } = metadata;
  if (!/^[0-9]+$/.test(resourceVersion) || BigInt(resourceVersion) === 0n) return;
  throw new ApiError({ code: 500, message: 'resourceVersion should not be set on objects to be created' });
}
