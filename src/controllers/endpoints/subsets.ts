import type { CoreV1 } from '#apis';
import { isReady, type Pod } from '../pods/pod.ts';
import { addressesOf, familyOf, hostnameIn, isHeadless, referenceTo, type Service, targetPort } from './service.ts';

export type EndpointAddress = CoreV1['EndpointAddress'];
export type EndpointPort = CoreV1['EndpointPort'];
export type EndpointSubset = CoreV1['EndpointSubset'];

/** Beyond so many an object would be too large. */
const CAPACITY = 1000;

/** The endpoints of a service, those with the same ports together. k8s: endpoint/endpoints_controller.go syncService */
export function subsetsOf(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const groups = new Map<string, { ports: EndpointPort[]; ready: EndpointAddress[]; unready: EndpointAddress[] }>();
  for (const pod of pods) {
    const address = addressIn(service, pod);
    const ports = portsIn(service, pod);
    if (address === undefined || ports === undefined) continue;
    const key = JSON.stringify(ports);
    const group = groups.get(key) ?? { ports, ready: [], unready: [] };
    groups.set(key, group);
    const counts = service.spec?.publishNotReadyAddresses || isReady(pod);
    (counts ? group.ready : group.unready).push(address);
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, { ports, ready, unready }]) => ({
    ...(ready.length > 0 && { addresses: ready.sort(byIp) }),
    ...(unready.length > 0 && { notReadyAddresses: unready.sort(byIp) }),
    ...(ports.length > 0 && { ports }),
  }));
}

function addressIn(service: Service, pod: Pod): EndpointAddress | undefined {
  const [ip] = addressesOf(pod, familyOf(service.spec?.ipFamilies?.[0]));
  if (ip === undefined) return undefined;
  const hostname = hostnameIn(pod, service);
  const nodeName = pod.spec?.nodeName;
  return { ip, ...(hostname && { hostname }), ...(nodeName && { nodeName }), targetRef: referenceTo(pod) };
}

/** Undefined when the pod has none of the ports. */
function portsIn(service: Service, pod: Pod): EndpointPort[] | undefined {
  const { ports = [] } = service.spec ?? {};
  if (ports.length === 0) return isHeadless(service) ? [] : undefined;
  const found = ports.flatMap((own) => {
    const port = targetPort(pod, own);
    const { name, protocol = 'TCP', appProtocol } = own;
    return port === undefined ? [] : [{ ...(name && { name }), port, protocol, ...(appProtocol && { appProtocol }) }];
  });
  return found.length === 0 ? undefined : found;
}

function byIp({ ip: a = '' }: EndpointAddress, { ip: b = '' }: EndpointAddress): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Drops addresses beyond the capacity: first those that are not ready. */
export function withinCapacity(subsets: readonly EndpointSubset[]): { subsets: EndpointSubset[]; truncated: boolean } {
  const ready = subsets.reduce((count, { addresses = [] }) => count + addresses.length, 0);
  const total = ready + subsets.reduce((count, { notReadyAddresses = [] }) => count + notReadyAddresses.length, 0);
  if (total <= CAPACITY) return { subsets: [...subsets], truncated: false };
  const name = ready > CAPACITY ? 'addresses' : 'notReadyAddresses';
  const room = ready > CAPACITY ? CAPACITY : CAPACITY - ready;
  const count = ready > CAPACITY ? ready : total - ready;
  let left = room;
  const cut = subsets.map(({ notReadyAddresses, ...rest }): EndpointSubset => {
    const subset: EndpointSubset =
      ready > CAPACITY ? rest : { ...rest, ...(notReadyAddresses && { notReadyAddresses }) };
    const own = subset[name] ?? [];
    const kept = own.slice(0, Math.min(left, Math.ceil((own.length / count) * room)));
    left -= kept.length;
    return { ...subset, [name]: kept };
  });
  return { subsets: cut, truncated: true };
}
