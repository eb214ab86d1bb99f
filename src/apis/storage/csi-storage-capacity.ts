import { type FieldError, fieldErrors, nameIsDnsSubdomain, path } from '#meta';
import { type BuiltinStrategy, builtin, createdAtColumn, nameColumn, validateImmutables } from '#resource';
import { validateBy } from '../field-validation.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { oldLabelWarnings, STORAGE_GROUP } from './storage-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { storageV1 } from './v1/types.ts';

type CsiStorageCapacity = Types['CSIStorageCapacity'];

const type = storageV1.type('CSIStorageCapacity');

function validate(object: CsiStorageCapacity, live?: CsiStorageCapacity): FieldError[] {
  const { nodeTopology, storageClassName = '', capacity = '' } = object;
  const field = path('nodeTopology');
  const looseValues = validateLabelSelector(field, live?.nodeTopology).length > 0;
  const faults = [
    ...validateLabelSelector(field, nodeTopology, { looseValues }),
    ...validateBy(path('storageClassName'), storageClassName, (name) => nameIsDnsSubdomain(name, { prefix: false })),
  ];
  // Quantities are canonical here, so that a minus tells.
  if (capacity.startsWith('-')) {
    faults.push(fieldErrors.invalid(path('capacity'), capacity, 'must be greater than or equal to 0'));
  }
  return faults;
}

function warnings({ nodeTopology = {} }: CsiStorageCapacity): string[] {
  const field = path('nodeTopology');
  const { matchExpressions = [], matchLabels = {} } = nodeTopology;
  return [
    ...matchExpressions.flatMap(({ key = '' }, at) =>
      oldLabelWarnings(field.child('matchExpressions').index(at).child('key'), key),
    ),
    ...Object.keys(matchLabels).flatMap((label) => oldLabelWarnings(field.child('matchLabels', label), label)),
  ];
}

const strategy: BuiltinStrategy<CsiStorageCapacity> = {
  warnings,
  updatesUnconditionally: false,
  validateCreate: (object) => validate(object),
  repeats: ['whole', 'change'],
  validateUpdate: validate,
  validateChange: (object, live) => validateImmutables(type, { value: object, before: live }),
};

export const csiStorageCapacities = builtin({
  group: STORAGE_GROUP,
  version: 'v1',
  kind: 'CSIStorageCapacity',
  resource: 'csistoragecapacities',
  formerly: ['storage.k8s.io/v1alpha1', 'storage.k8s.io/v1beta1'],
  namespaced: true,
  type,
  strategy,
  columns: [nameColumn, createdAtColumn],
});
