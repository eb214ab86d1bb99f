import { refusalOf } from './find-node.ts';
import type { PodView } from './pod-view.ts';
import { NodeInfo, type Snapshot } from './snapshot.ts';

/** Pods that make room for another one, on one node. */
export interface Preemption {
  readonly node: NodeInfo;
  readonly victims: readonly PodView[];
}

/**
 * Where less important pods could make room: as unimportant ones as possible, and as few. Nobody else has to where some are
 * going already, for this pod. k8s: scheduler/framework/plugins/defaultpreemption
 */
export function findPreemption(pod: PodView, snapshot: Snapshot): Preemption | undefined {
  const { spec, status } = pod.pod;
  if (spec?.preemptionPolicy === 'Never') return undefined;
  const nominated = snapshot.node(status?.nominatedNodeName ?? '');
  if (nominated?.pods.some((other) => other.priority < pod.priority && isGoing(other))) {
    return { node: nominated, victims: [] };
  }
  const found = snapshot.nodes.flatMap((node) => {
    const victims = victimsOn(pod, node, snapshot);
    return victims === undefined || victims.length === 0 ? [] : [{ node, victims }];
  });
  return found.sort((a, b) => highest(a) - highest(b) || a.victims.length - b.victims.length)[0];
}

const isGoing = ({ pod }: PodView): boolean => pod.metadata.deletionTimestamp !== undefined;

const highest = ({ victims }: Preemption): number => Math.max(...victims.map(({ priority }) => priority));

/** Those that must go, the less important first; undefined when it would not help if all went. */
function victimsOn(pod: PodView, node: NodeInfo, snapshot: Snapshot): readonly PodView[] | undefined {
  const refusal = refusalOf(pod, node, snapshot);
  const lesser = node.pods.filter(({ priority }) => priority < pod.priority);
  if (refusal === undefined || !refusal.isHelped || lesser.length === 0) return undefined;
  const kept = node.pods.filter(({ priority }) => priority >= pod.priority);
  const fits = (pods: readonly PodView[]): boolean => {
    const without = withPods(node, pods);
    return refusalOf(pod, without, snapshot.withNode(without)) === undefined;
  };
  if (!fits(kept)) return undefined;
  const victims: PodView[] = [];
  // The more important ones, and of them those that are there for longest, are let stay if they can.
  for (const one of [...lesser].sort((a, b) => b.priority - a.priority || a.createdMs - b.createdMs)) {
    if (fits([...kept, one])) kept.push(one);
    else victims.push(one);
  }
  return victims;
}

function withPods({ node }: NodeInfo, pods: readonly PodView[]): NodeInfo {
  const info = new NodeInfo(node);
  for (const pod of pods) info.add(pod);
  return info;
}
