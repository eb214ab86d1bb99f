import { timeMs } from '#in-process-client';
import { isActive, isReady, type Pod, readyCondition } from './pod.ts';

const COST = 'controller.kubernetes.io/pod-deletion-cost';
const phases = ['Pending', 'Unknown', 'Running'];

/** A smaller number goes first; the first criterion that tells two pods apart decides. */
type Criterion = (pod: Pod) => number;

/**
 * The pods in the order in which they are deleted: the least needed first. `related` are the pods that share the work;
 * of two pods on one node with many of them, one can go. k8s: ActivePodsWithRanks
 */
export function leastMissedFirst(pods: readonly Pod[], related: readonly Pod[], nowMs: number): Pod[] {
  const onNode = new Map<string, number>();
  for (const pod of related) if (isActive(pod)) onNode.set(nodeOf(pod), (onNode.get(nodeOf(pod)) ?? 0) + 1);
  const criteria: readonly Criterion[] = [
    (pod) => (nodeOf(pod) === '' ? 0 : 1),
    (pod) => phases.indexOf(pod.status?.phase ?? ''),
    (pod) => (isReady(pod) ? 1 : 0),
    deletionCost,
    (pod) => -(onNode.get(nodeOf(pod)) ?? 0),
    (pod) => (isReady(pod) ? magnitude(timeMs(readyCondition(pod)?.lastTransitionTime), nowMs) : 0),
    (pod) => -restarts(pod),
    (pod) => magnitude(timeMs(pod.metadata.creationTimestamp), nowMs),
  ];
  const ranked = pods.map((pod) => ({ pod, rank: criteria.map((criterion) => criterion(pod)) }));
  return ranked.sort(byRank).map(({ pod }) => pod);
}

interface Ranked {
  readonly pod: Pod;
  readonly rank: readonly number[];
}

function byRank(a: Ranked, b: Ranked): number {
  const at = a.rank.findIndex((value, i) => value !== b.rank[i]);
  if (at >= 0) return (a.rank[at] as number) - (b.rank[at] as number);
  const [one = '', other = ''] = [a.pod.metadata.uid, b.pod.metadata.uid];
  return one < other ? -1 : one > other ? 1 : 0;
}

const nodeOf = ({ spec }: Pod): string => spec?.nodeName ?? '';

function deletionCost({ metadata }: Pod): number {
  const text = metadata.annotations?.[COST] ?? '';
  return /^-?(?:0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : 0;
}

function restarts({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount ?? 0));
}

/** Ages are compared by powers of two, so that among pods of about the same age it is not always the same one. */
function magnitude(sinceMs: number | undefined, nowMs: number): number {
  if (sinceMs === undefined) return -1;
  const age = nowMs - sinceMs;
  return age <= 0 ? 0 : Math.floor(Math.log2(age * 1e6));
}
