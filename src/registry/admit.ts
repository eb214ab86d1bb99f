import type { AdmissionRequest, Operation } from '#admission';
import { duplicateOwnersWarning, type KubeObject, uniqueOwners } from '#meta';
import type { Access } from './access.ts';

export interface Admittance {
  readonly operation: Operation;
  readonly name: string;
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
}

/** Mutating admission. Owners that the client named twice are named once before it, and again once after it. */
export async function mutate(access: Access, admittance: Admittance, { patched = false } = {}): Promise<void> {
  if (!patched) dropDuplicateOwners(access, admittance.object, { afterAdmission: false });
  await access.registry.admission.mutate(admissionRequest(access, admittance));
  dropDuplicateOwners(access, admittance.object, { afterAdmission: true });
}

/** Validating admission: the last word before the store. */
export async function check(access: Access, admittance: Admittance): Promise<void> {
  await access.registry.admission.check(admissionRequest(access, admittance));
}

function dropDuplicateOwners(
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

/** Admission's picture of a write. */
function admissionRequest(access: Access, { operation, name, object, oldObject }: Admittance): AdmissionRequest {
  const { group, version, definition } = access.resource;
  return {
    operation,
    kind: { group, version, kind: definition.kind },
    resource: { group, version, resource: definition.resource },
    subresource: access.subresource,
    namespace: definition.namespaced ? access.namespace : '',
    name,
    object,
    oldObject,
    dryRun: access.dryRun,
    user: access.user,
    warn: access.warn,
  };
}
