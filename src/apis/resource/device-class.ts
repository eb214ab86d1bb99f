import { describeKind } from '#machinery';
import { type FieldError, fieldErrors, nameIsLongName, path, qualifiedNameFaults } from '#meta';
import { ageColumn, type BuiltinStrategy, nameColumn, versionedResource } from '#resource';
import { betasDeprecated } from './deprecated.ts';
import { MAX_CONFIGURATIONS, validateConfiguration, validateSelector } from './device-validation.ts';
import { validateList } from './names.ts';
import type { Types } from './v1/types.gen.ts';
import { resourceV1 } from './v1/types.ts';
import { resourceV1beta1 } from './v1beta1/types.ts';
import { resourceV1beta2 } from './v1beta2/types.ts';

type DeviceClass = Types['DeviceClass'];

/** A name that is neither one of Kubernetes' own resources nor of a quota. */
function isExtendedResource(name: string): boolean {
  const native = !name.includes('/') || name.includes('kubernetes.io/') || name.startsWith('requests.');
  return !native && qualifiedNameFaults(`requests.${name}`).length === 0;
}

function validate({ spec = {} }: DeviceClass): FieldError[] {
  const { selectors = [], config = [], extendedResourceName: name } = spec;
  const field = path('spec');
  const faults = [
    ...validateSelector(field.child('selectors'), selectors),
    ...validateList(field.child('config'), config, {
      max: MAX_CONFIGURATIONS,
      each: (one, own) => validateConfiguration(own, one),
    }),
  ];
  if (name === undefined || isExtendedResource(name)) return faults;
  const why = 'must be a valid extended resource name';
  return [...faults, fieldErrors.invalid(field.child('extendedResourceName'), name, why)];
}

const strategy: BuiltinStrategy<DeviceClass> = {
  returnsDeletedObject: true,
  tracksGeneration: true,
  validateName: nameIsLongName,
  validateCreate: validate,
  repeats: ['whole', 'change'],
  validateUpdate: validate,
};

const hub = resourceV1.type('DeviceClass');
const classes = describeKind({ group: 'resource.k8s.io', kind: 'DeviceClass', hub })
  .version('v1', { type: hub })
  .version('v1beta2', { type: resourceV1beta2.type('DeviceClass') })
  .version('v1beta1', { type: resourceV1beta1.type('DeviceClass') })
  .storedAs('v1');

export const deviceClasses = versionedResource(classes, {
  resource: 'deviceclasses',
  namespaced: false,
  deprecated: betasDeprecated,
  strategy,
  columns: [nameColumn, ageColumn],
});
