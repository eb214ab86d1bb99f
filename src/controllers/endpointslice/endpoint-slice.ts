import type { CachedClient } from '#in-process-client';
import type { KubeObject } from '#meta';
import {
  addressesOf,
  familyOf,
  hostnameIn,
  isHeadless,
  labelsFor,
  podsOf,
  referenceTo,
  type Service,
  selectsPods,
  TRIGGER_TIME,
  targetPort,
  triggerTime,
} from '../endpoints/service.ts';
import type { EndpointPort } from '../endpoints/subsets.ts';
import { isDeleting, isReady, type Pod } from '../pods/pod.ts';
import { type Endpoint, type EndpointGroup, planSlices } from './plan.ts';
import { MANAGED_BY, managedSlices, SERVICE_NAME, writeSlices } from './write-slices.ts';

const MANAGER = 'endpointslice-controller.k8s.io';
const ZONE = 'topology.kubernetes.io/zone';
/** How many endpoints a slice takes. */
const CAPACITY = 100;

/** Keeps the endpoints of a service in slices. k8s: controller/endpointslice */
export async function reconcileEndpointSlices(client: CachedClient, key: string): Promise<undefined> {
  const service = client.get<Service>('Service', key);
  // Slices of a service that is gone, or that selects no pods any more, are left alone.
  if (service === undefined || isDeleting(service) || !selectsPods(service)) return;
  const pods = podsOf(client, service, { leaving: true });
  const zoneOf = (node: string | undefined): string | undefined =>
    node ? client.get<KubeObject>('Node', node)?.metadata.labels?.[ZONE] : undefined;
  const groups = groupsOf(service, pods, zoneOf);
  const slices = managedSlices(client, key, MANAGER).filter(
    ({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === service.metadata.uid) ?? false,
  );
  const { [SERVICE_NAME]: _, [MANAGED_BY]: __, ...labels } = labelsFor(service, {});
  const time = triggerTime(service, pods);
  await writeSlices(client, {
    owner: service,
    plan: planSlices(groups, slices, CAPACITY),
    look: { labels: { ...labels, [SERVICE_NAME]: service.metadata.name ?? '', [MANAGED_BY]: MANAGER } },
    times: time === undefined ? {} : { [TRIGGER_TIME]: time },
  });
}

/** At least one group for each address family: without endpoints it becomes an empty slice. */
function groupsOf(
  service: Service,
  pods: readonly Pod[],
  zoneOf: (node: string | undefined) => string | undefined,
): EndpointGroup[] {
  return (service.spec?.ipFamilies ?? ['IPv4']).flatMap((addressType) => {
    const groups = new Map<string, { addressType: string; ports: EndpointPort[]; endpoints: Endpoint[] }>();
    for (const pod of pods) {
      const addresses = addressesOf(pod, familyOf(addressType));
      if (addresses.length === 0) continue;
      const ports = portsIn(service, pod);
      const key = JSON.stringify(ports);
      const group = groups.get(key) ?? { addressType, ports, endpoints: [] };
      groups.set(key, group);
      const zone = zoneOf(pod.spec?.nodeName);
      group.endpoints.push({ ...endpointOf(service, pod, addresses), ...(zone && { zone }) });
    }
    return groups.size > 0 ? [...groups.values()] : [{ addressType, ports: [], endpoints: [] }];
  });
}

function endpointOf(service: Service, pod: Pod, addresses: string[]): Endpoint {
  const serving = isReady(pod);
  const terminating = isDeleting(pod);
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const hostname = hostnameIn(pod, service);
  const nodeName = pod.spec?.nodeName;
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(hostname && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: referenceTo(pod),
  };
}

function portsIn(service: Service, pod: Pod): EndpointPort[] {
  const { ports = [] } = service.spec ?? {};
  if (ports.length === 0 && isHeadless(service)) return [];
  return ports.flatMap((own) => {
    const port = targetPort(pod, own);
    const { name = '', protocol = 'TCP', appProtocol } = own;
    return port === undefined ? [] : [{ name, port, protocol, ...(appProtocol && { appProtocol }) }];
  });
}
