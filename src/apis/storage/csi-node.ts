import {
  byteLength,
  type FieldError,
  type FieldPath,
  fieldErrors,
  type JsonObject,
  path,
  qualifiedNameFaults,
  sameJson,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn, validateDeclared } from '#resource';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { STORAGE_GROUP, validateDriverName } from './storage-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { storageV1 } from './v1/types.ts';

type NodeDriver = Types['CSINodeDriver'];
type CsiNode = Types['CSINode'];

const MAX_NODE_ID = 256;
const driverType = storageV1.type('CSINodeDriver');
const driversOf = ({ spec }: CsiNode): readonly NodeDriver[] => spec?.drivers ?? [];

function validateDriver(field: FieldPath, driver: NodeDriver): FieldError[] {
  const { name = '', nodeID = '' } = driver;
  const faults = validateDriverName(field.child('name'), name);
  if (nodeID === '') faults.push(fieldErrors.required(field.child('nodeID')));
  if (byteLength(nodeID) > MAX_NODE_ID) {
    faults.push(fieldErrors.invalid(field.child('nodeID'), nodeID, `must be ${MAX_NODE_ID} characters or less`));
  }
  return [...faults, ...validateDeclared(driverType, driver, field)];
}

/** These are told of the driver, not of its list of keys. */
function validateTopologyKey(field: FieldPath, keys: readonly string[]): FieldError[] {
  return keys.flatMap((key, at) => [
    ...(key === '' ? [fieldErrors.required(field)] : []),
    ...(keys.indexOf(key) < at ? [fieldErrors.duplicate(field, key)] : []),
    ...validateBy(field, key, qualifiedNameFaults),
  ]);
}

function validate(node: CsiNode): FieldError[] {
  const drivers = driversOf(node);
  return drivers.flatMap((driver, at) => {
    const field = path('spec', 'drivers').index(at);
    const { name = '', topologyKeys } = driver;
    const repeated = drivers.slice(0, at).some((other) => (other.name ?? '') === name);
    return [
      ...validateDriver(field, driver),
      ...(repeated ? [fieldErrors.duplicate(field.child('name'), name)] : []),
      ...validateTopologyKey(field, topologyKeys ?? []),
    ];
  });
}

/** All of a driver but its limits is fixed once it is there. */
function validateChanged(node: CsiNode, live: CsiNode): FieldError[] {
  return driversOf(live).flatMap((before) =>
    driversOf(node)
      .filter(({ name }) => name === before.name)
      .map(fixedParts)
      .filter((driver) => !sameJson(driver, fixedParts(before)))
      .map((driver) => fieldErrors.invalid(path('spec', 'drivers'), driver, 'field is immutable')),
  );
}

const fixedParts = ({ allocatable: _, ...driver }: NodeDriver): JsonObject => goValue(driverType, driver);

const strategy: BuiltinStrategy<CsiNode> = {
  returnsDeletedObject: true,
  updatesUnconditionally: false,
  repeats: ['whole'],
  validateCreate: validate,
  validateUpdate: (node, live) => [...validate(node), ...validateChanged(node, live)],
};

export const csiNodes = builtin({
  group: STORAGE_GROUP,
  version: 'v1',
  kind: 'CSINode',
  resource: 'csinodes',
  formerly: ['storage.k8s.io/v1beta1'],
  namespaced: false,
  type: storageV1.type('CSINode'),
  strategy,
  columns: [
    nameColumn,
    { ...column('Drivers', 'How many drivers are on the node.', (node) => driversOf(node).length), type: 'integer' },
    ageColumn,
  ],
});
