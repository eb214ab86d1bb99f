import { dns1123SubdomainFaults, ipWarnings, path, sameJson } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  firstThree,
  nameColumn,
  validateImmutables,
} from '#resource';
import { discoveryV1 } from './v1/types.ts';
import { type EndpointSlice, validateEndpoints, validateSlice } from './validation.ts';

const HOSTNAME_LABEL = 'kubernetes.io/hostname';
const MANAGED_BY_LABEL = 'endpointslice.kubernetes.io/managed-by';
const ownControllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** The topology of v1beta1 cannot be written any more; a node name that it held is moved to where it belongs now. */
function dropTopology(slice: EndpointSlice, live?: EndpointSlice): void {
  if (live !== undefined && sameJson(slice.endpoints, live.endpoints)) return;
  const known = new Set(live?.endpoints?.map(({ deprecatedTopology }) => deprecatedTopology?.[HOSTNAME_LABEL]));
  for (const endpoint of slice.endpoints ?? []) {
    const node = endpoint.deprecatedTopology?.[HOSTNAME_LABEL];
    if (endpoint.nodeName === undefined && node && known.has(node) && dns1123SubdomainFaults(node).length === 0) {
      endpoint.nodeName = node;
    }
    delete endpoint.deprecatedTopology;
  }
}

/** Unlike with other kinds, labels count: they tie the slice to its service. */
function contentChanged(slice: EndpointSlice, live: EndpointSlice): boolean {
  const { metadata, ...content } = slice;
  const { metadata: liveMetadata, ...liveContent } = live;
  return !sameJson(content, liveContent) || !sameJson(metadata.labels, liveMetadata.labels);
}

/** The two lists are always shown; an empty one as null, as it comes back from a store that knows no empty lists. */
function nullEmptyLists(slice: EndpointSlice): void {
  if (!slice.endpoints?.length) slice.endpoints = null;
  if (!slice.ports?.length) slice.ports = null;
}

const strategy: BuiltinStrategy<EndpointSlice> = {
  repeats: ['whole'],
  prepareForCreate(slice) {
    slice.metadata.generation = 1;
    nullEmptyLists(slice);
    dropTopology(slice);
  },
  prepareForUpdate(slice, live) {
    nullEmptyLists(slice);
    if (contentChanged(slice, live)) slice.metadata.generation = Number(live.metadata.generation ?? 0) + 1;
    dropTopology(slice, live);
  },
  validateCreate: (slice) => [...validateSlice(slice), ...validateEndpoints(slice)],
  validateUpdate: (slice, live) => [
    ...validateSlice(slice),
    // What an older server let pass stays good as long as nobody changes it.
    ...(sameJson(slice.endpoints, live.endpoints) ? [] : validateEndpoints(slice)),
    ...validateImmutables(discoveryV1.type('EndpointSlice'), { value: slice, before: live }),
  ],
  warnings(slice, live) {
    const fqdn = live === undefined && slice.addressType === 'FQDN';
    return [...(fqdn ? ['spec.addressType: FQDN endpoints are deprecated'] : []), ...addressWarnings(slice)];
  },
};

function addressWarnings({ metadata, endpoints, addressType }: EndpointSlice): string[] {
  if (addressType === 'FQDN' || ownControllers.includes(metadata.labels?.[MANAGED_BY_LABEL] ?? '')) return [];
  return (endpoints ?? []).flatMap(({ addresses }, at) =>
    (addresses ?? []).flatMap((address, place) =>
      ipWarnings(address, path('endpoints').index(at).child('addresses').index(place)),
    ),
  );
}

const orUnset = (text: string): string => (text === '' ? '<unset>' : text);

function formatPorts({ ports }: EndpointSlice): string {
  const shown = (ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port)));
  return orUnset(firstThree(shown));
}

export const endpointSlices = builtin({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  formerly: ['discovery.k8s.io/v1beta1'],
  namespaced: true,
  type: discoveryV1.type('EndpointSlice'),
  defaults({ ports }: EndpointSlice) {
    for (const port of ports ?? []) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  },
  strategy,
  columns: [
    nameColumn,
    column('AddressType', 'What the addresses are.', ({ addressType }: EndpointSlice) => addressType ?? ''),
    column('Ports', 'The first ports.', formatPorts),
    column('Endpoints', 'The first addresses.', ({ endpoints }: EndpointSlice) =>
      orUnset(firstThree((endpoints ?? []).flatMap(({ addresses }) => addresses ?? []))),
    ),
    ageColumn,
  ],
});
