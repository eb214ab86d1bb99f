import type { CoreV1 } from '#apis';
import { nodeSelectorMatches, tolerates } from '#controllers';
import { labelSelectorFrom } from '#meta';
import { type Refusal, unlessOthersGo } from './node-filters.ts';
import type { PodView } from './pod-view.ts';
import type { NodeInfo, Snapshot } from './snapshot.ts';

type Constraint = CoreV1['TopologySpreadConstraint'];

const NOT_SPREAD = "node(s) didn't match pod topology spread constraints";

/** k8s: scheduler/framework/plugins/podtopologyspread */
export function topologySpread(pod: PodView, info: NodeInfo, snapshot: Snapshot): Refusal | undefined {
  const constraints = (pod.pod.spec?.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
  );
  if (constraints.some(({ topologyKey = '' }) => info.label(topologyKey) === undefined)) {
    return { reasons: [`${NOT_SPREAD} (missing required label)`], isHelped: false };
  }
  const counted = snapshot.nodes.filter((other) =>
    constraints.every(({ topologyKey = '' }) => other.label(topologyKey) !== undefined),
  );
  const isSkewed = constraints.some(
    (constraint) => skew(constraint, pod, { info, counted }) > (constraint.maxSkew ?? 1),
  );
  return isSkewed ? unlessOthersGo(NOT_SPREAD) : undefined;
}

interface Places {
  readonly info: NodeInfo;
  readonly counted: readonly NodeInfo[];
}

/** By how many pods the place of the node would be ahead of the emptiest. */
function skew(constraint: Constraint, pod: PodView, { info, counted }: Places): number {
  const { topologyKey = '', labelSelector, matchLabelKeys = [], minDomains = 1 } = constraint;
  const own = pod.pod.metadata.labels ?? {};
  const selector = labelSelectorFrom(labelSelector ?? {});
  const isCounted = ({ pod: { metadata } }: PodView): boolean => {
    const labels = metadata.labels ?? {};
    if (metadata.namespace !== pod.pod.metadata.namespace || metadata.deletionTimestamp !== undefined) return false;
    return selector.matches(labels) && matchLabelKeys.every((key) => labels[key] === own[key]);
  };
  const counts = new Map<string, number>();
  for (const other of counted) {
    if (!isEligible(constraint, pod, other)) continue;
    const place = other.label(topologyKey) ?? '';
    counts.set(place, (counts.get(place) ?? 0) + other.pods.filter(isCounted).length);
  }
  const least = counts.size < minDomains ? 0 : Math.min(...counts.values());
  const here = counts.get(info.label(topologyKey) ?? '') ?? 0;
  return here + (selector.matches(own) ? 1 : 0) - (Number.isFinite(least) ? least : 0);
}

/** Whether a node counts: by default those that the pod may be on by its node selector, tainted or not. */
function isEligible(
  { nodeAffinityPolicy, nodeTaintsPolicy }: Constraint,
  { pod }: PodView,
  { node }: NodeInfo,
): boolean {
  if (nodeAffinityPolicy !== 'Ignore' && !nodeSelectorMatches(pod.spec ?? {}, node)) return false;
  if (nodeTaintsPolicy !== 'Honor') return true;
  const tolerations = pod.spec?.tolerations ?? [];
  const hard = (node.spec?.taints ?? []).filter(({ effect }) => effect !== 'PreferNoSchedule');
  return hard.every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)));
}
