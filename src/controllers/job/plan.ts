import { timeMs } from '#in-process-client';
import { isDeleting, type Pod, readyCondition } from '../pods/pod.ts';
import { leastMissedFirst } from '../pods/ranking.ts';
import { formatIndexes } from './indexes.ts';
import { hasLimitPerIndex, indexVerdict } from './per-index.ts';
import { meaningOf, successByPolicy } from './policies.ts';
import { indexOf, isIndexed, isTracked, type Tally, tallyOf } from './tally.ts';
import type { Job, JobCondition, JobStatus } from './types.ts';

interface JobView {
  readonly job: Job;
  readonly pods: readonly Pod[];
  readonly now: string;
  readonly nowMs: number;
}

/** What should be done. */
interface JobPlan {
  readonly status: JobStatus;
  /** The pods to make, by their indexes if the job has such. */
  readonly create: readonly (number | undefined)[];
  readonly remove: readonly Pod[];
  /** The pods that are counted, once the status is written. */
  readonly release: readonly Pod[];
  readonly againMs?: number;
}

interface Verdict {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

const BURST = 500;
const FIRST_BACKOFF_MS = 10_000;
const LONGEST_BACKOFF_MS = 600_000;

/** k8s: job/job_controller.go syncJob */
export function planJob(view: JobView): JobPlan {
  const { job, pods } = view;
  const before = job.status ?? {};
  if (isFinished(job)) return { status: before, create: [], remove: [], release: pods.filter(isTracked) };
  const tally = tallyOf(job, pods);
  const started = withStart(view);
  const verdict = verdictSoFar(started) ?? earlyVerdict(view, tally, started);
  if (verdict !== undefined) return conclude(view, tally, { verdict, started });
  const managed = isDeleting(job) ? { create: [], remove: [] } : manage(view, tally);
  const isDone = tally.active.length === 0 && managed.create.length === 0 && isEnough(job, tally);
  if (isDone) return conclude(view, tally, { verdict: success, started });
  const status = { ...started, ...countsOf(job, tally) };
  const waits = [managed.againMs, untilDeadline(view, started)].filter((wait) => wait !== undefined);
  const again = waits.length > 0 && { againMs: Math.min(...waits) };
  return { create: managed.create, remove: managed.remove, status, release: tally.counting, ...again };
}

export function isFinished({ status }: Job): boolean {
  return hasCondition(status, 'Complete') || hasCondition(status, 'Failed');
}

function hasCondition(status: JobStatus | undefined, type: string): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}

