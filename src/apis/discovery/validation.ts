import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  ipFaults,
  labelValueFaults,
  path,
  qualifiedNameFaults,
  validateLabels,
} from '#meta';
import { validateDeclared } from '#resource';
import {
  ipFamilyOf,
  protocols,
  validateAddressText,
  validateBy,
  validateChoice,
  validateEndpointAddress,
} from '../field-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { discoveryV1 } from './v1/types.ts';

type Endpoint = Types['Endpoint'];
type SlicePort = Types['EndpointPort'];
export type EndpointSlice = Types['EndpointSlice'];

const sliceType = discoveryV1.type('EndpointSlice');
const limits = { topologyLabels: 16, addresses: 100, ports: 20_000, endpoints: 1000, hints: 8 };

/** All but the endpoints. */
export function validateSlice(slice: EndpointSlice): FieldError[] {
  return [...validateDeclared(sliceType, slice), ...validatePorts(slice.ports ?? [], path('ports'))];
}

function validatePorts(ports: readonly SlicePort[], field: FieldPath): FieldError[] {
  if (ports.length > limits.ports) return [fieldErrors.tooMany(field, ports.length, limits.ports)];
  const names = new Set<string>();
  return ports.flatMap((port, at) => validatePort(port, field.index(at), names));
}

function validatePort(
  { name = '', protocol, appProtocol }: SlicePort,
  field: FieldPath,
  names: Set<string>,
): FieldError[] {
  const faults = name === '' ? [] : validateBy(field.child('name'), name, dns1123LabelFaults);
  if (names.has(name)) faults.push(fieldErrors.duplicate(field.child('name'), name));
  names.add(name);
  // Here an empty protocol is a wrong value; only an absent one is allowed.
  if (protocol === '') faults.push(fieldErrors.notSupported(field.child('protocol'), protocol, protocols));
  else faults.push(...validateChoice(field.child('protocol'), protocol, protocols));
  if (appProtocol !== undefined) {
    faults.push(...validateBy(field.child('appProtocol'), appProtocol, qualifiedNameFaults));
  }
  return faults;
}

export function validateEndpoints({ endpoints, addressType = '' }: EndpointSlice): FieldError[] {
  const field = path('endpoints');
  const list = endpoints ?? [];
  if (list.length > limits.endpoints) return [fieldErrors.tooMany(field, list.length, limits.endpoints)];
  return list.flatMap((endpoint, at) => [
    ...validateAddresses(endpoint.addresses ?? [], addressType, field.index(at).child('addresses')),
    ...validateEndpoint(endpoint, field.index(at)),
  ]);
}

function validateAddresses(addresses: readonly string[], addressType: string, field: FieldPath): FieldError[] {
  const faults: FieldError[] = [];
  if (addresses.length === 0) faults.push(fieldErrors.required(field, 'must contain at least 1 address'));
  if (addresses.length > limits.addresses) {
    faults.push(fieldErrors.tooMany(field, addresses.length, limits.addresses));
  }
  const rule = Object.hasOwn(addressRules, addressType) ? addressRules[addressType] : undefined;
  if (rule === undefined) return faults;
  return [...faults, ...addresses.flatMap((address, at) => rule(address, field, field.index(at)))];
}

/** A wrong family is told of the whole list, all else of the one address. */
const addressRules: { readonly [type: string]: (address: string, list: FieldPath, field: FieldPath) => FieldError[] } =
  {
    IPv4: (address, list, field) => {
      const faults = validateAddressText(field, address);
      if (faults.length > 0) return faults;
      if (ipFamilyOf(address) !== 'IPv4') faults.push(fieldErrors.invalid(list, address, 'must be an IPv4 address'));
      return [...faults, ...validateEndpointAddress(field, address)];
    },
    IPv6: (address, list, field) => {
      const faults = validateBy(field, address, ipFaults);
      if (faults.length > 0) return faults;
      if (ipFamilyOf(address) !== 'IPv6') faults.push(fieldErrors.invalid(list, address, 'must be an IPv6 address'));
      return [...faults, ...validateEndpointAddress(field, address)];
    },
    FQDN: (address, _, field) => validateDomainName(address, field),
  };

function validateDomainName(address: string, field: FieldPath): FieldError[] {
  if (address === '') return [fieldErrors.required(field)];
  const name = address.endsWith('.') ? address.slice(0, -1) : address;
  const faults = dns1123SubdomainFaults(name);
  if (faults.length > 0) return [fieldErrors.invalid(field, name, faults.join(','))];
  const labels = name.split('.');
  if (labels.length < 2) {
    return [fieldErrors.invalid(field, name, 'should be a domain with at least two segments separated by dots')];
  }
  const bad = labels.find((label) => dns1123LabelFaults(label).length > 0);
  return bad === undefined ? [] : [fieldErrors.invalid(field, bad, dns1123LabelFaults(bad).join(','))];
}

function validateEndpoint(endpoint: Endpoint, field: FieldPath): FieldError[] {
  const { nodeName, hostname, hints, deprecatedTopology } = endpoint;
  const topology = field.child('deprecatedTopology');
  const size = Object.keys(deprecatedTopology ?? {}).length;
  return [
    ...(nodeName === undefined ? [] : validateBy(field.child('nodeName'), nodeName, dns1123SubdomainFaults)),
    ...(size > limits.topologyLabels ? [fieldErrors.tooMany(topology, size, limits.topologyLabels)] : []),
    ...validateLabels(deprecatedTopology, topology),
    ...(hostname === undefined ? [] : validateBy(field.child('hostname'), hostname, dns1123LabelFaults)),
    ...(hints === undefined ? [] : validateHints(hints, field.child('hints'))),
  ];
}

function validateHints(hints: NonNullable<Endpoint['hints']>, field: FieldPath): FieldError[] {
  const zones = validateHint(hints.forZones ?? [], field.child('forZones'), labelValueFaults);
  if ((hints.forZones ?? []).length > limits.hints) return zones;
  return [...zones, ...validateHint(hints.forNodes ?? [], field.child('forNodes'), dns1123SubdomainFaults)];
}

type Rule = (value: string) => readonly string[];

function validateHint(hints: readonly { name?: string }[], field: FieldPath, rule: Rule): FieldError[] {
  if (hints.length > limits.hints) return [fieldErrors.tooMany(field, hints.length, limits.hints)];
  const names = new Set<string>();
  return hints.flatMap(({ name = '' }, at) => {
    const place = field.index(at).child('name');
    const faults = names.has(name) ? [fieldErrors.duplicate(place, name)] : [];
    names.add(name);
    return [...faults, ...validateBy(place, name, rule)];
  });
}
