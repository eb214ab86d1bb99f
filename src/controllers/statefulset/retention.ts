import type { KubeObject, OwnerReference } from '#meta';
import { controllerReference, type Pod } from '../pods/pod.ts';
import type { StatefulSet } from './types.ts';

/** The owner of a pod's claims: none, the set, or (when the set was scaled down) the pod. */
export function claimOwner(set: StatefulSet, pod: Pod, { isWanted }: { isWanted: boolean }): KubeObject | undefined {
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {};
  if (!isWanted && whenScaled === 'Delete') return pod;
  return whenDeleted === 'Delete' ? set : undefined;
}

/**
 * The owners that a claim should have, in place of those it has; undefined when it may stay as it is. A claim of an
 * earlier set or pod of the same name, or of somebody else, is left alone. k8s: stateful_set_utils.go isClaimOwnerUpToDate
 */
export function claimOwners(
  claim: KubeObject,
  { set, pod, owner }: { set: StatefulSet; pod: Pod; owner: KubeObject | undefined },
): OwnerReference[] | undefined {
  const before = claim.metadata.ownerReferences ?? [];
  const isOf = (object: KubeObject, { kind, name }: OwnerReference): boolean =>
    kind === object.kind && name === object.metadata.name;
  const own = before.filter((reference) => isOf(set, reference) || isOf(pod, reference));
  const known = new Set([set.metadata.uid, pod.metadata.uid]);
  const others = before.filter((reference) => !own.includes(reference));
  if (own.some(({ uid }) => !known.has(uid))) return undefined;
  const wanted = owner !== undefined && !others.some(({ controller }) => controller === true) ? owner : undefined;
  const isRight = wanted === undefined ? own.length === 0 : own.length === 1 && own[0]?.uid === wanted.metadata.uid;
  return isRight ? undefined : [...others, ...(wanted === undefined ? [] : [controllerReference(wanted)])];
}
