import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  type JsonObject,
  path,
  qualifiedNameFaults,
  strictlyEqual,
} from '#meta';
import { ageColumn, builtin, column, nameColumn } from '#resource';
import type { Types as CoreV1 } from '../core/v1/types.gen.ts';
import { validateBy, validateUnchanged } from '../field-validation.ts';
import { oldLabelWarnings, STORAGE_GROUP, validateParameter, validateProvisioner } from './storage-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { storageV1 } from './v1/types.ts';

type TopologyRequirement = CoreV1['TopologySelectorLabelRequirement'];
type TopologyTerm = CoreV1['TopologySelectorTerm'];
type StorageClass = Types['StorageClass'];

const reclaimPolicies = ['Delete', 'Retain'];
const bindingModes = ['Immediate', 'WaitForFirstConsumer'];

function defaults(object: StorageClass): void {
  object.reclaimPolicy ??= 'Delete';
  object.volumeBindingMode ??= 'Immediate';
}

function validate(object: StorageClass): FieldError[] {
  const { provisioner = '', parameters = {}, reclaimPolicy = '', volumeBindingMode } = object;
  const faults = [
    ...validateProvisioner(path('provisioner'), provisioner),
    ...validateParameter(path('parameters'), parameters),
  ];
  if (reclaimPolicy !== '' && !reclaimPolicies.includes(reclaimPolicy)) {
    faults.push(fieldErrors.notSupported(path('reclaimPolicy'), reclaimPolicy, reclaimPolicies));
  }
  if (volumeBindingMode === undefined) faults.push(fieldErrors.required(path('volumeBindingMode')));
  else if (!bindingModes.includes(volumeBindingMode)) {
    faults.push(fieldErrors.notSupported(path('volumeBindingMode'), volumeBindingMode, bindingModes));
  }
  return [...faults, ...validateTopology(path('allowedTopologies'), object.allowedTopologies ?? [])];
}

function validateTopology(field: FieldPath, terms: readonly TopologyTerm[]): FieldError[] {
  return terms.flatMap((term, at) => {
    const faults = validateTerm(field.index(at), term);
    const places = placesOf(term);
    const before = terms.slice(0, at).filter((other) => strictlyEqual(placesOf(other), places)).length;
    // A term that says nothing counts as said before, as often as there are terms.
    const times = before + (Object.keys(places).length === 0 ? terms.length : 0);
    const repeated = fieldErrors.duplicate(field.index(at).child('matchLabelExpressions'), '');
    return [...faults, ...Array.from({ length: times }, () => repeated)];
  });
}

/** What a term says, however it is ordered. */
function placesOf({ matchLabelExpressions = [] }: TopologyTerm): JsonObject {
  return Object.fromEntries(matchLabelExpressions.map(({ key, values }) => [key ?? '', [...new Set(values)].sort()]));
}

function validateTerm(field: FieldPath, { matchLabelExpressions = [] }: TopologyTerm): FieldError[] {
  return matchLabelExpressions.flatMap((requirement, at) => {
    const { key = '' } = requirement;
    const own = field.child('matchLabelExpressions').index(at);
    const faults = validateRequirement(own, requirement);
    const repeated = matchLabelExpressions.slice(0, at).some((other) => (other.key ?? '') === key);
    if (repeated) faults.push(fieldErrors.duplicate(own.child('key'), key));
    return faults;
  });
}

function validateRequirement(field: FieldPath, { key = '', values }: TopologyRequirement): FieldError[] {
  const all = values ?? [];
  const faults = all.length === 0 ? [fieldErrors.required(field.child('values'))] : [];
  for (const [at, value] of all.entries()) {
    if (all.indexOf(value) < at) faults.push(fieldErrors.duplicate(field.child('values').index(at), value));
  }
  return [...faults, ...validateBy(field.child('key'), key, qualifiedNameFaults)];
}

function warnings({ allowedTopologies = [] }: StorageClass): string[] {
  return allowedTopologies.flatMap(({ matchLabelExpressions = [] }, i) => {
    const field = path('allowedTopologies').index(i).child('matchLabelExpressions');
    return matchLabelExpressions.flatMap(({ key = '' }, j) => oldLabelWarnings(field.index(j).child('key'), key));
  });
}

const fixedParts = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const;

export const storageClasses = builtin({
  group: STORAGE_GROUP,
  version: 'v1',
  kind: 'StorageClass',
  resource: 'storageclasses',
  formerly: ['storage.k8s.io/v1beta1'],
  shortNames: ['sc'],
  namespaced: false,
  type: storageV1.type('StorageClass'),
  defaults,
  strategy: {
    returnsDeletedObject: true,
    warnings,
    validateCreate: validate,
    repeats: ['whole', 'change'],
    validateUpdate: validate,
    validateChange: (object: StorageClass, live: StorageClass) =>
      fixedParts.flatMap((part) => validateUnchanged(path(part), object[part], live[part])),
  },
  columns: [
    nameColumn,
    column('Provisioner', 'Who makes the volumes.', ({ provisioner }: StorageClass) => provisioner ?? ''),
    column(
      'ReclaimPolicy',
      'What becomes of released volumes.',
      (object: StorageClass) => object.reclaimPolicy ?? 'Delete',
    ),
    column(
      'VolumeBindingMode',
      'When claims get volumes.',
      (object: StorageClass) => object.volumeBindingMode ?? 'Immediate',
    ),
    column(
      'AllowVolumeExpansion',
      'Whether claims may grow.',
      (object: StorageClass) => object.allowVolumeExpansion ?? false,
    ),
    ageColumn,
  ],
});
