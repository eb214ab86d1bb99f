import type { DefinitionNames } from '#crd';
import { dns1035LabelFaults, type FieldError, type FieldPath, fieldErrors } from '#meta';

/** Also holds for accepted names, so a missing one is no fault here. */
export function validateNames(names: DefinitionNames, at: FieldPath): FieldError[] {
  const { plural, singular = '', kind, listKind = '', shortNames = [], categories = [] } = names;
  const found = [
    ...validateLabel(plural, at.child('plural')),
    ...validateLabel(singular, at.child('singular')),
    ...validateKind(kind, at.child('kind')),
    ...validateKind(listKind, at.child('listKind')),
    ...shortNames.flatMap((name, i) => validateItem(name, at.child('shortNames').index(i))),
  ];
  if (kind !== '' && kind === listKind) {
    // A list could not be told from an object.
    found.push(fieldErrors.invalid(at.child('listKind'), listKind, 'kind and listKind may not be the same'));
  }
  return [...found, ...categories.flatMap((name, i) => validateItem(name, at.child('categories').index(i)))];
}

export function validateRequiredNames(names: DefinitionNames, at: FieldPath): FieldError[] {
  return (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((name) => !names[name])
    .map((name) => fieldErrors.required(at.child(name)));
}

/** Unlike a name that may be missing, an item of a list must be a label even if it is empty. */
function validateItem(name: string, at: FieldPath): FieldError[] {
  const faults = dns1035LabelFaults(name);
  return faults.length === 0 ? [] : [fieldErrors.invalid(at, name, faults.join(','))];
}

function validateLabel(name: string, at: FieldPath): FieldError[] {
  return name === '' ? [] : validateItem(name, at);
}

function validateKind(kind: string, at: FieldPath): FieldError[] {
  const faults = kind === '' ? [] : dns1035LabelFaults(kind.toLowerCase());
  if (faults.length === 0) return [];
  return [fieldErrors.invalid(at, kind, `may have mixed case, but should otherwise match: ${faults.join(',')}`)];
}
