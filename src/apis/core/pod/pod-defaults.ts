import type { Container, Pod, PodSpec, PodStatus, PodTemplateSpec, ResourceRequirements } from '../v1/types.gen.ts';
import { setContainerDefaults } from './container-defaults.ts';
import { totalLimits, totalRequests } from './pod-resources.ts';
import { roundUpAmounts } from './resource-list.ts';
import { isHugePages, isPodLevelResource, mayBeOvercommitted } from './resource-names.ts';
import type { ResourceList } from './selector-and-amounts.ts';
import { setVolumeDefaults } from './volume-defaults.ts';

/** What a template leaves out. A pod gets some more, see `setPodDefaults`. */
export function setPodTemplateDefaults(template: PodTemplateSpec): void {
  template.spec ??= {};
  setPodSpecDefaults(template.spec);
}

function setPodSpecDefaults(spec: PodSpec): void {
  // The older field is an alias of the newer one, which wins.
  const account = spec.serviceAccountName || spec.serviceAccount;
  if (account) {
    spec.serviceAccountName = account;
    spec.serviceAccount = account;
  }
  // A list that is always written may come as null.
  spec.containers ??= [];
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.restartPolicy ||= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ||= 'default-scheduler';
  for (const volume of spec.volumes ?? []) setVolumeDefaults(volume);
  for (const container of allContainers(spec)) setContainerDefaults(container);
  for (const list of [spec.overhead, spec.resources?.limits, spec.resources?.requests]) roundUpAmounts(list);
}

export function setPodDefaults(pod: Pod): void {
  pod.spec ??= {};
  const { spec } = pod;
  setPodSpecDefaults(spec);
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  for (const container of runningContainers(spec)) requestWhatIsLimited(container);
  setPodResources(spec);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork) {
    for (const port of runningContainers(spec).flatMap(({ ports = [] }) => ports)) {
      if (!port.hostPort && port.containerPort) port.hostPort = port.containerPort;
    }
  }
  if (pod.status !== undefined) setAddresses(pod.status);
}

/** The list and its first entry agree; the single field wins. */
function setAddresses(status: PodStatus): void {
  const first = status.podIPs?.[0]?.ip;
  if (!status.podIP && first !== undefined) status.podIP = first;
  else if (status.podIP && status.podIP !== first) status.podIPs = [{ ip: status.podIP }];
}

function requestWhatIsLimited({ resources }: Container): void {
  if (resources?.limits !== undefined) resources.requests = { ...resources.limits, ...resources.requests };
}

/** A pod that limits itself as a whole requests what its containers do, or its limits where they are silent. */
function setPodResources(spec: PodSpec): void {
  const { resources } = spec;
  if (resources === undefined) return;
  setHugePageLimits(spec, resources);
  if (Object.keys(resources.limits ?? {}).length === 0) return;
  const requests: ResourceList = {};
  for (const [name, amount] of Object.entries(totalRequests(spec))) {
    if (isPodLevelResource(name) && mayBeOvercommitted(name)) requests[name] = amount;
  }
  for (const [name, amount] of Object.entries(resources.limits ?? {})) {
    if (isPodLevelResource(name)) requests[name] ??= amount;
  }
  const all = { ...requests, ...resources.requests };
  if (Object.keys(all).length > 0) resources.requests = all;
}

function setHugePageLimits(spec: PodSpec, resources: ResourceRequirements): void {
  const { limits = {}, requests = {} } = resources;
  if (Object.keys(limits).length + Object.keys(requests).length === 0) return;
  const missing = Object.entries(totalLimits(spec)).filter(
    ([name]) => isHugePages(name) && requests[name] === undefined && limits[name] === undefined,
  );
  if (missing.length > 0) resources.limits = { ...limits, ...Object.fromEntries(missing) };
}

/** All but those for debugging. */
function runningContainers({ containers, initContainers = [] }: PodSpec): readonly Container[] {
  return [...(containers ?? []), ...initContainers];
}

function allContainers(spec: PodSpec): readonly Container[] {
  return [...runningContainers(spec), ...(spec.ephemeralContainers ?? [])];
}
