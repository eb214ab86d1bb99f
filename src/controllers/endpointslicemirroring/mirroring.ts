import type { CachedClient } from '#in-process-client';
import { formatAddress, parseAddress } from '#meta';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { LAST_APPLIED, type Service, TRIGGER_TIME } from '../endpoints/service.ts';
import type { EndpointAddress, EndpointPort } from '../endpoints/subsets.ts';
import { type Endpoint, type EndpointGroup, planSlices } from '../endpointslice/plan.ts';
import { MANAGED_BY, managedSlices, SERVICE_NAME, writeSlices } from '../endpointslice/write-slices.ts';
import { isDeleting } from '../pods/pod.ts';

const MANAGER = 'endpointslicemirroring-controller.k8s.io';
const SKIP = 'endpointslice.kubernetes.io/skip-mirror';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';
const CAPACITY = 1000;

/** Mirrors hand-written endpoints as slices, for clients that read only slices. */
export async function reconcileMirroring(client: CachedClient, key: string): Promise<undefined> {
  const endpoints = client.get<Endpoints>('Endpoints', key);
  const slices = managedSlices(client, key, MANAGER);
  const service = client.get<Service>('Service', key);
  if (endpoints === undefined || service === undefined || !isMirrored(endpoints, service)) {
    for (const slice of slices) await client.remove(slice);
    return;
  }
  const groups = mirroredGroups(endpoints).filter((group) => group.endpoints.length > 0);
  const plan = planSlices(groups, slices, CAPACITY);
  const { [TRIGGER_TIME]: _, [LAST_APPLIED]: __, ...annotations } = endpoints.metadata.annotations ?? {};
  const { name = '' } = endpoints.metadata;
  await writeSlices(client, {
    owner: endpoints,
    plan: isDeleting(endpoints) ? { ...plan, create: [] } : plan,
    look: { labels: { ...endpoints.metadata.labels, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER }, annotations },
  });
}

function isMirrored({ metadata: { labels, annotations } }: Endpoints, { spec }: Service): boolean {
  return labels?.[SKIP] !== 'true' && annotations?.[LEADER] === undefined && spec?.selector === undefined;
}

/** The addresses with the same ports and of the same family belong together, wherever they were written. */
function mirroredGroups({ subsets }: Endpoints): EndpointGroup[] {
  const groups = new Map<string, { addressType: string; ports: EndpointPort[]; endpoints: Endpoint[] }>();
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets ?? []) {
    const own = ports.map(portOf);
    const all = [...addresses.map(endpointOf(true)), ...notReadyAddresses.map(endpointOf(false))];
    for (const found of all.slice(0, CAPACITY)) {
      if (found === undefined) continue;
      const { addressType, endpoint } = found;
      const key = JSON.stringify([addressType, own]);
      const group = groups.get(key) ?? { addressType, ports: own, endpoints: [] };
      groups.set(key, group);
      group.endpoints.push(endpoint);
    }
  }
  return [...groups.values()];
}

function portOf({ name = '', port, protocol = 'TCP', appProtocol }: EndpointPort): EndpointPort {
  return { name, ...(port !== undefined && { port }), protocol, ...(appProtocol && { appProtocol }) };
}

function endpointOf(ready: boolean) {
  return ({ ip = '', hostname, nodeName, targetRef }: EndpointAddress) => {
    const address = parseAddress(ip);
    if (address === undefined) return undefined;
    const endpoint: Endpoint = {
      addresses: [formatAddress(address)],
      conditions: { ready },
      ...(hostname && { hostname }),
      ...(nodeName && { nodeName }),
      ...(targetRef && { targetRef }),
    };
    return { addressType: address.family === 6 && !address.mapped ? 'IPv6' : 'IPv4', endpoint };
  };
}
