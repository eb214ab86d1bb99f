import type { CachedClient } from '#in-process-client';
import { storedEqual } from '#meta';
import { matcherOf } from '../event-mappers.ts';
import { inParallel } from '../in-parallel.ts';
import { claim, controllerOf } from '../pods/claim.ts';
import { isActive, isDeleting, isEnded, isTerminatingNamespace, type Pod, podFrom } from '../pods/pod.ts';
import { createPodFor, removePodFor } from '../pods/pod-control.ts';
import { slowStart } from '../pods/slow-start.ts';
import { nextAvailability, planReplicas, type ReplicaSet, statusOf } from './plan.ts';

const CONCURRENCY = 8;

/** Keeps as many pods as are wanted, and tells how they stand. k8s: controller/replicaset */
async function reconcileReplicas(client: CachedClient, set: ReplicaSet): Promise<number | undefined> {
  const { selector, template } = set.spec ?? {};
  const matches = matcherOf(selector ?? template?.metadata?.labels);
  const active = await claim<Pod>(client, set, { kind: 'Pod', matches, only: isActive });
  const { nowMs, now } = client;
  const plan = planReplicas(set, { active, related: () => relatedPods(client, set), nowMs });
  const failure = (await createPods(client, set, plan.create)) ?? (await removePods(client, set, plan.remove));
  const terminating = set.kind === 'ReplicaSet' ? countTerminating(client, set) : undefined;
  const status = statusOf(set, { active, terminating, failure, now, nowMs });
  if (!storedEqual(status, set.status ?? {})) {
    await client.writeStatus<ReplicaSet>(set, (live) => {
      live.status = { ...status };
    });
  }
  if (failure !== undefined) throw failure;
  return nextAvailability(set, active, nowMs);
}

async function createPods(client: CachedClient, set: ReplicaSet, count: number): Promise<Error | undefined> {
  const failure = await slowStart(Array.from({ length: count }), () =>
    createPodFor(client, set, podFrom(set.spec?.template ?? {}, set)),
  );
  return isTerminatingNamespace(failure) ? undefined : failure;
}

async function removePods(client: CachedClient, set: ReplicaSet, pods: readonly Pod[]): Promise<Error | undefined> {
  return (await inParallel(pods, CONCURRENCY, (pod) => removePodFor(client, set, pod)))[0];
}

function countTerminating(client: CachedClient, set: ReplicaSet): number {
  return client.controlledBy<Pod>('Pod', set).filter((pod) => isDeleting(pod) && !isEnded(pod)).length;
}

/** The pods of all sets that have the same controller: of two of them on one node, one is missed less. */
function relatedPods(client: CachedClient, set: ReplicaSet): Pod[] {
  const controller = controllerOf(set);
  if (controller === undefined) return client.controlledBy<Pod>('Pod', set);
  const siblings = client.controlledBy<ReplicaSet>('apps/ReplicaSet', { metadata: { uid: controller.uid } });
  return siblings.flatMap((sibling) => client.controlledBy<Pod>('Pod', sibling));
}

export async function reconcileReplicaSet(client: CachedClient, key: string): Promise<number | undefined> {
  const set = client.get<ReplicaSet>('apps/ReplicaSet', key);
  return set && reconcileReplicas(client, set);
}

export async function reconcileReplicationController(client: CachedClient, key: string): Promise<number | undefined> {
  const controller = client.get<ReplicaSet>('ReplicationController', key);
  return controller && reconcileReplicas(client, controller);
}
