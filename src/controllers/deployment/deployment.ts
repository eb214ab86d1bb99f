import type { CachedClient } from '#in-process-client';
import { ApiError, storedEqual } from '#meta';
import { matcherOf } from '../event-mappers.ts';
import { claim, controllerOf } from '../pods/claim.ts';
import { isEnded, isTerminatingNamespace, type Pod } from '../pods/pod.ts';
import { tell } from '../pods/pod-control.ts';
import type { ReplicaSet } from '../replicaset/plan.ts';
import { REVISION } from './annotations.ts';
import { withFinding } from './conditions.ts';
import { type DeploymentPlan, planDeployment, type SetEdit, sameTemplate } from './plan.ts';
import { untilTimeout } from './status.ts';
import { type Deployment, progressDeadline, replicasOf } from './types.ts';

const REPLICA_SET = 'apps/ReplicaSet';

/** Rolls out a template through replica sets, one for each template that there was. k8s: controller/deployment */
export async function reconcileDeployment(client: CachedClient, key: string): Promise<number | undefined> {
  const deployment = client.get<Deployment>('apps/Deployment', key);
  if (deployment === undefined) return undefined;
  const matches = matcherOf(deployment.spec?.selector);
  const sets = await claim<ReplicaSet>(client, deployment, { kind: REPLICA_SET, matches });
  const { now, nowMs } = client;
  const plan = planDeployment({ deployment, sets, now, nowMs, runsPodsOf: (some) => runsPodsOf(client, some) });
  if (plan.create !== undefined && !(await create(client, deployment, plan.create))) return undefined;
  for (const edit of plan.edits) await editSet(client, deployment, edit);
  for (const set of plan.removals) await client.remove(set, 'Background');
  await writeStatus(client, deployment, plan);
  return deployment.spec?.paused ? undefined : untilTimeout(deployment, plan.status, nowMs);
}

function runsPodsOf(client: CachedClient, sets: readonly ReplicaSet[]): boolean {
  return sets.some((set) => client.controlledBy<Pod>('Pod', set).some((pod) => !isEnded(pod)));
}

async function editSet(client: CachedClient, deployment: Deployment, edit: SetEdit): Promise<void> {
  const { set, replicas, minReadySeconds, annotations } = edit;
  const isThere = await client.edit<ReplicaSet>(set, (live) => {
    if (annotations !== undefined) live.metadata.annotations = { ...live.metadata.annotations, ...annotations };
    live.spec = {
      ...live.spec,
      ...(replicas !== undefined && { replicas }),
      ...(minReadySeconds !== undefined && { minReadySeconds }),
    };
  });
  const size = replicasOf(set);
  if (!isThere || replicas === undefined || replicas === size) return;
  const said = `Scaled ${size < replicas ? 'up' : 'down'} replica set ${set.metadata.name} from ${size} to ${replicas}`;
  await tell(client, deployment, ['Normal', 'ScalingReplicaSet', said]);
}

async function writeStatus(
  client: CachedClient,
  deployment: Deployment,
  { status, revision }: DeploymentPlan,
): Promise<void> {
  const isSame = revision === undefined || deployment.metadata.annotations?.[REVISION] === revision;
  if (isSame && storedEqual(status, deployment.status ?? {})) return;
  await client.writeStatus<Deployment>(deployment, (live) => {
    live.status = { ...status };
    if (!isSame) live.metadata.annotations = { ...live.metadata.annotations, [REVISION]: revision };
  });
}

/** False when nothing more can be done now. */
async function create(client: CachedClient, deployment: Deployment, set: ReplicaSet): Promise<boolean> {
  try {
    if (await client.create(set)) {
      const said = `Scaled up replica set ${set.metadata.name} from 0 to ${replicasOf(set)}`;
      if (replicasOf(set) > 0) await tell(client, deployment, ['Normal', 'ScalingReplicaSet', said]);
      return true;
    }
  } catch (error) {
    if (!(error instanceof ApiError) || isTerminatingNamespace(error)) return false;
    await tellFailure(client, deployment, `Failed to create new replica set "${set.metadata.name}": ${error.message}`);
    throw error;
  }
  return isTaken(client, deployment, set);
}

/** The name is in use. If not by what was to be made, another name is found with the next count of collisions. */
async function isTaken(client: CachedClient, deployment: Deployment, set: ReplicaSet): Promise<boolean> {
  const { namespace, name } = set.metadata;
  const there = client.get<ReplicaSet>(REPLICA_SET, `${namespace}/${name}`);
  if (there === undefined) return false;
  const isOurs = controllerOf(there)?.uid === deployment.metadata.uid;
  if (isOurs && sameTemplate(there.spec?.template, deployment.spec?.template)) return true;
  const before = deployment.status?.collisionCount;
  await client.writeStatus<Deployment>(deployment, (live) => {
    if (live.status?.collisionCount === before) live.status = { ...live.status, collisionCount: (before ?? 0) + 1 };
  });
  return false;
}

async function tellFailure(client: CachedClient, deployment: Deployment, message: string): Promise<void> {
  await tell(client, deployment, ['Warning', 'ReplicaSetCreateError', message]);
  if (progressDeadline(deployment) === undefined) return;
  const finding = { type: 'Progressing', status: 'False', reason: 'ReplicaSetCreateError', message };
  const { now } = client;
  await client.writeStatus<Deployment>(deployment, (live) => {
    live.status = { ...withFinding(live.status ?? {}, finding, now) };
  });
}
