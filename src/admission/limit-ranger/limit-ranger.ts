import { type CoreV1, type Pod, totalLimits, totalRequests, withPodLevel } from '#apis';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { claimFaults, containerFaults } from './constraints.ts';
import { type LimitRange, limitsOf } from './limit-range.ts';
import { applyDefaults } from './pod-defaults.ts';

const limitRangeResource = { group: '', resource: 'limitranges' };
const podResource = { group: '', resource: 'pods' };
const claimResource = { group: '', resource: 'persistentvolumeclaims' };

type Claim = CoreV1['PersistentVolumeClaim'];

/** Pods and claims get what the limit ranges of their namespace say, and keep within it. k8s: admission/limitranger */
export function limitRanger(lookup: Lookup): AdmissionPlugin {
  const rangesFor = async ({ oldObject, namespace }: AdmissionRequest): Promise<readonly LimitRange[]> =>
    oldObject?.metadata.deletionTimestamp === undefined ? lookup.list(limitRangeResource, namespace) : [];
  return {
    name: 'LimitRanger',
    // What a pod asks for is settled when it is made, unless it is resized.
    concerns: [
      { resource: podResource, operations: ['CREATE'] },
      { resource: podResource, subresources: ['resize'], operations: ['UPDATE'] },
      { resource: claimResource, operations: ['CREATE', 'UPDATE'] },
    ],
    async mutate(request: AdmissionRequest<Pod>) {
      const { kind, object: pod } = request;
      if (kind.kind !== 'Pod' || pod === null) return;
      for (const range of await rangesFor(request)) applyDefaults(pod, range);
    },
    async check(request) {
      for (const range of await rangesFor(request)) {
        const faults = [...new Set(faultsOf(range, request))];
        if (faults.length > 0) throw forbid(request, faults.length === 1 ? faults.join() : `[${faults.join(', ')}]`);
      }
    },
  };
}

function faultsOf(range: LimitRange, { kind, object }: AdmissionRequest): string[] {
  if (object === null) return [];
  return kind.kind === 'Pod' ? podFaults(range, object) : ofClaim(range, object);
}

function ofClaim(range: LimitRange, { spec }: Claim): string[] {
  return limitsOf(range, 'PersistentVolumeClaim').flatMap((limit) => claimFaults(limit, spec?.resources?.requests));
}

const ofPods = (resource: string): boolean => resource === 'cpu' || resource === 'memory';

function podFaults(range: LimitRange, { spec = {} }: Pod): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  return (range.spec?.limits ?? []).flatMap((limit) => {
    if (limit.type === 'Container') return containers.flatMap(({ resources }) => containerFaults(limit, resources));
    if (limit.type !== 'Pod') return [];
    const requests = withPodLevel(totalRequests(spec), spec.resources?.requests, ofPods);
    const limits = withPodLevel(totalLimits(spec), spec.resources?.limits, ofPods);
    return containerFaults(limit, { requests, limits });
  });
}
