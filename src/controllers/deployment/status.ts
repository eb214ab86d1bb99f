import { timeMs } from '#in-process-client';
import type { ReplicaSet } from '../replicaset/plan.ts';
import { availableIn, leeway, sum, wantedBy } from './arithmetic.ts';
import { conditionIn, type Finding, renewed, withFinding, without } from './conditions.ts';
import { type Deployment, type DeploymentStatus, progressDeadline, replicasOf } from './types.ts';

/** What the status is made of. `before` is the status so far, with what was found on the way. */
interface Situation {
  readonly deployment: Deployment;
  readonly before: DeploymentStatus;
  readonly newSet: ReplicaSet | undefined;
  readonly all: readonly ReplicaSet[];
  readonly now: string;
  readonly nowMs: number;
}

const PROGRESSING = 'Progressing';
const FAILURE = 'ReplicaFailure';

/** k8s: deployment/sync.go calculateStatus */
export function countedStatus({ deployment, before, newSet, all, now }: Situation): DeploymentStatus {
  const available = availableIn(all);
  const status: DeploymentStatus = {
    observedGeneration: Number(deployment.metadata.generation ?? 0),
    replicas: sum(all, (set) => set.status?.replicas),
    updatedReplicas: newSet?.status?.replicas ?? 0,
    readyReplicas: sum(all, (set) => set.status?.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, wantedBy(all) - available),
    terminatingReplicas: sum(all, (set) => set.status?.terminatingReplicas),
    ...(before.conditions && { conditions: before.conditions }),
    ...(before.collisionCount !== undefined && { collisionCount: before.collisionCount }),
  };
  const isEnough = available >= replicasOf(deployment) - leeway(deployment).unavailable;
  return withFinding(status, isEnough ? enough : tooFew, now);
}

const enough: Finding = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
};
const tooFew: Finding = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
};

export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const wanted = replicasOf(deployment);
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted &&
    (status.observedGeneration ?? 0) >= Number(deployment.metadata.generation ?? 0)
  );
}

/** With how the rollout is getting on. k8s: deployment/progress.go syncRolloutStatus */
export function rolloutStatus(situation: Situation): DeploymentStatus {
  const { deployment, all, newSet, now } = situation;
  const counted = countedStatus(situation);
  const status =
    progressDeadline(deployment) === undefined ? without(counted, PROGRESSING) : withProgress(situation, counted);
  const failure = [newSet, ...all]
    .flatMap((set) => set?.status?.conditions ?? [])
    .find((condition) => condition.type === FAILURE);
  if (failure === undefined) return without(status, FAILURE);
  const { status: is = '', reason = '', message = '' } = failure;
  return withFinding(status, { type: FAILURE, status: is, reason, message }, now);
}

function withProgress(situation: Situation, status: DeploymentStatus): DeploymentStatus {
  const { deployment, before, newSet, now } = situation;
  const current = conditionIn(before, PROGRESSING);
  const wasComplete = status.replicas === status.updatedReplicas && current?.reason === 'NewReplicaSetAvailable';
  if (wasComplete) return status;
  const what =
    newSet === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newSet.metadata.name}"`;
  const finding = (truth: string, reason: string, message: string): Finding => ({
    type: PROGRESSING,
    status: truth,
    reason,
    message: `${what} ${message}`,
  });
  if (isComplete(deployment, status)) {
    return withFinding(status, finding('True', 'NewReplicaSetAvailable', 'has successfully progressed.'), now);
  }
  if (hasProgressed(before, status)) {
    return renewed(status, finding('True', 'ReplicaSetUpdated', 'is progressing.'), now);
  }
  if (hasTimedOut(situation)) {
    return withFinding(status, finding('False', 'ProgressDeadlineExceeded', 'has timed out progressing.'), now);
  }
  return status;
}

function hasProgressed(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function hasTimedOut({ deployment, before, nowMs }: Situation): boolean {
  const condition = conditionIn(before, PROGRESSING);
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  const since = timeMs(condition.lastUpdateTime) ?? nowMs;
  return since + (progressDeadline(deployment) ?? 0) * 1000 < nowMs;
}

/** Milliseconds until a rollout that stands still will have failed; undefined when it cannot, or has. */
export function untilTimeout(deployment: Deployment, status: DeploymentStatus, nowMs: number): number | undefined {
  const deadline = progressDeadline(deployment);
  const condition = conditionIn(status, PROGRESSING);
  if (deadline === undefined || condition === undefined || isComplete(deployment, status)) return undefined;
  if (condition.reason === 'ProgressDeadlineExceeded' || condition.reason === 'NewReplicaSetAvailable')
    return undefined;
  const since = timeMs(condition.lastUpdateTime) ?? nowMs;
  // Times are in whole seconds, so one second is added.
  return Math.max(0, since + deadline * 1000 - nowMs) + 1000;
}

/** Says that a rollout was stopped or goes on: the time in between does not count. */
export function withPause(deployment: Deployment, now: string): DeploymentStatus {
  const status = deployment.status ?? {};
  const reason = conditionIn(status, PROGRESSING)?.reason;
  if (progressDeadline(deployment) === undefined || reason === 'ProgressDeadlineExceeded') return status;
  const isPaused = deployment.spec?.paused === true;
  if (isPaused === (reason === 'DeploymentPaused')) return status;
  const finding = isPaused
    ? { reason: 'DeploymentPaused', message: 'Deployment is paused' }
    : { reason: 'DeploymentResumed', message: 'Deployment is resumed' };
  return withFinding(status, { type: PROGRESSING, status: 'Unknown', ...finding }, now);
}
