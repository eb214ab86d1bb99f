import {
  addAmounts,
  amountOf,
  isExtended,
  isHugePages,
  isNative,
  isPodLevelResource,
  type Pod,
  podLimits,
  podRequests,
  qosClassOf,
  type ResourceList,
} from '#apis';
import { getOwn, setOwn } from '#meta';
import { countName, type Evaluator, valueMatches } from './evaluator.ts';
import type { ScopeRequirement } from './resource-quota.ts';

/** k8s: quota/v1/evaluator/core/pods.go */

const podResource = { group: '', resource: 'pods' };
const podCount = countName(podResource);
const DEVICE_CLASS = 'deviceclass.resource.kubernetes.io/';
const computing = ['cpu', 'memory', 'ephemeral-storage'];
const names = new Set([podCount, 'pods', ...computing.flatMap((name) => [name, `requests.${name}`, `limits.${name}`])]);
/** What every container must say something about when a quota limits it. */
const mandatory = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'];

const isExtendedRequest = (name: string): boolean =>
  name.startsWith('requests.') && (!isNative(name) || name.startsWith(`requests.${DEVICE_CLASS}`));

function usageOf(requests: ResourceList = {}, limits: ResourceList = {}): ResourceList {
  const usage: ResourceList = { pods: '1' };
  for (const [name, amount] of Object.entries(requests)) {
    const isPlain = computing.includes(name) || isHugePages(name);
    if (isPlain) setOwn(usage, name, amount);
    if (isPlain || isExtended(name) || name.startsWith(DEVICE_CLASS)) setOwn(usage, `requests.${name}`, amount);
  }
  for (const name of computing) {
    const amount = amountOf(limits, name);
    if (amount !== undefined) setOwn(usage, `limits.${name}`, amount);
  }
  return usage;
}

/** A pod that has ended, or should have, uses nothing any more; it still is one. */
function isOver({ metadata, status }: Pod, now: number): boolean {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = metadata;
  if (deletionTimestamp === undefined || grace === undefined) return false;
  return now > Date.parse(deletionTimestamp) + Number(grace) * 1000;
}

const ends = ({ spec }: Pod): boolean => (spec?.activeDeadlineSeconds ?? -1) >= 0;

function crossesNamespaces({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  return [podAffinity, podAntiAffinity].some((terms) =>
    [
      ...(terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
    ].some((term) => (term?.namespaces ?? []).length > 0 || term?.namespaceSelector !== undefined),
  );
}

const isBestEffort = ({ spec = {} }: Pod): boolean => qosClassOf(spec) === 'BestEffort';

const scopes: { readonly [scope: string]: (pod: Pod, scope: ScopeRequirement) => boolean } = {
  Terminating: ends,
  NotTerminating: (pod) => !ends(pod),
  BestEffort: isBestEffort,
  NotBestEffort: (pod) => !isBestEffort(pod),
  PriorityClass: ({ spec }, scope) => valueMatches(scope, spec?.priorityClassName ?? ''),
  CrossNamespacePodAffinity: crossesNamespaces,
};

/** `limits.cpu for: a,b; requests.cpu for: b` */
function lacks(limited: readonly string[], { spec = {} }: Pod): string | undefined {
  const { requests, limits } = spec.resources ?? {};
  if (Object.keys({ ...requests, ...limits }).some(isPodLevelResource)) return undefined;
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const missing = mandatory
    .filter((name) => limited.includes(name))
    .flatMap((name) => {
      const silent = containers.filter(
        ({ resources }) => amountOf(usageOf(resources?.requests, resources?.limits), name) === undefined,
      );
      const called = [...new Set(silent.map((container) => container.name ?? ''))].sort();
      return called.length === 0 ? [] : [`${name} for: ${called.join(',')}`];
    });
  return missing.length === 0 ? undefined : `must specify ${missing.join('; ')}`;
}

export const podEvaluator: Evaluator<Pod> = {
  resource: podResource,
  changes: true,
  handles({ operation, subresource, object, oldObject }) {
    if (subresource === 'resize') return operation === 'UPDATE';
    if (subresource !== '') return false;
    if (operation === 'CREATE') return true;
    return operation === 'UPDATE' && object !== null && oldObject !== null && ends(object) !== ends(oldObject);
  },
  counts: (name) =>
    names.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-') || isExtendedRequest(name),
  usage(pod: Pod, now) {
    const count = { [podCount]: '1' };
    if (isOver(pod, now)) return count;
    return addAmounts(count, usageOf(podRequests(pod.spec ?? {}), podLimits(pod.spec ?? {})));
  },
  inScope: (scope, pod: Pod) => getOwn(scopes, scope.scopeName ?? '')?.(pod, scope) ?? false,
  lacks,
};
