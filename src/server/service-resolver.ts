import type { ServiceResolver } from '#crd';
import { apiErrors, type JsonObject, type KubeObject } from '#meta';
import { parseEntry, type Registry } from '#registry';
import { StartError } from './start-error.ts';

export interface ServicePlace {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/**
 * Where a Service is reached from here: as `--service-resolver` says, else at an address of its EndpointSlices or
 * Endpoints, else at its cluster IP.
 */
export function serviceResolver(registry: Registry, overrides: readonly string[]): ServiceResolver {
  const said = new Map(overrides.map(readOverride));
  return {
    async resolve(place) {
      const fixed = said.get(`${place.namespace}/${place.name}`);
      if (fixed !== undefined) return fixed;
      const service = await read(registry, '/registry/services/specs/', place);
      if (service === null) throw apiErrors.notFound({ group: '', resource: 'services' }, place.name);
      return (
        (await fromSlices(registry, place, service)) ??
        (await fromEndpoints(registry, place, service)) ??
        clusterIp(place, service)
      );
    },
  };
}

/** `namespace/name=host:port`. */
function readOverride(text: string): [string, HostPort] {
  const [, key, host, port] = /^([^/=]+\/[^/=]+)=(.+):(\d+)$/.exec(text) ?? [];
  if (key === undefined || host === undefined) {
    throw new StartError(`--service-resolver: ${JSON.stringify(text)} is not namespace/name=host:port`);
  }
  return [key, { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }];
}

interface ServicePort extends JsonObject {
  name?: string;
  port: number;
  targetPort?: number | string;
}

function portOf({ name, port }: ServicePlace, service: KubeObject): ServicePort {
  const { ports = [] } = (service.spec ?? {}) as { ports?: ServicePort[] };
  const found = ports.find((each) => each.port === port);
  if (found === undefined) throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return found;
}

interface PortOfSlice {
  readonly name?: string;
  readonly port?: number;
}

/** Any address that is ready, with the port of that name. */
async function fromSlices(registry: Registry, place: ServicePlace, service: KubeObject): Promise<HostPort | undefined> {
  const collection = registry.collection('/registry/endpointslices/');
  const { entries } = await collection.list({ under: `${place.namespace}/`, freshness: { need: 'newest' } });
  const wanted = portOf(place, service).name ?? '';
  for (const slice of entries.map(parseEntry)) {
    if (slice.metadata.labels?.['kubernetes.io/service-name'] !== place.name) continue;
    const { endpoints = [], ports = [] } = slice as unknown as {
      endpoints?: { addresses: string[]; conditions?: { ready?: boolean } }[];
      ports?: PortOfSlice[];
    };
    const host = endpoints.find(({ conditions }) => conditions?.ready !== false)?.addresses[0];
    const port = ports.find(({ name = '' }) => name === wanted)?.port;
    if (host !== undefined && port !== undefined) return { host, port };
  }
  return undefined;
}

async function fromEndpoints(
  registry: Registry,
  place: ServicePlace,
  service: KubeObject,
): Promise<HostPort | undefined> {
  const endpoints = await read(registry, '/registry/services/endpoints/', place);
  const wanted = portOf(place, service).name ?? '';
  const { subsets = [] } = (endpoints ?? {}) as unknown as {
    subsets?: { addresses?: { ip: string }[]; ports?: PortOfSlice[] }[];
  };
  for (const { addresses = [], ports = [] } of subsets) {
    const host = addresses[0]?.ip;
    const port = ports.find(({ name = '' }) => name === wanted)?.port;
    if (host !== undefined && port !== undefined) return { host, port };
  }
  return undefined;
}

function clusterIp(place: ServicePlace, service: KubeObject): HostPort {
  const { clusterIP, externalName } = (service.spec ?? {}) as { clusterIP?: string; externalName?: string };
  if (externalName) return { host: externalName, port: place.port };
  if (clusterIP && clusterIP !== 'None') return { host: clusterIP, port: portOf(place, service).port };
  throw apiErrors.serviceUnavailable(`no endpoints available for service ${JSON.stringify(place.name)}`);
}

async function read(registry: Registry, prefix: string, { namespace, name }: ServicePlace): Promise<KubeObject | null> {
  const entry = await registry.collection(prefix).get(`${namespace}/${name}`, { need: 'newest' });
  return entry === null ? null : parseEntry(entry);
}
