import { ingressOf, isReachableFromOutside, type Service, type ServiceSpec, specOf } from './service.ts';

/** Three hours. */
const AFFINITY_SECONDS = 10_800;

export function defaultService(service: Service): void {
  const spec = specOf(service);
  defaultAffinity(spec);
  spec.type ||= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP';
    if (!port.targetPort) port.targetPort = port.port ?? 0;
  }
  if (isReachableFromOutside(spec)) spec.externalTrafficPolicy ||= 'Cluster';
  if (['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type)) spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type !== 'LoadBalancer') return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of ingressOf(service)) if (ingress.ip) ingress.ipMode ??= 'VIP';
}

function defaultAffinity(spec: ServiceSpec): void {
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
  }
}
