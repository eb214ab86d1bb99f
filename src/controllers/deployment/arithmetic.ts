import { shareOf } from '../pods/share.ts';
import type { ReplicaSet } from '../replicaset/plan.ts';
import { maxReplicasOf, revisionOf } from './annotations.ts';
import { type Deployment, replicasOf } from './types.ts';

export const isRolling = ({ spec }: Deployment): boolean => spec?.strategy?.type !== 'Recreate';

/** How many pods there may be beyond those that are wanted, and how many of them may be missing. */
export function leeway(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  if (!isRolling(deployment)) return { surge: 0, unavailable: 0 };
  const total = replicasOf(deployment);
  const { maxSurge, maxUnavailable } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const surge = shareOf(maxSurge, total, 'up');
  // If rounding gives no surge and no unavailable pod, nothing could ever be replaced.
  const unavailable = shareOf(maxUnavailable, total, 'down') || (surge === 0 ? 1 : 0);
  return { surge, unavailable: Math.min(unavailable, total) };
}

export const sum = (sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number | undefined): number =>
  sets.reduce((total, set) => total + (count(set) ?? 0), 0);
export const wantedBy = (sets: readonly ReplicaSet[]): number => sum(sets, replicasOf);
export const availableIn = (sets: readonly ReplicaSet[]): number =>
  sum(sets, ({ status }) => status?.availableReplicas);

/** How large the new set should be now, in view of what the others still have. */
export function newSize(deployment: Deployment, newSet: ReplicaSet, all: readonly ReplicaSet[]): number {
  const wanted = replicasOf(deployment);
  if (!isRolling(deployment)) return wanted;
  const room = wanted + leeway(deployment).surge - wantedBy(all);
  const size = replicasOf(newSet);
  return room <= 0 ? size : size + Math.min(room, wanted - size);
}

export type Sizes = ReadonlyMap<ReplicaSet, number>;

/**
 * Which old sets shrink, and to what. First those pods go that are not available anyway, then as many others as there
 * are more available ones than needed. With 10 wanted, 2 may be missing and 3 too many: 3 new pods that are not ready
 * yet let 2 of 10 old ones go (13 - 8 - 3). k8s: deployment/rolling.go reconcileOldReplicaSets
 */
export function shrinkOld(deployment: Deployment, newSet: ReplicaSet, old: readonly ReplicaSet[]): Sizes {
  const sizes = new Map<ReplicaSet, number>();
  const active = old.filter((set) => replicasOf(set) > 0).sort(byAge);
  const least = replicasOf(deployment) - leeway(deployment).unavailable;
  const newMissing = replicasOf(newSet) - (newSet.status?.availableReplicas ?? 0);
  let spare = wantedBy([...old, newSet]) - least - newMissing;
  if (active.length === 0 || spare <= 0) return sizes;
  const sizeOf = (set: ReplicaSet): number => sizes.get(set) ?? replicasOf(set);
  for (const set of active) {
    const unhealthy = Math.max(0, Math.min(spare, replicasOf(set) - (set.status?.availableReplicas ?? 0)));
    if (unhealthy > 0) sizes.set(set, replicasOf(set) - unhealthy);
    spare -= unhealthy;
  }
  let surplus = availableIn([...old, newSet]) - least;
  for (const set of active) {
    const fewer = Math.max(0, Math.min(sizeOf(set), surplus));
    if (fewer > 0) sizes.set(set, sizeOf(set) - fewer);
    surplus -= fewer;
  }
  return sizes;
}

/**
 * Spreads a change of the wanted number over all sets that have pods, in proportion to their sizes, so that scaling in
 * the middle of a rollout neither hastens nor delays it. k8s: deployment/sync.go scale
 */
export function proportionally(deployment: Deployment, sets: readonly ReplicaSet[]): Sizes {
  const wanted = replicasOf(deployment);
  const allowed = wanted > 0 ? wanted + leeway(deployment).surge : 0;
  const change = allowed - wantedBy(sets);
  const sorted = [...sets].sort((a, b) => replicasOf(b) - replicasOf(a) || (change > 0 ? byAge(b, a) : byAge(a, b)));
  const sizes = new Map<ReplicaSet, number>();
  let left = change;
  for (const set of sorted) {
    const fraction = change === 0 ? 0 : fractionOf(set, deployment);
    const part = change > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
    sizes.set(set, replicasOf(set) + part);
    left -= part;
  }
  const [largest] = sorted;
  if (largest !== undefined) sizes.set(largest, Math.max(0, (sizes.get(largest) ?? 0) + left));
  return sizes;
}

function fractionOf(set: ReplicaSet, deployment: Deployment): number {
  const size = replicasOf(set);
  if (replicasOf(deployment) === 0) return -size;
  const before = maxReplicasOf(set) || (deployment.status?.replicas ?? 0);
  if (before === 0) return 0;
  return Math.round((size * (replicasOf(deployment) + leeway(deployment).surge)) / before) - size;
}

/** Older ones first. */
export function byAge(a: ReplicaSet, b: ReplicaSet): number {
  const [one, other] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
  if (one !== other) return one < other ? -1 : 1;
  const [name, otherName] = [a.metadata.name ?? '', b.metadata.name ?? ''];
  return name < otherName ? -1 : name > otherName ? 1 : 0;
}

/** Older first; those without a number by their age. */
export function byRevision(a: ReplicaSet, b: ReplicaSet): number {
  const [of, than] = [revisionOf(a), revisionOf(b)];
  if (of === undefined || than === undefined || of === than) return byAge(a, b);
  return of < than ? -1 : 1;
}
