import {
  allocatesNodePorts,
  isReachableFromOutside,
  needsClusterIp,
  needsHealthCheckPort,
  needsNodePort,
  nodePortsOf,
  type ServiceSpec,
  sameList,
} from './service.ts';

/**
 * Fields of a service that hang together. Clients of all ages write some of them and leave out others: here we find out
 * what they meant.
 */

/** A client that sends again what it once created, without what the server added, means no change. */
export function keepAllocated(spec: ServiceSpec, before: ServiceSpec): void {
  if (needsClusterIp(before) && needsClusterIp(spec)) {
    if (!spec.clusterIP && before.clusterIP) spec.clusterIP = before.clusterIP;
    if (!spec.clusterIPs?.length && before.clusterIPs?.length) spec.clusterIPs = [...before.clusterIPs];
  }
  if (allocatesNodePorts(before) && allocatesNodePorts(spec)) keepNodePorts(spec, before);
  if (needsHealthCheckPort(before) && needsHealthCheckPort(spec) && before.healthCheckNodePort) {
    spec.healthCheckNodePort ||= before.healthCheckNodePort;
  }
}

function keepNodePorts(spec: ServiceSpec, before: ServiceSpec): void {
  const used = new Set(nodePortsOf(spec));
  const byName = new Map((before.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]));
  for (const port of spec.ports ?? []) {
    if (port.nodePort) continue;
    const known = byName.get(port.name ?? '');
    if (known && !used.has(known)) port.nodePort = known;
  }
}

/** Older clients know only `clusterIP`: `clusterIPs` follows it. */
export function settleClusterIps(spec: ServiceSpec, before: ServiceSpec | undefined): void {
  if (before === undefined) {
    if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
    return;
  }
  const unchanged = (spec.clusterIP ?? '') === (before.clusterIP ?? '');
  if (unchanged && before.clusterIPs?.length && !spec.clusterIPs?.length) spec.clusterIPs = [...before.clusterIPs];
  if (unchanged || !sameList(spec.clusterIPs, before.clusterIPs)) return;
  if (spec.clusterIP) spec.clusterIPs = [spec.clusterIP];
  else delete spec.clusterIPs;
}

/**
 * A change of type makes some fields meaningless. Those that the server may have filled in, and that the user did not
 * change with the type, are dropped; others are left for validation to refuse.
 */
export function dropMeaningless(spec: ServiceSpec, before: ServiceSpec): void {
  if (needsClusterIp(before) && !needsClusterIp(spec)) dropAddresses(spec, before);
  if (needsNodePort(before) && !needsNodePort(spec)) {
    const known = new Set(nodePortsOf(before));
    if (nodePortsOf(spec).every((port) => known.has(port))) for (const port of spec.ports ?? []) delete port.nodePort;
  }
  if (needsHealthCheckPort(before) && !needsHealthCheckPort(spec)) dropIfSame(spec, before, 'healthCheckNodePort');
  if (before.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    dropIfSame(spec, before, 'allocateLoadBalancerNodePorts');
    dropIfSame(spec, before, 'loadBalancerClass');
  }
  if (isReachableFromOutside(before) && !isReachableFromOutside(spec)) {
    dropIfSame(spec, before, 'externalTrafficPolicy');
  }
  dropUnshownPolicy(spec);
}

/** Once given to such services by mistake, it is never shown on them; what it never could be is still refused. */
export function dropUnshownPolicy(spec: ServiceSpec): void {
  const { internalTrafficPolicy: policy } = spec;
  if (spec.type === 'ExternalName' && (policy === 'Cluster' || policy === 'Local')) delete spec.internalTrafficPolicy;
}

function dropAddresses(spec: ServiceSpec, before: ServiceSpec): void {
  if ((spec.clusterIP ?? '') === (before.clusterIP ?? '') && sameList(spec.clusterIPs, before.clusterIPs)) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  if (sameList(spec.ipFamilies, before.ipFamilies)) delete spec.ipFamilies;
  dropIfSame(spec, before, 'ipFamilyPolicy');
}

function dropIfSame(spec: ServiceSpec, before: ServiceSpec, field: keyof ServiceSpec): void {
  if (spec[field] === before[field]) delete spec[field];
}
