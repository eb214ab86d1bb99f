import { describeKind } from '#machinery';
import { type FieldError, fieldErrors, path, sameJson } from '#meta';
import { ageColumn, type BuiltinStrategy, column, nameColumn, versionedResource } from '#resource';
import { STORAGE_GROUP, validateParameter, validateProvisioner } from './storage-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { storageV1 } from './v1/types.ts';
import { storageV1beta1 } from './v1beta1/types.ts';

type VolumeAttributesClass = Types['VolumeAttributesClass'];

function validate({ driverName = '', parameters = {} }: VolumeAttributesClass): FieldError[] {
  const faults = [
    ...validateProvisioner(path('driverName'), driverName),
    ...validateParameter(path('parameters'), parameters),
  ];
  if (Object.keys(parameters).length > 0) return faults;
  return [...faults, fieldErrors.required(path('parameters'), 'must contain at least one key/value pair')];
}

const fixedParts = ['driverName', 'parameters'] as const;

const strategy: BuiltinStrategy<VolumeAttributesClass> = {
  returnsDeletedObject: true,
  validateCreate: validate,
  validateChange: (object, live) =>
    fixedParts
      .filter((part) => !sameJson(object[part], live[part]))
      .map((part) => fieldErrors.forbidden(path(part), `updates to ${part} are forbidden.`)),
  validateUpdate: validate,
};

const hub = storageV1.type('VolumeAttributesClass');
const classes = describeKind({ group: STORAGE_GROUP, kind: 'VolumeAttributesClass', hub })
  .version('v1', { type: hub })
  .version('v1beta1', { type: storageV1beta1.type('VolumeAttributesClass') })
  .storedAs('v1');

export const volumeAttributesClasses = versionedResource(classes, {
  resource: 'volumeattributesclasses',
  formerly: ['storage.k8s.io/v1alpha1'],
  shortNames: ['vac'],
  namespaced: false,
  strategy,
  deprecated: { v1beta1: { since: '1.34', gone: '1.37', use: 'v1' } },
  columns: [
    nameColumn,
    column(
      'DriverName',
      'Driver that the settings are for.',
      ({ driverName }: VolumeAttributesClass) => driverName ?? '',
    ),
    ageColumn,
  ],
});
