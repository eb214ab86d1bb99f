import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  ipWarnings,
  path,
  sameJson,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, firstThree, nameColumn, validateDeclared } from '#resource';
import { validateAddressText, validateBy, validateEndpointAddress } from '../field-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type EndpointAddress = Types['EndpointAddress'];
type EndpointPort = Types['EndpointPort'];
type EndpointSubset = Types['EndpointSubset'];
type Endpoints = Types['Endpoints'];

function validateSubset(subset: EndpointSubset, field: FieldPath): FieldError[] {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
  const none = addresses.length === 0 && notReadyAddresses.length === 0;
  return [
    ...(none ? [fieldErrors.required(field, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...addresses.flatMap((address, at) => validateAddress(address, field.child('addresses').index(at))),
    ...notReadyAddresses.flatMap((address, at) => validateAddress(address, field.child('notReadyAddresses').index(at))),
    ...ports.flatMap((port, at) =>
      validatePort(port, field.child('ports').index(at), { nameRequired: ports.length > 1 }),
    ),
  ];
}

function validateAddress({ ip = '', hostname = '', nodeName }: EndpointAddress, field: FieldPath): FieldError[] {
  return [
    ...validateAddressText(field.child('ip'), ip),
    ...(hostname === '' ? [] : validateBy(field.child('hostname'), hostname, dns1123LabelFaults)),
    ...(nodeName === undefined ? [] : validateBy(field.child('nodeName'), nodeName, dns1123SubdomainFaults)),
    ...validateEndpointAddress(field.child('ip'), ip),
  ];
}

function validatePort(port: EndpointPort, field: FieldPath, rule: { readonly nameRequired: boolean }): FieldError[] {
  const { name = '' } = port;
  const nameFaults = name === '' ? [] : validateBy(field.child('name'), name, dns1123LabelFaults);
  return [
    ...(rule.nameRequired && name === '' ? [fieldErrors.required(field.child('name'))] : nameFaults),
    ...validateDeclared(coreV1.type('EndpointPort'), port, field),
  ];
}

const validate = ({ subsets = [] }: Endpoints): FieldError[] =>
  subsets.flatMap((subset, at) => validateSubset(subset, path('subsets').index(at)));

const MANAGED_BY_LABEL = 'endpoints.kubernetes.io/managed-by';

const strategy: BuiltinStrategy<Endpoints> = {
  createsOnUpdate: true,
  validateCreate: validate,
  // What an older server let pass stays good as long as nobody changes it.
  validateUpdate: (endpoints, live) => (sameJson(endpoints.subsets, live.subsets) ? [] : validate(endpoints)),
  warnings({ metadata, subsets = [] }) {
    if (metadata.labels?.[MANAGED_BY_LABEL] === 'endpoint-controller') return [];
    return subsets.flatMap((subset, at) =>
      (['addresses', 'notReadyAddresses'] as const).flatMap((list) =>
        (subset[list] ?? []).flatMap(({ ip = '' }, place) =>
          ipWarnings(ip, path('subsets').index(at).child(list).index(place).child('ip')),
        ),
      ),
    );
  },
};

function formatEndpoints({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>';
  const ends = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip = '' }) => ip)
      : ports.flatMap(({ port = 0 }) => addresses.map(({ ip = '' }) => hostPort(ip, port))),
  );
  return firstThree(ends);
}

const hostPort = (ip: string, port: number): string => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`);

export const endpoints = builtin({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  resource: 'endpoints',
  shortNames: ['ep'],
  namespaced: true,
  storagePrefix: '/registry/services/endpoints/',
  deprecated: { v1: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice' },
  type: coreV1.type('Endpoints'),
  defaults({ subsets = [] }: Endpoints) {
    for (const port of subsets.flatMap(({ ports = [] }) => ports)) port.protocol ||= 'TCP';
  },
  strategy,
  columns: [nameColumn, column('Endpoints', 'The first addresses and ports.', formatEndpoints), ageColumn],
});
