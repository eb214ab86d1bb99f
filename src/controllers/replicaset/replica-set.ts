import { matcherOf } from '../concerns.ts';
import type { Desk } from '../desk.ts';
import { inParallel } from '../in-parallel.ts';
import { claim, controllerOf } from '../pods/claim.ts';
import { isActive, isDeleting, isEnded, isTerminatingNamespace, type Pod, podFrom } from '../pods/pod.ts';
import { slowStart } from '../pods/slow-start.ts';
import { sameContent } from '../same.ts';
import { nextAvailability, planReplicas, type ReplicaSet, statusOf } from './plan.ts';

const concurrency = 8;

/** Keeps as many pods as are wanted, and tells how they stand. k8s: controller/replicaset */
export async function attendReplicas(desk: Desk, set: ReplicaSet): Promise<number | undefined> {
  const { selector, template } = set.spec ?? {};
  const matches = matcherOf(selector ?? template?.metadata?.labels);
  const active = await claim<Pod>(desk, set, { kind: 'Pod', matches, only: isActive });
  const { nowMs, now } = desk;
  const plan = planReplicas(set, { active, related: () => relatedPods(desk, set), nowMs });
  const failure = (await createPods(desk, set, plan.create)) ?? (await removePods(desk, plan.remove));
  const terminating = set.kind === 'ReplicaSet' ? countTerminating(desk, set) : undefined;
  const status = statusOf(set, { active, terminating, failure, now, nowMs });
  if (!sameContent(status, set.status ?? {})) {
    await desk.writeStatus<ReplicaSet>(set, (live) => {
      live.status = { ...status };
    });
  }
  if (failure !== undefined) throw failure;
  return nextAvailability(set, active, nowMs);
}

async function createPods(desk: Desk, set: ReplicaSet, count: number): Promise<Error | undefined> {
  const failure = await slowStart(count, () => desk.create(podFrom(set.spec?.template ?? {}, set)));
  return isTerminatingNamespace(failure) ? undefined : failure;
}

async function removePods(desk: Desk, pods: readonly Pod[]): Promise<Error | undefined> {
  return (await inParallel(pods, concurrency, (pod) => desk.remove(pod)))[0];
}

function countTerminating(desk: Desk, set: ReplicaSet): number {
  return desk.controlledBy<Pod>('Pod', set).filter((pod) => isDeleting(pod) && !isEnded(pod)).length;
}

/** The pods of all sets that have the same controller: of two of them on one node, one is missed less. */
function relatedPods(desk: Desk, set: ReplicaSet): Pod[] {
  const controller = controllerOf(set);
  if (controller === undefined) return desk.controlledBy<Pod>('Pod', set);
  const siblings = desk.controlledBy<ReplicaSet>('apps/ReplicaSet', { metadata: { uid: controller.uid } });
  return siblings.flatMap((sibling) => desk.controlledBy<Pod>('Pod', sibling));
}

export async function attendReplicaSet(desk: Desk, key: string): Promise<number | undefined> {
  const set = desk.get<ReplicaSet>('apps/ReplicaSet', key);
  return set && attendReplicas(desk, set);
}

export async function attendReplicationController(desk: Desk, key: string): Promise<number | undefined> {
  const controller = desk.get<ReplicaSet>('ReplicationController', key);
  return controller && attendReplicas(desk, controller);
}
