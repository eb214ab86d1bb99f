import type { BatchV1, CoreV1 } from '#apis';
import { timeMs } from '#in-process-client';
import { cloneJson } from '#meta';
import { isFinished } from '../job/plan.ts';
import type { Job } from '../job/types.ts';
import { controllerReference, isDeleting } from '../pods/pod.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

export type JobReference = CoreV1['ObjectReference'];

export type CronJob = BatchV1['CronJob'];

export type CronJobStatus = BatchV1['CronJobStatus'];

export interface CronJobPlan {
  readonly status: CronJobStatus;
  /** Old finished jobs, beyond the history limits. */
  readonly remove: readonly Job[];
  /** Running jobs that the next one replaces. */
  readonly replace: readonly Job[];
  readonly start?: { readonly atMs: number; readonly job: Job };
  readonly againMs?: number;
}

/** Added to the wait, so that a clock that is a little behind does not wake up too early and wait again. */
const GRACE_MS = 100;

/** k8s: cronjob/cronjob_controllerv2.go syncCronJob */
export function planCronJob(cronJob: CronJob, jobs: readonly Job[], nowMs: number): CronJobPlan {
  const status = statusOf(cronJob, jobs);
  const remove = outdated(cronJob, jobs);
  const idle = { status, remove, replace: [] };
  const { schedule: text = '', timeZone, suspend } = cronJob.spec ?? {};
  const schedule = parseSchedule(text, timeZone);
  if (isDeleting(cronJob) || suspend || schedule === undefined) return idle;
  const next = schedule.next(nowMs);
  const again = next === undefined ? {} : { againMs: next - nowMs + GRACE_MS };
  const atMs = missedTime(cronJob, schedule, nowMs);
  if (atMs === undefined || timeMs(status.lastScheduleTime) === atMs) return { ...idle, ...again };
  const isActive = (status.active ?? []).length > 0;
  if (isActive && cronJob.spec?.concurrencyPolicy === 'Forbid') return { ...idle, ...again };
  const active = new Set((status.active ?? []).map(({ uid }) => uid));
  const replace =
    cronJob.spec?.concurrencyPolicy === 'Replace' ? jobs.filter(({ metadata }) => active.has(metadata.uid ?? '')) : [];
  return { status, remove, replace, start: { atMs, job: jobAt(cronJob, atMs) }, ...again };
}

/** Finished jobs are taken from the list; jobs that the schedule did not start are not added. */
function statusOf({ status = {} }: CronJob, jobs: readonly Job[]): CronJobStatus {
  const running = new Set(jobs.filter((job) => !isFinished(job)).map(({ metadata }) => metadata.uid));
  const active = (status.active ?? []).filter(({ uid }) => running.has(uid));
  const ends = jobs.flatMap((job) => (job.status?.completionTime ? [job.status.completionTime] : []));
  const last = [...ends, ...(status.lastSuccessfulTime ? [status.lastSuccessfulTime] : [])].sort().at(-1);
  const { active: _, ...rest } = status;
  return { ...rest, ...(active.length > 0 && { active }), ...(last !== undefined && { lastSuccessfulTime: last }) };
}

function outdated({ spec }: CronJob, jobs: readonly Job[]): Job[] {
  const ended = (type: string): Job[] =>
    jobs
      .filter((job) => job.status?.conditions?.some((one) => one.type === type && one.status === 'True'))
      .sort(byStart);
  const beyond = (all: Job[], limit: number | undefined): Job[] =>
    limit === undefined ? [] : all.slice(0, Math.max(0, all.length - limit));
  return [
    ...beyond(ended('Complete'), spec?.successfulJobsHistoryLimit),
    ...beyond(ended('Failed'), spec?.failedJobsHistoryLimit),
  ].filter((job) => !isDeleting(job));
}

/** Those that never started come last. */
function byStart(a: Job, b: Job): number {
  const [one, other] = [timeMs(a.status?.startTime) ?? Infinity, timeMs(b.status?.startTime) ?? Infinity];
  if (one !== other) return one < other ? -1 : 1;
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

/** The latest time that has come since the last start and was not used yet. Times that were missed before it are lost. */
export function missedTime({ metadata, spec, status }: CronJob, schedule: Schedule, nowMs: number): number | undefined {
  const deadline = spec?.startingDeadlineSeconds;
  const since = timeMs(status?.lastScheduleTime) ?? timeMs(metadata.creationTimestamp) ?? nowMs;
  const earliest = deadline === undefined ? since : Math.max(since, nowMs - Number(deadline) * 1000);
  const first = schedule.next(earliest);
  if (first === undefined || first > nowMs) return undefined;
  let latest = first;
  const second = schedule.next(first);
  if (second === undefined || second > nowMs) return latest;
  // Of many missed times only those close to now are computed.
  const gap = second - first;
  for (let back = gap; back < nowMs - first; back *= 2) {
    const near = schedule.next(first + Math.floor((nowMs - first - back) / gap) * gap);
    if (near === undefined || near > nowMs) continue;
    latest = near;
    break;
  }
  for (let time = schedule.next(latest); time !== undefined && time <= nowMs; time = schedule.next(time)) latest = time;
  return latest;
}

const LONGEST_NAME = 63 - 11;

function jobAt(cronJob: CronJob, atMs: number): Job {
  const { name = '', namespace = '' } = cronJob.metadata;
  const { metadata = {}, spec = {} } = cloneJson(cronJob.spec?.jobTemplate ?? {});
  const annotations = { ...metadata.annotations, [TIMESTAMP]: localTime(atMs, cronJob.spec?.timeZone ?? 'UTC') };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      // The name is made from the time, so that the same job cannot be made twice.
      name: `${name.slice(0, LONGEST_NAME)}-${Math.trunc(atMs / 60_000)}`,
      namespace,
      ...(metadata.labels && { labels: metadata.labels }),
      annotations,
      ownerReferences: [controllerReference(cronJob)],
    },
    spec,
  };
}

const TIMESTAMP = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/** `2026-01-01T09:00:00+01:00`: the local time of a zone. */
export function localTime(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const offset = Math.round((Date.parse(`${wall}Z`) - Math.floor(ms / 1000) * 1000) / 60_000);
  if (offset === 0) return `${wall}Z`;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
}
