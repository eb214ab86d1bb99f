import type { AppsV1 } from '#apis';
import type { Labels } from '#meta';
import { type Condition, isReady, type Pod, untilAvailable } from '../pods/pod.ts';
import { leastMissedFirst } from '../pods/ranking.ts';

/** A ReplicaSet or a ReplicationController: they differ in the form of their selector only. */
export type ReplicaSet = AppsV1['ReplicaSet'];

type ReplicaSetStatus = AppsV1['ReplicaSetStatus'];

/** At most so many pods are made or deleted in one go. */
const BURST = 500;

interface ReplicaPlan {
  readonly create: number;
  readonly remove: readonly Pod[];
}

/** How many pods are missing, or which are too many. `related` are the pods of the other sets of the same owner. */
export function planReplicas(
  set: ReplicaSet,
  { active, related, nowMs }: { active: readonly Pod[]; related: () => readonly Pod[]; nowMs: number },
): ReplicaPlan {
  if (set.metadata.deletionTimestamp !== undefined) return { create: 0, remove: [] };
  const wanted = set.spec?.replicas ?? 1;
  if (active.length <= wanted) return { create: Math.min(BURST, wanted - active.length), remove: [] };
  const ranked = leastMissedFirst(active, related(), nowMs);
  return { create: 0, remove: ranked.slice(0, Math.min(BURST, active.length - wanted)) };
}

interface Observed {
  readonly active: readonly Pod[];
  /** Undefined for kinds that do not tell. */
  readonly terminating: number | undefined;
  readonly failure: Error | undefined;
  readonly now: string;
  readonly nowMs: number;
}

/** k8s: replicaset/replica_set_utils.go calculateStatus */
export function statusOf(set: ReplicaSet, { active, terminating, failure, now, nowMs }: Observed): ReplicaSetStatus {
  const { minReadySeconds = 0, template } = set.spec ?? {};
  const ready = active.filter(isReady);
  const available = ready.filter((pod) => untilAvailable(pod, minReadySeconds, nowMs) === 0);
  const labels = template?.metadata?.labels ?? {};
  const conditions = conditionsAfter(set, failure && failureCondition(set, { count: active.length, failure, now }));
  return {
    replicas: active.length,
    fullyLabeledReplicas: active.filter(({ metadata }) => hasLabels(metadata.labels, labels)).length,
    readyReplicas: ready.length,
    availableReplicas: available.length,
    ...(terminating !== undefined && { terminatingReplicas: terminating }),
    observedGeneration: Number(set.metadata.generation ?? 0),
    ...(conditions.length > 0 && { conditions }),
  };
}

const FAILURE = 'ReplicaFailure';

/** The condition keeps the first failure until there is none, so that its message does not change with each attempt. */
function conditionsAfter({ status }: ReplicaSet, failure: Condition | undefined): Condition[] {
  const before = status?.conditions ?? [];
  if (failure === undefined) return before.filter(({ type }) => type !== FAILURE);
  return before.some(({ type }) => type === FAILURE) ? before : [...before, failure];
}

function failureCondition(
  { spec }: ReplicaSet,
  { count, failure, now }: { count: number; failure: Error; now: string },
): Condition {
  const reason = count < (spec?.replicas ?? 1) ? 'FailedCreate' : 'FailedDelete';
  return { type: FAILURE, status: 'True', lastTransitionTime: now, reason, message: failure.message };
}

function hasLabels(labels: Labels | undefined, wanted: Labels): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => labels !== undefined && Object.hasOwn(labels, key) && labels[key] === value,
  );
}

/** When the next pod will have been ready for long enough. */
export function nextAvailability({ spec }: ReplicaSet, active: readonly Pod[], nowMs: number): number | undefined {
  const waits = active
    .map((pod) => untilAvailable(pod, spec?.minReadySeconds ?? 0, nowMs))
    .filter((wait) => wait !== undefined && wait > 0);
  return waits.length === 0 ? undefined : Math.min(...(waits as number[]));
}
