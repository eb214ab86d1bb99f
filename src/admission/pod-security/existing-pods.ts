import { goQuote, type KubeObject } from '#meta';
import type { Pod } from '../objects.ts';
import { faultsIn, reasonsOf } from './evaluate.ts';
import { type Standard, showStandard } from './policy.ts';

/** How many pods are looked at when a namespace becomes stricter. */
const MOST = 3000;

/** What to tell about the pods that a namespace would not take any more. */
export function warningsAboutPods(pods: readonly KubeObject[], namespace: string, standard: Standard): string[] {
  const looked = mostTelling(pods as readonly Pod[]).slice(0, MOST);
  const names = new Map<string, string[]>();
  for (const { metadata, spec = {} } of looked) {
    const faults = faultsIn({ metadata, spec }, standard);
    if (faults.length === 0) continue;
    const reasons = reasonsOf(faults);
    names.set(reasons, [...(names.get(reasons) ?? []), metadata.name ?? '']);
  }
  const partly = `new PodSecurity enforce level only checked against the first ${looked.length} of ${pods.length} existing pods`;
  const title = `existing pods in namespace ${goQuote(namespace)} violate the new PodSecurity enforce level "${showStandard(standard)}"`;
  return [
    ...(looked.length < pods.length ? [partly] : []),
    ...(names.size > 0 ? [title] : []),
    ...[...names].map(([reasons, of]) => `${whose(of)}: ${reasons}`).sort(),
  ];
}

/** Pods of the same owner are alike: one of each comes before the others. */
function mostTelling(pods: readonly Pod[]): readonly Pod[] {
  const owners = new Set<string>();
  const alike: Pod[] = [];
  const first = pods.filter((pod) => {
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    const known = owner !== undefined && owners.has(owner);
    if (known) alike.push(pod);
    else if (owner !== undefined) owners.add(owner);
    return !known;
  });
  return [...first, ...alike];
}

function whose(names: readonly string[]): string {
  const [first = ''] = [...names].sort();
  if (names.length === 1) return first;
  return names.length === 2 ? `${first} (and 1 other pod)` : `${first} (and ${names.length - 1} other pods)`;
}