const success: Verdict = {
  type: 'Complete',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

/** The status with the time since when the job runs, and whether it is suspended. */
function withStart({ job, now }: JobView): JobStatus {
  const { status: before = {}, spec } = job;
  const wasSuspended = hasCondition(before, 'Suspended');
  if (spec?.suspend) {
    if (wasSuspended) return before;
    const { startTime: _, ...rest } = before;
    const condition = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' };
    return { ...rest, conditions: withCondition(rest.conditions, condition, now) };
  }
  if (!wasSuspended) return { ...before, startTime: before.startTime ?? now };
  const condition = { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' };
  return { ...before, startTime: now, conditions: withCondition(before.conditions, condition, now) };
}

function withCondition(conditions: readonly JobCondition[] = [], condition: JobCondition, now: string): JobCondition[] {
  const there = conditions.find(({ type }) => type === condition.type);
  const fresh = { ...condition, lastProbeTime: now, lastTransitionTime: now };
  if (there === undefined) return [...conditions, fresh];
  if (there.status === condition.status && there.reason === condition.reason) return [...conditions];
  return conditions.map((one) => (one === there ? fresh : one));
}

/** A verdict of an earlier round, decided before the last pods had ended. */
function verdictSoFar(status: JobStatus): Verdict | undefined {
  const met = status.conditions?.find(({ type, status: is }) => type === 'SuccessCriteriaMet' && is === 'True');
  if (met !== undefined) return { type: 'Complete', reason: met.reason ?? '', message: met.message ?? '' };
  const target = status.conditions?.find(({ type, status: is }) => type === 'FailureTarget' && is === 'True');
  return target && { type: 'Failed', reason: target.reason ?? '', message: target.message ?? '' };
}

/** A verdict that does not wait for the wanted number of successes. */
function earlyVerdict(view: JobView, tally: Tally, started: JobStatus): Verdict | undefined {
  const { job, pods } = view;
  const { backoffLimit = 6, template } = job.spec ?? {};
  const failed = pods.filter(({ status }) => status?.phase === 'Failed');
  const fatal = failed.map((pod) => meaningOf(job, pod)).find((meaning) => meaning?.action === 'FailJob');
  if (fatal !== undefined) return { type: 'Failed', reason: 'PodFailurePolicy', message: fatal.message };
  const restarts = template?.spec?.restartPolicy === 'OnFailure' ? restartsOf(tally.active) : 0;
  const tooManyRestarts = restarts > 0 && restarts >= backoffLimit;
  if (tally.failed > backoffLimit || tooManyRestarts) {
    return { type: 'Failed', reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
  }
  const left = untilDeadline(view, started);
  if (left !== undefined && left <= 0) {
    return { type: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' };
  }
  const byIndex = hasLimitPerIndex(job) && indexVerdict(job, tally.given.size, tally.completed.size);
  if (byIndex) return byIndex;
  const message = successByPolicy(job, tally.completed);
  return message === undefined ? undefined : { type: 'Complete', reason: 'SuccessPolicy', message };
}

function restartsOf(pods: readonly Pod[]): number {
  const all = pods.flatMap(({ status }) => [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
  ]);
  return all.reduce((total, { restartCount = 0 }) => total + restartCount, 0);
}

function untilDeadline({ job, nowMs }: JobView, { startTime }: JobStatus): number | undefined {
  const seconds = job.spec?.activeDeadlineSeconds;
  const start = timeMs(startTime);
  if (seconds === undefined || start === undefined || job.spec?.suspend) return undefined;
  return Math.max(0, start + Number(seconds) * 1000 - nowMs);
}

function isEnough({ spec }: Job, { succeeded }: Tally): boolean {
  return spec?.completions === undefined ? succeeded > 0 : succeeded >= spec.completions;
}

/** The verdict is written at once; the job is finished when its last pod has ended and is counted. */
function conclude(
  view: JobView,
  tally: Tally,
  { verdict, started }: { verdict: Verdict; started: JobStatus },
): JobPlan {
  const { job, now } = view;
  const { type, reason, message } = verdict;
  const interim = {
    type: type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget',
    status: 'True',
    reason,
    message,
  };
  const conditions = withCondition(started.conditions, interim, now);
  const status = { ...started, ...countsOf(job, tally), conditions };
  const isOver = tally.active.length === 0 && tally.terminating === 0 && tally.counting.length === 0;
  const final = isOver && {
    conditions: withCondition(conditions, { type, status: 'True', reason, message }, now),
    ...(type === 'Complete' && { completionTime: now }),
  };
  return { status: { ...status, ...final }, create: [], remove: tally.active, release: tally.counting };
}

function countsOf(job: Job, tally: Tally): JobStatus {
  return {
    active: tally.active.length,
    ready: tally.ready,
    terminating: tally.terminating,
    ...tally.counted,
    ...(isIndexed(job) && { completedIndexes: formatIndexes(tally.completed) }),
    ...(hasLimitPerIndex(job) && { failedIndexes: formatIndexes(tally.given) }),
  };
}

type Managed = Pick<JobPlan, 'create' | 'remove' | 'againMs'>;

function manage(view: JobView, tally: Tally): Managed {
  const { job, nowMs } = view;
  if (job.spec?.suspend) return { create: [], remove: tally.active };
  const wanted = wantedActive(job, tally);
  const remove = surplus(view, tally, Math.max(0, tally.active.length - wanted)).slice(0, BURST);
  if (remove.length > 0) return { create: [], remove };
  const waiting = job.spec?.podReplacementPolicy === 'Failed' ? tally.terminating : 0;
  const missing = Math.min(BURST, wanted - waiting - tally.active.length);
  if (missing <= 0) return { create: [], remove: [] };
  if (hasLimitPerIndex(job)) return manageIndexes(view, tally, missing);
  const wait = untilRetry(view.pods, nowMs);
  if (wait > 0) return { create: [], remove: [], againMs: wait };
  const create = isIndexed(job) ? pendingIndexes(job, tally, { count: missing }) : new Array(missing).fill(undefined);
  return { create, remove: [] };
}

function wantedActive({ spec }: Job, { succeeded, active }: Tally): number {
  const { completions, parallelism = 1 } = spec ?? {};
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}

/** Pods whose index is done, taken or out of range are always deleted. */
function surplus({ job, nowMs }: JobView, { active, completed }: Tally, atLeast: number): Pod[] {
  const taken = new Set<number>();
  const useless = !isIndexed(job)
    ? []
    : active.filter((pod) => {
        const index = indexOf(pod);
        const isUseless =
          index === undefined || index >= (job.spec?.completions ?? 0) || completed.has(index) || taken.has(index);
        if (index !== undefined) taken.add(index);
        return isUseless;
      });
  const others = active.filter((pod) => !useless.includes(pod));
  return [...useless, ...leastMissedFirst(others, [], nowMs).slice(0, Math.max(0, atLeast - useless.length))];
}

/** After a failure each index has its own wait; indexes without one come first. */
function manageIndexes({ job, nowMs }: JobView, tally: Tally, missing: number): Managed {
  const waits: number[] = [];
  const isReady = (index: number): boolean => {
    const wait = untilRetry(tally.failedAt.get(index) ?? [], nowMs);
    if (wait > 0) waits.push(wait);
    return wait === 0;
  };
  const create = pendingIndexes(job, tally, { count: missing, isReady });
  return { create, remove: [], ...(waits.length > 0 && { againMs: Math.min(...waits) }) };
}

/** The first of the indexes that are to be made: a job may have very many. */
function pendingIndexes({ spec }: Job, tally: Tally, { count, isReady = () => true }: Pending): number[] {
  const { active, completed, given } = tally;
  const taken = new Set([...completed, ...given, ...active.map(indexOf)]);
  const indexes: number[] = [];
  for (let index = 0; index < (spec?.completions ?? 0) && indexes.length < count; index++) {
    if (!taken.has(index) && isReady(index)) indexes.push(index);
  }
  return indexes;
}

interface Pending {
  readonly count: number;
  readonly isReady?: (index: number) => boolean;
}

/** After each failure in a row the wait for the next pod doubles. */
function untilRetry(pods: readonly Pod[], nowMs: number): number {
  const lastSuccess = Math.max(0, ...pods.filter(({ status }) => status?.phase === 'Succeeded').map(endOf));
  const failures = pods.filter(({ status }) => status?.phase === 'Failed').map(endOf);
  const since = failures.filter((end) => end > lastSuccess);
  if (since.length === 0) return 0;
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (since.length - 1));
  return Math.max(0, Math.max(...since) + backoff - nowMs);
}

/** When the pod ended, as far as it tells. */
function endOf(pod: Pod): number {
  const ends = (pod.status?.containerStatuses ?? []).map(({ state }) => timeMs(state?.terminated?.finishedAt) ?? 0);
  const { deletionTimestamp, creationTimestamp } = pod.metadata;
  const known = Math.max(0, ...ends) || timeMs(readyCondition(pod)?.lastTransitionTime);
  return known ?? timeMs(deletionTimestamp) ?? timeMs(creationTimestamp) ?? 0;
}
