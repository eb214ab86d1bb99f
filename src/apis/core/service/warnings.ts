import { cidrWarnings, ipWarnings, path } from '#meta';
import { ingressOf, NO_ADDRESS, type Service } from './service.ts';

const spec = path('spec');

/** Texts for the `Warning` header. */
export function serviceWarnings(service: Service): string[] {
  const { type, clusterIP, clusterIPs = [], externalIPs = [] } = service.spec ?? {};
  const headless = type === 'ClusterIP' && clusterIP === NO_ADDRESS;
  const given = clusterIPs.filter((address) => address !== NO_ADDRESS);
  return [
    ...topologyWarnings(service),
    ...given.flatMap((address, at) => ipWarnings(address, spec.child('clusterIPs').index(at))),
    ...(headless ? headlessWarnings(service) : []),
    ...externalIPs.flatMap((address, at) => ipWarnings(address, spec.child('externalIPs').index(at))),
    ...(externalIPs.length > 0 && !headless && type !== 'ExternalName'
      ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
      : []),
    ...loadBalancerWarnings(service),
    ...typeWarnings(service),
  ];
}

const HINTS_ANNOTATION = 'service.kubernetes.io/topology-aware-hints';

function topologyWarnings({ metadata }: Service): string[] {
  if (metadata.annotations?.[HINTS_ANNOTATION] === undefined) return [];
  return [`annotation ${HINTS_ANNOTATION} is deprecated, please use service.kubernetes.io/topology-mode instead`];
}

function headlessWarnings({ spec: { loadBalancerIP, externalIPs = [], sessionAffinity } = {} }: Service): string[] {
  return [
    ...(loadBalancerIP ? ['loadBalancerIP'] : []),
    ...(externalIPs.length > 0 ? ['externalIPs'] : []),
    ...(sessionAffinity === 'None' ? [] : ['SessionAffinity']),
  ].map((field) => `spec.${field} is ignored for headless services`);
}

function loadBalancerWarnings({ spec: { loadBalancerIP, loadBalancerSourceRanges = [] } = {} }: Service): string[] {
  return [
    ...(loadBalancerIP ? ipWarnings(loadBalancerIP, spec.child('loadBalancerIP')) : []),
    ...loadBalancerSourceRanges.flatMap((range, at) =>
      cidrWarnings(range, spec.child('loadBalancerSourceRanges').index(at)),
    ),
  ];
}

function typeWarnings({ spec: { type, externalIPs = [], externalName, trafficDistribution } = {} }: Service): string[] {
  const external = type === 'ExternalName';
  return [
    ...(external && externalIPs.length > 0 ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []),
    ...(!external && externalName ? ['spec.externalName is ignored when spec.type is not "ExternalName"'] : []),
    ...(trafficDistribution === 'PreferClose'
      ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
      : []),
  ];
}

export function statusWarnings(service: Service): string[] {
  return ingressOf(service).flatMap(({ ip }, at) =>
    ip ? ipWarnings(ip, path('status', 'loadBalancer', 'ingress').index(at)) : [],
  );
}
