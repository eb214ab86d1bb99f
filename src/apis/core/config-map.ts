import { byteLength, configMapKeyFaults, type FieldError, FieldPath, fieldErrors, path } from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { validateBy } from '../field-validation.ts';
import { decodedLength, MAX_DATA_SIZE, validateFrozen } from './data.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type ConfigMap = Types['ConfigMap'];

function validate({ data = {}, binaryData = {} }: ConfigMap): FieldError[] {
  const faults: FieldError[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(data)) {
    const field = path('data').key(key);
    faults.push(...validateBy(field, key, configMapKeyFaults));
    if (Object.hasOwn(binaryData, key)) {
      faults.push(fieldErrors.invalid(field, key, 'duplicate of key present in binaryData'));
    }
    size += byteLength(value);
  }
  for (const [key, value] of Object.entries(binaryData)) {
    faults.push(...validateBy(path('binaryData').key(key), key, configMapKeyFaults));
    size += decodedLength(value);
  }
  // The fault is one of the whole object, which messages tell as an empty path.
  if (size > MAX_DATA_SIZE) faults.push({ ...fieldErrors.tooLong(new FieldPath(''), MAX_DATA_SIZE), field: '' });
  return faults;
}

const strategy: BuiltinStrategy<ConfigMap> = {
  validateCreate: validate,
  validateChange: (configMap, live) => validateFrozen(configMap, live, ['data', 'binaryData']),
  validateUpdate: validate,
};

const count = (values: object | undefined): number => Object.keys(values ?? {}).length;

export const configMaps = builtin({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  shortNames: ['cm'],
  namespaced: true,
  type: coreV1.type('ConfigMap'),
  strategy,
  columns: [
    nameColumn,
    column('Data', 'How many values it holds.', ({ data, binaryData }: ConfigMap) => count(data) + count(binaryData)),
    ageColumn,
  ],
});
