import { describeKind } from '#machinery';
import {
  dns1123SubdomainFaults,
  type FieldError,
  fieldErrors,
  formatGroupResource,
  ipFaults,
  path,
  pathSegmentName,
  sameJson,
} from '#meta';
import { type BuiltinStrategy, column, nameColumn, versionedResource } from '#resource';
import { validateBy } from '../field-validation.ts';
import { validateSegmentField } from '../reference-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { networkingV1 } from './v1/types.ts';
import { networkingV1beta1 } from './v1beta1/types.ts';

type IpAddress = Types['IPAddress'];

const field = path('spec', 'parentRef');

function validate({ spec }: IpAddress): FieldError[] {
  if (spec?.parentRef === undefined) return [fieldErrors.required(field)];
  const { group = '', resource, name, namespace = '' } = spec.parentRef;
  return [
    ...(group === '' ? [] : validateBy(field.child('group'), group, dns1123SubdomainFaults)),
    ...validateSegmentField(field.child('resource'), resource),
    ...validateSegmentField(field.child('name'), name),
    ...validateBy(field.child('namespace'), namespace, (text) => pathSegmentName(text, { prefix: false })),
  ];
}

function validateChange({ spec }: IpAddress, live: IpAddress): FieldError[] {
  if (sameJson(spec?.parentRef, live.spec?.parentRef)) return [];
  const { group = '', resource = '', namespace = '', name = '' } = spec?.parentRef ?? {};
  // The message shows the Go struct, whose fields have no other names.
  const shown = spec?.parentRef && { Group: group, Resource: resource, Namespace: namespace, Name: name };
  return [fieldErrors.invalid(field, shown ?? null, 'field is immutable')];
}

const strategy: BuiltinStrategy<IpAddress> = {
  validateName: (name) => ipFaults(name),
  repeats: ['whole', 'change'],
  validateCreate: validate,
  validateUpdate: validate,
  validateChange,
};

function parentCell({ spec }: IpAddress): string {
  if (spec?.parentRef === undefined) return '<none>';
  const { group = '', resource = '', namespace = '', name = '' } = spec.parentRef;
  const what = formatGroupResource({ group, resource }).toLowerCase();
  return [what, ...(namespace === '' ? [] : [namespace]), name].join('/');
}

const hub = networkingV1.type('IPAddress');
const addresses = describeKind({ group: 'networking.k8s.io', kind: 'IPAddress', hub })
  .version('v1', { type: hub })
  .version('v1beta1', { type: networkingV1beta1.type('IPAddress') })
  .storedAs('v1');

export const ipAddresses = versionedResource(addresses, {
  resource: 'ipaddresses',
  shortNames: ['ip'],
  namespaced: false,
  deprecated: { v1beta1: { since: '1.34', gone: '1.37' } },
  strategy,
  columns: [nameColumn, column('ParentRef', 'Who uses the address.', parentCell)],
});
