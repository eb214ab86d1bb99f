import type { CachedClient } from '#in-process-client';
import type { Node } from '../node/simulated-node.ts';
import { admissionFilters } from '../scheduler/node-filters.ts';
import { isPlaced, podViewOf } from '../scheduler/pod-view.ts';
import { NodeInfo } from '../scheduler/snapshot.ts';
import type { Pod, PodStep } from './pod-run.ts';

/**
 * What a kubelet refuses of pods that somebody else has bound to its node: ports that others have, and a node that the pod
 * does not want. Undefined where it takes the pod. k8s: kubelet/lifecycle predicateAdmitHandler
 */
export function refusedStep(client: CachedClient, pod: Pod, node: Node): PodStep | undefined {
  const isNew = pod.status?.startTime === undefined && pod.metadata.deletionTimestamp === undefined;
  const view = podViewOf(pod);
  const { nodeSelector, affinity } = pod.spec ?? {};
  if (!isNew || !(view.hostPorts.length > 0 || nodeSelector || affinity?.nodeAffinity)) return undefined;
  const info = new NodeInfo(node);
  const others = view.hostPorts.length > 0 ? client.all<Pod>('Pod', () => true) : [];
  for (const other of others) if (isRunningOn(node, other)) info.add(podViewOf(other));
  for (const [reason, filter] of admissionFilters) {
    const refusal = filter(view, info);
    if (refusal === undefined) continue;
    const message = `Predicate ${reason} failed: ${refusal.reasons.join(', ')}`;
    const status = {
      ...pod.status,
      phase: 'Failed',
      reason,
      message: `Pod was rejected: ${message}`,
      startTime: client.now,
    };
    return { status, events: [{ type: 'Warning', reason, message }], againMs: undefined, isGone: false };
  }
  return undefined;
}

/** Whether the kubelet has taken it before. */
function isRunningOn({ metadata }: Node, pod: Pod): boolean {
  return pod.spec?.nodeName === metadata.name && pod.status?.startTime !== undefined && isPlaced(podViewOf(pod));
}
