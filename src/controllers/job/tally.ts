import { isActive, isDeleting, isEnded, isReady, type Pod } from '../pods/pod.ts';
import { parseIndexes } from './indexes.ts';
import { failedIndexes } from './per-index.ts';
import { meaningOf } from './policies.ts';
import type { Job, JobStatus } from './types.ts';

/** A pod with this finalizer has not been counted yet. */
export const TRACKING = 'batch.kubernetes.io/job-tracking';
export const INDEX = 'batch.kubernetes.io/job-completion-index';

/** How the pods of a job stand, each ended one counted once, whenever it is seen and however often. */
export interface Tally {
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly terminating: number;
  /** Of all pods of the job, also those that are gone. */
  readonly succeeded: number;
  readonly failed: number;
  readonly completed: ReadonlySet<number>;
  /** Indexes that failed too often. */
  readonly given: ReadonlySet<number>;
  /** The pods of each index that have failed. */
  readonly failedAt: ReadonlyMap<number, readonly Pod[]>;
  /** What the status is to say. */
  readonly counted: Required<Pick<JobStatus, 'succeeded' | 'failed' | 'uncountedTerminatedPods'>>;
  /** Pods whose finalizer may be removed once the status is written. */
  readonly counting: readonly Pod[];
}

export const isIndexed = ({ spec }: Job): boolean => spec?.completionMode === 'Indexed';
export const isTracked = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(TRACKING) ?? false;

export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[INDEX] ?? '';
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Whether a pod counts as failed: also one that was deleted before it ended, unless the job waits for its end. */
function hasFailed({ spec }: Job, pod: Pod): boolean {
  if (pod.status?.phase === 'Failed') return true;
  return spec?.podReplacementPolicy !== 'Failed' && isDeleting(pod) && pod.status?.phase !== 'Succeeded';
}

/**
 * Counting takes three steps, so that it may be interrupted after each: the uids of ended pods are written to the
 * status, their finalizers are removed, and then the counts grow. k8s: job_controller.go
 * trackJobStatusAndRemoveFinalizers
 */
export function tallyOf(job: Job, pods: readonly Pod[]): Tally {
  const { status = {} } = job;
  const tracked = pods.filter(isTracked);
  const uncounted = status.uncountedTerminatedPods ?? {};
  const succeeded = count(uncounted.succeeded, tracked, ({ status: own }) => own?.phase === 'Succeeded');
  const ended = tracked.filter((pod) => hasFailed(job, pod));
  const ignored = ended.filter((pod) => meaningOf(job, pod)?.action === 'Ignore');
  const failed = count(uncounted.failed, tracked, (pod) => ended.includes(pod) && !ignored.includes(pod));
  const counted = {
    succeeded: (status.succeeded ?? 0) + succeeded.done,
    failed: (status.failed ?? 0) + failed.done,
    uncountedTerminatedPods: {
      ...(succeeded.waiting.length > 0 && { succeeded: succeeded.waiting }),
      ...(failed.waiting.length > 0 && { failed: failed.waiting }),
    },
  };
  const waiting = new Set([...succeeded.waiting, ...failed.waiting]);
  const active = pods.filter(isActive);
  const completed = completedIndexes(job, pods);
  const failedAt = failedByIndex(job, pods);
  return {
    active,
    ready: active.filter(isReady).length,
    terminating: pods.filter((pod) => isDeleting(pod) && !isEnded(pod)).length,
    succeeded: isIndexed(job) ? completed.size : counted.succeeded + succeeded.waiting.length,
    failed: counted.failed + failed.waiting.length,
    completed,
    given: failedIndexes(job, failedAt),
    failedAt,
    counted: isIndexed(job) ? { ...counted, succeeded: completed.size } : counted,
    counting: tracked.filter((pod) => waiting.has(pod.metadata.uid ?? '') || ignored.includes(pod)),
  };
}

function count(before: readonly string[] = [], tracked: readonly Pod[], isNew: (pod: Pod) => boolean) {
  const withFinalizer = new Set(tracked.map(({ metadata }) => metadata.uid ?? ''));
  const known = new Set(before);
  const still = before.filter((uid) => withFinalizer.has(uid));
  const fresh = tracked.filter((pod) => isNew(pod) && !known.has(pod.metadata.uid ?? ''));
  const waiting = [...still, ...fresh.map(({ metadata }) => metadata.uid ?? '')];
  return { done: before.length - still.length, waiting };
}

function completedIndexes(job: Job, pods: readonly Pod[]): Set<number> {
  if (!isIndexed(job)) return new Set();
  const completions = job.spec?.completions ?? 0;
  const completed = parseIndexes(job.status?.completedIndexes, completions);
  for (const pod of pods) {
    const index = pod.status?.phase === 'Succeeded' ? indexOf(pod) : undefined;
    if (index !== undefined && index < completions) completed.add(index);
  }
  return completed;
}

function failedByIndex(job: Job, pods: readonly Pod[]): Map<number, readonly Pod[]> {
  const found = new Map<number, readonly Pod[]>();
  for (const pod of isIndexed(job) ? pods.filter((one) => hasFailed(job, one)) : []) {
    const index = indexOf(pod);
    if (index !== undefined) found.set(index, [...(found.get(index) ?? []), pod]);
  }
  return found;
}
