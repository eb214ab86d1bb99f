import type { CoreV1 } from '#apis';
import { labelSelectorFrom } from '#meta';
import { type Refusal, unlessOthersGo } from './node-filters.ts';
import type { PodView } from './pod-view.ts';
import type { NodeInfo, Snapshot } from './snapshot.ts';

type Term = CoreV1['PodAffinityTerm'];

const affinityTerms = ({ pod }: PodView): readonly Term[] =>
  pod.spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
const antiAffinityTerms = ({ pod }: PodView): readonly Term[] =>
  pod.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];

/** Whether a term of one pod means another. */
function means(term: Term, owner: PodView, other: PodView, snapshot: Snapshot): boolean {
  const { namespaces = [], namespaceSelector, labelSelector } = term;
  const namespace = other.pod.metadata.namespace ?? '';
  const isNear =
    namespaces.length === 0 && namespaceSelector === undefined
      ? namespace === owner.pod.metadata.namespace
      : namespaces.includes(namespace) ||
        (namespaceSelector !== undefined &&
          labelSelectorFrom(namespaceSelector).matches(snapshot.namespaceLabels(namespace)));
  if (!isNear || labelSelector === undefined) return false;
  return labelSelectorFrom(labelSelector).matches(other.pod.metadata.labels ?? {});
}

/** The nodes that are in the same place as this one, by a label. */
function* podsBeside(info: NodeInfo, key: string, snapshot: Snapshot): Iterable<PodView> {
  const place = info.label(key);
  if (place === undefined) return;
  for (const other of snapshot.nodes) if (other.label(key) === place) yield* other.pods;
}

/** k8s: scheduler/framework/plugins/interpodaffinity */
export function podAffinity(pod: PodView, info: NodeInfo, snapshot: Snapshot): Refusal | undefined {
  if (!isWanted(pod, info, snapshot)) return { reasons: ["node(s) didn't match pod affinity rules"], isHelped: false };
  const hasEnemy = antiAffinityTerms(pod).some((term) =>
    some(podsBeside(info, term.topologyKey ?? '', snapshot), (other) => means(term, pod, other, snapshot)),
  );
  if (hasEnemy) return unlessOthersGo("node(s) didn't match pod anti-affinity rules");
  return isEnemy(pod, info, snapshot)
    ? unlessOthersGo("node(s) didn't satisfy existing pods anti-affinity rules")
    : undefined;
}

function isWanted(pod: PodView, info: NodeInfo, snapshot: Snapshot): boolean {
  const terms = affinityTerms(pod);
  if (terms.some(({ topologyKey = '' }) => info.label(topologyKey) === undefined)) return false;
  const hasFriend = (term: Term): boolean =>
    some(podsBeside(info, term.topologyKey ?? '', snapshot), (other) => means(term, pod, other, snapshot));
  if (terms.every(hasFriend)) return true;
  // The first of those that want to be together has nobody to go to.
  const isAlone = !snapshot.nodes.some(({ pods }) =>
    pods.some((other) => terms.some((term) => means(term, pod, other, snapshot))),
  );
  return isAlone && terms.every((term) => means(term, pod, pod, snapshot));
}

/** Whether one of those that are there does not want it beside itself. */
function isEnemy(pod: PodView, info: NodeInfo, snapshot: Snapshot): boolean {
  return snapshot.nodes.some((other) =>
    other.pods.some((owner) =>
      antiAffinityTerms(owner).some((term) => {
        const place = info.label(term.topologyKey ?? '');
        return (
          place !== undefined && other.label(term.topologyKey ?? '') === place && means(term, owner, pod, snapshot)
        );
      }),
    ),
  );
}

function some<T>(items: Iterable<T>, is: (item: T) => boolean): boolean {
  for (const item of items) if (is(item)) return true;
  return false;
}
