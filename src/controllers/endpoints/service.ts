import type { CoreV1 } from '#apis';
import { type CachedClient, type CachedObject, timeMs } from '#in-process-client';
import { formatAddress, type KubeObject, type Labels, parseAddress } from '#meta';
import { matcherOf, mayHaveAddress } from '../event-mappers.ts';
import { type Container, isDeleting, isEnded, type Pod, readyCondition } from '../pods/pod.ts';

type ServicePort = CoreV1['ServicePort'];

export type Service = CoreV1['Service'];

type PodReference = CoreV1['ObjectReference'];

const HEADLESS = 'service.kubernetes.io/headless';
export const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time';
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Whether its endpoints are computed from a selector; those of other services are written by somebody else. */
export function selectsPods({ spec }: Service): boolean {
  return spec?.type !== 'ExternalName' && spec?.selector !== undefined;
}

export function isHeadless({ spec }: Service): boolean {
  return !spec?.clusterIP || spec.clusterIP === 'None';
}

/** The pods that the service selects and that have an address. Those on their way out only if asked for. */
export function podsOf(
  client: CachedClient,
  { metadata, spec }: Service,
  options: { readonly leaving: boolean },
): Pod[] {
  const matches = matcherOf(spec?.selector);
  const where = (item: CachedObject): boolean => matches(item.labels) && mayHaveAddress(item);
  const pods = client.inNamespace<Pod>('Pod', metadata.namespace ?? '', where);
  return pods
    .filter((pod) => !isEnded(pod) && addressesOf(pod).length > 0 && (options.leaving || !isDeleting(pod)))
    .sort(byName);
}

function byName({ metadata: { name: a = '' } }: KubeObject, { metadata: { name: b = '' } }: KubeObject): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As the server writes addresses, whatever the pod says. */
export function addressesOf({ status }: Pod, family?: 4 | 6): string[] {
  const ips = status?.podIPs?.map(({ ip = '' }) => ip) ?? (status?.podIP ? [status.podIP] : []);
  return ips.flatMap((ip) => {
    const address = parseAddress(ip);
    return address === undefined || (family !== undefined && address.family !== family) ? [] : [formatAddress(address)];
  });
}

export const familyOf = (name: string | undefined): 4 | 6 => (name === 'IPv6' ? 6 : 4);

/** The number of the pod's port behind a port of the service; undefined when the pod has no such port. */
export function targetPort({ spec }: Pod, { targetPort: target, protocol, port }: ServicePort): number | undefined {
  if (typeof target !== 'string') return target ?? port;
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const all: Container[] = [...(spec?.containers ?? []), ...sidecars];
  const ports = all.flatMap(({ ports: own }) => own ?? []);
  return ports.find(({ name, protocol: own }) => name === target && own === protocol)?.containerPort;
}

export function hostnameIn({ spec, metadata }: Pod, service: Service): string | undefined {
  const isSame = spec?.subdomain === service.metadata.name && metadata.namespace === service.metadata.namespace;
  return isSame && spec?.hostname ? spec.hostname : undefined;
}

export function referenceTo({ metadata: { namespace = '', name = '', uid = '' } }: Pod): PodReference {
  return { kind: 'Pod', namespace, name, uid };
}

/** When the last change happened that the endpoints are made of. */
export function triggerTime({ metadata }: Service, pods: readonly Pod[]): string | undefined {
  const times = [metadata.creationTimestamp, ...pods.map((pod) => readyCondition(pod)?.lastTransitionTime)];
  const known = times.filter((time) => typeof time === 'string');
  return known.sort((a, b) => (timeMs(b) ?? 0) - (timeMs(a) ?? 0))[0];
}

/** The labels of the service, with or without the mark of a service that has no address of its own. */
export function labelsFor(service: Service, own: Labels): { [key: string]: string } {
  const { [HEADLESS]: _, ...labels } = service.metadata.labels ?? {};
  return { ...labels, ...(isHeadless(service) && { [HEADLESS]: '' }), ...own };
}
