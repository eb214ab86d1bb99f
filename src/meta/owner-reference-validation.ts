import { type FieldError, type FieldPath, fieldErrors, ShownOnce } from './field-error.ts';
import { parseApiVersion } from './names.ts';
import type { OwnerReference } from './object-meta.ts';

/** Owners must be named in full, at most one of them controls, and events own nothing. */
export function validateOwnerReferences(references: readonly OwnerReference[], at: FieldPath): FieldError[] {
  const faults: FieldError[] = [];
  let controller: string | undefined;
  const all = new ShownOnce(references.map(inOrder));
  for (const reference of references) {
    faults.push(...validateOwner(reference, at));
    if (reference.controller !== true) continue;
    const name = `${reference.kind ?? ''}/${reference.name ?? ''}`;
    if (controller === undefined) {
      controller = name;
    } else {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      faults.push(fieldErrors.invalid(at, all, detail));
    }
  }
  return faults;
}

/** The position in the list is not told: `metadata.ownerReferences.kind`. */
function validateOwner(reference: OwnerReference, at: FieldPath): FieldError[] {
  const { apiVersion = '', kind = '', name = '', uid = '' } = reference;
  const version = parseApiVersion(apiVersion)?.version ?? '';
  const faults: FieldError[] = [];
  if (version === '') faults.push(fieldErrors.invalid(at.child('apiVersion'), apiVersion, 'version must not be empty'));
  for (const [field, value] of Object.entries({ kind, name, uid })) {
    if (value === '') faults.push(fieldErrors.invalid(at.child(field), value, 'must not be empty'));
  }
  if (apiVersion === 'v1' && kind === 'Event') {
    faults.push(fieldErrors.invalid(at, inOrder(reference), '/v1, Kind=Event is disallowed from being an owner'));
  }
  return faults;
}

/** In the order in which messages show the fields. */
function inOrder(reference: OwnerReference): OwnerReference {
  const { apiVersion = '', kind = '', name = '', uid = '', controller, blockOwnerDeletion } = reference;
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  };
}

interface UniqueOwners {
  readonly references: OwnerReference[];
  /** The uids of what was dropped. */
  readonly duplicates: readonly string[];
}

/** Drops references that equal an earlier one in every field. */
export function uniqueOwners(references: readonly OwnerReference[]): UniqueOwners {
  const seen = new Set<string>();
  const kept: OwnerReference[] = [];
  const duplicates: string[] = [];
  for (const reference of references) {
    const identity = JSON.stringify(inOrder(reference));
    if (seen.has(identity)) {
      duplicates.push(reference.uid ?? '');
    } else {
      seen.add(identity);
      kept.push(reference);
    }
  }
  return { references: kept, duplicates };
}

/** A text for the `Warning` header about references that `uniqueOwners` dropped. */
export function duplicateOwnersWarning(
  duplicates: readonly string[],
  options: { readonly afterAdmission?: boolean } = {},
): string {
  const when = options.afterAdmission === true ? ' after mutating admission happens' : '';
  return `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(', ')}`;
}
