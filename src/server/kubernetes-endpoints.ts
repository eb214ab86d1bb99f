import { type KubeObject, sameJson } from '#meta';
import type { InitialObject } from './bootstrap.ts';

interface ServerPort {
  readonly port: number;
  /** Whether servers share `default/kubernetes`: then a port that is there stays, where only addresses are to change. */
  readonly keepsPort?: boolean;
}

type EndpointPort = { name: string; port: number; protocol: string };
type Subset = { addresses?: { ip: string }[]; ports?: EndpointPort[] };
type Endpoints = KubeObject & { readonly subsets?: Subset[] };
type EndpointSlice = KubeObject & { readonly endpoints?: { addresses: string[] }[]; readonly ports?: EndpointPort[] };

/** What `default/kubernetes` leads to: the servers at these addresses. k8s: controlplane/reconcilers */
export function kubernetesEndpoints(ips: string[], { port, keepsPort = false }: ServerPort): InitialObject[] {
  const ports = [{ name: 'https', port, protocol: 'TCP' }];
  return [
    {
      resource: { group: '', version: 'v1', resource: 'endpoints' },
      object: endpointsOf(ips, ports),
      how: 'create',
      repair: (live) => repairedEndpoints(live, { ips, ports, keepsPort }),
    },
    {
      resource: { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' },
      object: sliceOf(ips, ports),
      how: 'create',
      repair: (live) => repairedSlice(live, { ips, ports, keepsPort }),
    },
  ];
}

/** The label keeps other controllers from making a second slice of it. */
function endpointsOf(ips: readonly string[], ports: EndpointPort[]): Endpoints {
  const labels = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };
  const subsets = ips.length === 0 ? [] : [{ addresses: ips.map((ip) => ({ ip })), ports }];
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'kubernetes', namespace: 'default', labels },
    subsets,
  };
}

function sliceOf(ips: readonly string[], ports: EndpointPort[]): EndpointSlice {
  const labels = { 'kubernetes.io/service-name': 'kubernetes' };
  const isV6 = ips[0]?.includes(':') ?? false;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'kubernetes', namespace: 'default', labels },
    addressType: isV6 ? 'IPv6' : 'IPv4',
    endpoints: ips
      .filter((ip) => ip.includes(':') === isV6)
      .map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
    ports,
  };
}

interface Wanted {
  readonly ips: string[];
  readonly ports: EndpointPort[];
  readonly keepsPort: boolean;
}

/** Undefined where nothing is to be changed. */
function repairedEndpoints(live: Endpoints, { ips, ports, keepsPort }: Wanted): KubeObject | undefined {
  const [subset, ...more] = live.subsets ?? [];
  const then = (subset?.addresses ?? []).map(({ ip }) => ip);
  const kept = keepsPort ? (subset?.ports ?? ports) : ports;
  const wanted = endpointsOf(ips, kept);
  const isRight = more.length === 0 && sameJson(then, ips) && sameJson(subset?.ports ?? kept, kept);
  return isRight && hasLabels(live, wanted) ? undefined : upon(live, wanted);
}

function repairedSlice(live: EndpointSlice, { ips, ports, keepsPort }: Wanted): KubeObject | undefined {
  const kept = keepsPort ? (live.ports ?? ports) : ports;
  const wanted = sliceOf(ips, kept);
  const addresses = (slice: EndpointSlice) => (slice.endpoints ?? []).map((endpoint) => endpoint.addresses);
  const isRight = sameJson(addresses(live), addresses(wanted)) && sameJson(live.ports, kept);
  return isRight && hasLabels(live, wanted) ? undefined : upon(live, wanted);
}

function hasLabels(live: KubeObject, wanted: KubeObject): boolean {
  return Object.entries(wanted.metadata.labels ?? {}).every(([name, value]) => live.metadata.labels?.[name] === value);
}

function upon({ addressType, ...live }: KubeObject, wanted: KubeObject): KubeObject {
  const labels = { ...live.metadata.labels, ...wanted.metadata.labels };
  // The type of addresses is given for life.
  const type = addressType === undefined ? {} : { addressType };
  return { ...live, ...wanted, ...type, metadata: { ...live.metadata, labels } };
}
