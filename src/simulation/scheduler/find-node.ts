import { tolerates } from '#controllers';
import { nodeFilters, type Refusal } from './node-filters.ts';
import { podAffinity } from './pod-affinity.ts';
import type { PodView } from './pod-view.ts';
import { type PodVolumes, volumeRefusal } from './pod-volumes.ts';
import type { NodeInfo, Snapshot } from './snapshot.ts';
import { topologySpread } from './topology-spread.ts';

/** The node for a pod, or why there is none. */
type Found = { readonly node: NodeInfo } | { readonly message: string };

const noVolumes: PodVolumes = { waiting: [], volumes: [] };

export function findNode(pod: PodView, snapshot: Snapshot, volumes: PodVolumes = noVolumes): Found {
  if (snapshot.nodes.length === 0) return { message: 'no nodes available to schedule pods' };
  if (volumes.problem !== undefined) return { message: hopelessMessage(volumes.problem, snapshot.nodes.length) };
  const refusals: Refusal[] = [];
  const fitting = snapshot.nodes.filter((info) => {
    const refusal = volumeRefusal(volumes, info) ?? refusalOf(pod, info, snapshot);
    if (refusal !== undefined) refusals.push(refusal);
    return refusal === undefined;
  });
  const [best] = fitting.map((info) => ({ info, score: scoreOf(pod, info) })).sort((a, b) => b.score - a.score);
  return best === undefined ? { message: unschedulableMessage(refusals) } : { node: best.info };
}

/** Why the node is not for the pod, if it is not. */
export function refusalOf(pod: PodView, info: NodeInfo, snapshot: Snapshot): Refusal | undefined {
  for (const filter of nodeFilters) {
    const refusal = filter(pod, info);
    if (refusal !== undefined) return refusal;
  }
  return topologySpread(pod, info, snapshot) ?? podAffinity(pod, info, snapshot);
}

/** What is counted for a pod that asks for nothing, so that many of them do not meet on one node. */
const LEAST_CPU = 100;
const LEAST_MEMORY = 200 * 1024 * 1024;

/** The more is left of a node the better, and a taint that only asks to stay away counts more than that. */
function scoreOf(pod: PodView, info: NodeInfo): number {
  const left = (resource: string, least: number): number => {
    const capacity = info.allocatable.get(resource) ?? 0;
    if (capacity === 0) return 0;
    const taken = [...info.pods, pod].reduce((sum, { requests }) => sum + (requests.get(resource) || least), 0);
    return 1 - taken / capacity;
  };
  const tolerations = pod.pod.spec?.tolerations ?? [];
  const unwanted = (info.node.spec?.taints ?? []).filter(
    (taint) => taint.effect === 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
  return (left('cpu', LEAST_CPU) + left('memory', LEAST_MEMORY)) / 2 - unwanted.length * 2;
}

/** k8s: scheduler/framework/types.go FitError */
function unschedulableMessage(refusals: readonly Refusal[]): string {
  const available = `0/${refusals.length} nodes are available`;
  const why = counted(refusals.flatMap(({ reasons }) => reasons));
  const help = counted(
    refusals.map(({ isHelped }) =>
      isHelped ? 'No preemption victims found for incoming pod' : 'Preemption is not helpful for scheduling',
    ),
  );
  return `${available}: ${why}. preemption: ${available}: ${help}.`;
}

/** Why no node will do, whatever it has. */
function hopelessMessage(why: string, nodes: number): string {
  const available = `0/${nodes} nodes are available`;
  return `${available}: ${why}. preemption: ${available}: ${nodes} Preemption is not helpful for scheduling.`;
}

/** `1 Insufficient cpu, 2 node(s) were unschedulable` */
function counted(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ');
}
