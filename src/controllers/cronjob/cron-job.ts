import type { CachedClient } from '#in-process-client';
import { formatTime, instantOf, storedEqual } from '#meta';
import type { Job } from '../job/types.ts';
import { controllerOf } from '../pods/claim.ts';
import { isTerminatingNamespace } from '../pods/pod.ts';
import { tell } from '../pods/pod-control.ts';
import { type CronJob, type CronJobPlan, type CronJobStatus, type JobReference, planCronJob } from './plan.ts';

/** Makes a job whenever it is time. k8s: controller/cronjob */
export async function reconcileCronJob(client: CachedClient, key: string): Promise<number | undefined> {
  const cronJob = client.get<CronJob>('batch/CronJob', key);
  if (cronJob === undefined) return undefined;
  const jobs = client.controlledBy<Job>('batch/Job', cronJob);
  const plan = planCronJob(cronJob, jobs, client.nowMs);
  for (const job of [...plan.remove, ...plan.replace]) await removeJob(client, cronJob, job);
  const status = plan.start === undefined ? plan.status : await start(client, cronJob, plan);
  if (!storedEqual(status, cronJob.status ?? {})) {
    await client.writeStatus<CronJob>(cronJob, (live) => {
      live.status = { ...status };
    });
  }
  await tellCompleted(client, cronJob, jobs);
  return plan.againMs;
}

async function removeJob(client: CachedClient, cronJob: CronJob, job: Job): Promise<void> {
  await client.remove(job, 'Background');
  await tell(client, cronJob, ['Normal', 'SuccessfulDelete', `Deleted job ${job.metadata.name}`]);
}

/** Of the jobs that were running when it was looked at last. */
async function tellCompleted(client: CachedClient, cronJob: CronJob, jobs: readonly Job[]): Promise<void> {
  for (const { uid } of cronJob.status?.active ?? []) {
    const job = jobs.find(({ metadata }) => metadata.uid === uid);
    const end = job?.status?.conditions?.find(
      ({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'),
    );
    const said = `Saw completed job: ${job?.metadata.name}, condition: ${end?.type}`;
    if (end !== undefined) await tell(client, cronJob, ['Normal', 'SawCompletedJob', said]);
  }
}

async function start(
  client: CachedClient,
  cronJob: CronJob,
  { status, start: due, replace }: CronJobPlan,
): Promise<CronJobStatus> {
  if (due === undefined) return status;
  try {
    const isMade = await client.create(due.job);
    const said = `Created job ${due.job.metadata.name}`;
    if (isMade) await tell(client, cronJob, ['Normal', 'SuccessfulCreate', said]);
  } catch (error) {
    if (isTerminatingNamespace(error)) return status;
    await tell(client, cronJob, ['Warning', 'FailedCreate', `Error creating job: ${(error as Error).message}`]);
    throw error;
  }
  const job = await client.getNewest<Job>(due.job);
  // A job of that name that another owner controls is not counted.
  if (job === null || controllerOf(job)?.uid !== cronJob.metadata.uid) return status;
  const gone = new Set(replace.map(({ metadata }) => metadata.uid));
  const active = (status.active ?? []).filter(({ uid }) => !gone.has(uid) && uid !== job.metadata.uid);
  const lastScheduleTime = formatTime(instantOf(due.atMs));
  return { ...status, active: [...active, referenceTo(job)], lastScheduleTime };
}

function referenceTo({ apiVersion, kind, metadata }: Job): JobReference {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata;
  return { apiVersion, kind, namespace, name, uid, resourceVersion };
}
