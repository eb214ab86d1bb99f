import { bodiesNameKind, type Strategy } from '#machinery';
import {
  apiErrors,
  type FieldError,
  fieldErrors,
  type Hub,
  type KubeObject,
  type MaybePromise,
  path,
  pathSegmentName,
  validateObjectMeta,
  whenReady,
} from '#meta';
import { LONGEST_KEY } from '#storage';
import { type Access, faultsHere, groupKindOf, keyOf } from './access.ts';
import type { Held } from './held.ts';

/** How much of a generateName is kept in front of the random end, and how long that end is. */
const GENERATED_BASE = 58;
const GENERATED_SUFFIX = 5;

/**
 * Sets the server's metadata on a new object and applies the rules of its kind; shared by create and by updates that
 * create. Changes the object. k8s: registry/rest/create.go BeforeCreate
 */
export function prepareNew(
  access: Access,
  object: Hub,
  { held, byUpdate = false }: { readonly held: Held; readonly byUpdate?: boolean },
): MaybePromise<void> {
  const { strategy } = access.resource.definition;
  fillSystemFields(access, object);
  return whenReady(held.reserve(access, object), () => {
    matchNamespace(access, object);
    strategy.prepareForCreate(object, access);
    if (strategy.tracksGeneration) object.metadata.generation = 1;
    refuseInvalid(access, object, validateNew(access, object));
    return whenReady(refuseUnpermitted(access, strategy, { object }), () => {
      for (const text of strategy.warnings?.(object, undefined) ?? []) access.warn(text);
      // An update that creates needs the permission to create too.
      return byUpdate ? access.permissions?.demand('create') : undefined;
    });
  });
}

/** Drops metadata that only the server may set. */
export function wipeSystemFields({ metadata }: Hub): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

function fillSystemFields({ registry, now }: Access, { metadata }: Hub): void {
  // The server's values replace what admission may have set.
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

/** An object without a namespace gets that of the request, so that admission sees it. */
export function withNamespace({ resource, namespace }: Access, object: Hub): Hub {
  if (resource.definition.namespaced && !object.metadata.namespace) object.metadata.namespace = namespace;
  return object;
}

/** The kind's own rules mostly check the metadata too; the general rules check it again. */
function validateNew(access: Access, object: Hub): readonly FieldError[] {
  const { strategy, namespaced } = access.resource.definition;
  const faults = faultsHere(access, strategy.validateCreate(object, access));
  if (faults.length > 0) return faults;
  // A kind's rule for names may allow what a key of the store cannot hold.
  return [
    ...validateObjectMeta(object.metadata, { namespaced, validateName: pathSegmentName, path: path('metadata') }),
    ...validateKeyLength(access, object),
  ];
}

/** Some kinds limit the length of their names by nothing, but a key of the store has an end. */
function validateKeyLength(access: Access, { metadata: { name = '' } }: Hub): FieldError[] {
  const room = LONGEST_KEY - Buffer.byteLength(access.resource.definition.storagePrefix + keyOf(access, ''));
  return Buffer.byteLength(name) > room ? [fieldErrors.tooLong(path('metadata', 'name'), room)] : [];
}

export function refuseInvalid(access: Access, object: KubeObject, faults: readonly FieldError[]): void {
  const here = faultsHere(access, faults);
  if (here.length === 0) return;
  const known = groupKindOf(access);
  // A custom resource may be refused for being of another kind.
  const about = bodiesNameKind(access.resource) ? { ...known, kind: object.kind } : known;
  throw apiErrors.invalid(about, object.metadata.name ?? '', here);
}

interface Written {
  readonly object: Hub;
  readonly live?: Hub;
}

/** Refuses changes that need more permission than the verb. */
export function refuseUnpermitted(
  access: Access,
  strategy: Pick<Strategy, 'validatePermissions'>,
  { object, live }: Written,
): MaybePromise<void> {
  if (strategy.validatePermissions === undefined || access.permissions === undefined) return undefined;
  const faults = strategy.validatePermissions(object, live, access.permissions);
  return whenReady(faults, (found) => refuseInvalid(access, object, found));
}
