import type { CoreV1 } from '#apis';
import { nodeSelectorMatches, tolerates } from '#controllers';
import type { HostPort, PodView } from './pod-view.ts';
import type { NodeInfo } from './snapshot.ts';

/** Why a node is not for a pod. */
export interface Refusal {
  readonly reasons: readonly string[];
  /** Whether it would help if other pods went away. */
  readonly isHelped: boolean;
}

type NodeFilter = (pod: PodView, info: NodeInfo) => Refusal | undefined;

const never = (reason: string): Refusal => ({ reasons: [reason], isHelped: false });
export const unlessOthersGo = (...reasons: readonly string[]): Refusal => ({ reasons, isHelped: true });

type Taint = CoreV1['Taint'];

const unschedulable: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

const toleratesTaint = ({ pod }: PodView, taint: Taint): boolean =>
  (pod.spec?.tolerations ?? []).some((toleration) => tolerates(toleration, taint));

const nodeUnschedulable: NodeFilter = (pod, { node }) =>
  node.spec?.unschedulable && !toleratesTaint(pod, unschedulable) ? never('node(s) were unschedulable') : undefined;

const taintToleration: NodeFilter = (pod, { node }) => {
  const repels = ({ effect }: Taint): boolean => effect === 'NoSchedule' || effect === 'NoExecute';
  const bad = (node.spec?.taints ?? []).find((taint) => repels(taint) && !toleratesTaint(pod, taint));
  return bad && never('node(s) had untolerated taint(s)');
};

const nodeAffinity: NodeFilter = ({ pod }, { node }) =>
  nodeSelectorMatches(pod.spec ?? {}, node) ? undefined : never("node(s) didn't match Pod's node affinity/selector");

const nodePorts: NodeFilter = ({ hostPorts }, { pods }) => {
  const isTaken = (wanted: HostPort): boolean =>
    pods.some((other) => other.hostPorts.some((taken) => clash(wanted, taken)));
  return hostPorts.some(isTaken)
    ? unlessOthersGo("node(s) didn't have free ports for the requested pod ports")
    : undefined;
};

const ANY_ADDRESS = '0.0.0.0';

function clash(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || a.ip === ANY_ADDRESS || b.ip === ANY_ADDRESS;
}

const nodeResources: NodeFilter = ({ requests }, info) => {
  const isFull = info.pods.length + 1 > (info.allocatable.get('pods') ?? Number.POSITIVE_INFINITY);
  const scarce = [...requests].filter(
    ([name, amount]) => amount > 0 && amount > (info.allocatable.get(name) ?? 0) - info.requested(name),
  );
  const reasons = [...(isFull ? ['Too many pods'] : []), ...scarce.map(([name]) => `Insufficient ${name}`)];
  if (reasons.length === 0) return undefined;
  // No pod that goes away makes a node larger.
  const isTooSmall = scarce.some(([name, amount]) => amount > (info.allocatable.get(name) ?? 0));
  return { reasons, isHelped: !isTooSmall };
};

/** In the order in which Kubernetes' scheduler asks them; the first that refuses is the one that is told. */
export const nodeFilters: readonly NodeFilter[] = [
  nodeUnschedulable,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResources,
];

/** Those that a kubelet asks once more, by the names that it tells. */
export const admissionFilters: readonly (readonly [string, NodeFilter])[] = [
  ['NodeAffinity', nodeAffinity],
  ['NodePorts', nodePorts],
];
