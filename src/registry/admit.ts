import {
  duplicateOwnersWarning,
  type KubeObject,
  type MaybePromise,
  type ObjectMeta,
  uniqueOwners,
  whenReady,
} from '#meta';
import type { Access } from './access.ts';
import { type Admittance, WriteRequest } from './admission-request.ts';
import { managedFault } from './field-management/managed.ts';

/** Mutating admission, then duplicate owners are dropped. Returns the object that is wanted now. */
export function mutate(access: Access, admittance: Admittance): MaybePromise<KubeObject | null> {
  const { form, object: before } = admittance.objects;
  const managedFields = before?.metadata.managedFields;
  const request = new WriteRequest(access, admittance);
  return whenReady(access.registry.admission.mutate(request), () => {
    // A stored form is changed in its metadata only, and stays the same object.
    const object = form === 'stored' ? before : request.object;
    if (object !== null && object.metadata.managedFields !== managedFields) keepSane(access, object, managedFields);
    dropDuplicateOwners(access, object, { afterAdmission: true });
    return object;
  });
}

/** Managed fields that admission made invalid are put back. */
function keepSane({ warn }: Access, { metadata }: KubeObject, before: ObjectMeta['managedFields']): void {
  const fault = managedFault(metadata.managedFields ?? []);
  if (fault === undefined) return;
  if (before === undefined) delete metadata.managedFields;
  else metadata.managedFields = before;
  warn(
    `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${fault}`,
  );
}

/** Validating admission runs last, on exactly what will be stored. */
export function check(access: Access, admittance: Admittance): void | Promise<void> {
  return access.registry.admission.check(new WriteRequest(access, admittance));
}

/** Owners that are named twice are named once. */
export function dropDuplicateOwners(
  access: Access,
  object: KubeObject | null,
  when: { readonly afterAdmission: boolean },
): void {
  const owners = object?.metadata.ownerReferences;
  if (object === null || owners === undefined || owners.length < 2) return;
  const { references, duplicates } = uniqueOwners(owners);
  if (duplicates.length === 0) return;
  object.metadata.ownerReferences = [...references];
  access.warn(duplicateOwnersWarning(duplicates, when));
}
