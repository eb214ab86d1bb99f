import type { Types } from '../v1/types.gen.ts';

export type IpFamily = 'IPv4' | 'IPv6';

export type ServicePort = Types['ServicePort'];

export type ServiceSpec = Types['ServiceSpec'];

export type LoadBalancerIngress = Types['LoadBalancerIngress'];

export type Service = Types['Service'];

export const NO_ADDRESS = 'None';

/** The spec, made if there is none. */
export function specOf(service: Service): ServiceSpec {
  service.spec ??= {};
  return service.spec;
}

export const ingressOf = ({ status }: Service): readonly LoadBalancerIngress[] => status?.loadBalancer?.ingress ?? [];

export function isHeadless({ clusterIPs }: ServiceSpec): boolean {
  return clusterIPs?.length === 1 && clusterIPs[0] === NO_ADDRESS;
}

export const needsClusterIp = ({ type }: ServiceSpec): boolean => type !== 'ExternalName';

export const needsNodePort = ({ type }: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer';

/** Whether it gets node ports without asking; it may name some in any case. */
export function allocatesNodePorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
}

export function needsHealthCheckPort({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

export function isReachableFromOutside(spec: ServiceSpec): boolean {
  return needsNodePort(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);
}

export function nodePortsOf({ ports = [] }: ServiceSpec): number[] {
  return ports.flatMap(({ nodePort }) => (nodePort ? [nodePort] : []));
}

export function sameList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  const other = b ?? [];
  return (a ?? []).length === other.length && (a ?? []).every((item, at) => item === other[at]);
}
