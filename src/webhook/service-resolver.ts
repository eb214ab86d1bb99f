import { apiErrors, type JsonObject, type KubeObject } from '#meta';
import { type HostPort, type PodPort, podAddress, readHostPort, type StoredObjects } from './pod-address.ts';
import type { ServicePort as ServicePlace, ServiceResolver } from './webhook-client.ts';

/** Reads services and endpoints as they are stored now, by the prefix of their resource. */
interface ServiceObjects extends StoredObjects {
  list(prefix: string, under: string): Promise<readonly KubeObject[]>;
}

/** A fixed address that is not written as `namespace/name=host:port`. */
export class ServiceOverrideError extends Error {}

/**
 * Where a Service is reached from here: as an override says, else at an address of its EndpointSlices or
 * Endpoints, else at its cluster IP.
 */
export function serviceResolver(objects: ServiceObjects, overrides: readonly string[]): ServiceResolver {
  const said = new Map(overrides.map(readOverride));
  return {
    async resolve(place) {
      const fixed = said.get(`${place.namespace}/${place.name}`);
      if (fixed !== undefined) return fixed;
      const service = await objects.get('/registry/services/specs/', `${place.namespace}/${place.name}`);
      if (service === null) throw apiErrors.notFound({ group: '', resource: 'service' }, place.name);
      const { externalName } = (service.spec ?? {}) as { externalName?: string };
      if (externalName) return { host: externalName, port: place.port };
      return (
        (await fromSlices(objects, place, service)) ??
        (await fromEndpoints(objects, place, service)) ??
        clusterIp(place, service)
      );
    },
  };
}

/** `namespace/name=host:port`. */
function readOverride(text: string): [string, HostPort] {
  const [, key, address = ''] = /^([^/=]+\/[^/=]+)=(.+)$/.exec(text) ?? [];
  const place = readHostPort(address);
  if (key === undefined || place === undefined) {
    throw new ServiceOverrideError(`${JSON.stringify(text)} is not namespace/name=host:port`);
  }
  return [key, place];
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

interface EndpointOfSlice {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean };
  readonly targetRef?: { readonly kind?: string; readonly name?: string };
}

/** Any address that is ready, with the port of that name. */
async function fromSlices(
  objects: ServiceObjects,
  place: ServicePlace,
  service: KubeObject,
): Promise<HostPort | undefined> {
  const slices = await objects.list('/registry/endpointslices/', `${place.namespace}/`);
  const wanted = portOf(place, service).name ?? '';
  for (const slice of slices) {
    if (slice.metadata.labels?.['kubernetes.io/service-name'] !== place.name) continue;
    const { endpoints = [], ports = [] } = slice as unknown as {
      endpoints?: EndpointOfSlice[];
      ports?: PortOfSlice[];
    };
    const endpoint = endpoints.find(({ conditions }) => conditions?.ready !== false);
    const port = ports.find(({ name = '' }) => name === wanted)?.port;
    const host = endpoint?.addresses[0];
    if (host === undefined || port === undefined) continue;
    return (
      (await fromPod(objects, place, {
        reference: endpoint?.targetRef,
        port: { number: port, name: wanted, ip: host },
      })) ?? { host, port }
    );
  }
  return undefined;
}

interface Target {
  readonly reference: { readonly kind?: string; readonly name?: string } | undefined;
  readonly port: PodPort;
}

/** Another process may stand in for the pod that an endpoint leads to. */
async function fromPod(
  objects: ServiceObjects,
  { namespace }: ServicePlace,
  { reference, port }: Target,
): Promise<HostPort | undefined> {
  if (reference?.kind !== 'Pod') return undefined;
  const pod = await objects.get('/registry/pods/', `${namespace}/${reference.name}`);
  return pod === null ? undefined : podAddress(objects, pod, port);
}

async function fromEndpoints(
  objects: ServiceObjects,
  place: ServicePlace,
  service: KubeObject,
): Promise<HostPort | undefined> {
  const endpoints = await objects.get('/registry/services/endpoints/', `${place.namespace}/${place.name}`);
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
  const { clusterIP } = (service.spec ?? {}) as { clusterIP?: string };
  if (clusterIP && clusterIP !== 'None') return { host: clusterIP, port: portOf(place, service).port };
  throw apiErrors.serviceUnavailable(`no endpoints available for service ${JSON.stringify(place.name)}`);
}
