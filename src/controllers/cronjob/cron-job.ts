import type { CachedClient } from '#in-process-client';
import { formatTime, instantOf, storedEqual } from '#meta';
import type { Job } from '../job/types.ts';
import { controllerOf } from '../pods/claim.ts';
import { isTerminatingNamespace } from '../pods/pod.ts';
import { type CronJob, type CronJobPlan, type CronJobStatus, type JobReference, planCronJob } from './plan.ts';

/** Makes a job whenever it is time. k8s: controller/cronjob */
export async function reconcileCronJob(client: CachedClient, key: string): Promise<number | undefined> {
  const cronJob = client.get<CronJob>('batch/CronJob', key);
  if (cronJob === undefined) return undefined;
  const plan = planCronJob(cronJob, client.controlledBy<Job>('batch/Job', cronJob), client.nowMs);
  for (const job of [...plan.remove, ...plan.replace]) await client.remove(job, 'Background');
  const status = plan.start === undefined ? plan.status : await start(client, cronJob, plan);
  if (!storedEqual(status, cronJob.status ?? {})) {
    await client.writeStatus<CronJob>(cronJob, (live) => {
      live.status = { ...status };
    });
  }
  return plan.againMs;
}

async function start(
  client: CachedClient,
  cronJob: CronJob,
  { status, start: due, replace }: CronJobPlan,
): Promise<CronJobStatus> {
  if (due === undefined) return status;
  try {
    await client.create(due.job);
  } catch (error) {
    if (isTerminatingNamespace(error)) return status;
    throw error;
  }
  const job = await client.getNewest<Job>(due.job);
  // Somebody else's job has that name: it is not ours to count.
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
