import { type CachedClient, timeMs } from '#in-process-client';
import type { Job } from '../job/types.ts';
import { isDeleting } from '../pods/pod.ts';

/** Deletes jobs some time after they have ended, if they say so. k8s: controller/ttlafterfinished */
export async function reconcileFinishedJob(client: CachedClient, key: string): Promise<number | undefined> {
  const job = client.get<Job>('batch/Job', key);
  const left = job && timeLeft(job, client.nowMs);
  if (job === undefined || left === undefined) return undefined;
  if (left > 0) return left;
  await client.remove(job, 'Foreground');
  return undefined;
}

/** Milliseconds that an ended job has left; undefined when it may stay. */
function timeLeft(job: Job, nowMs: number): number | undefined {
  const seconds = job.spec?.ttlSecondsAfterFinished;
  if (seconds === undefined || isDeleting(job)) return undefined;
  const end = job.status?.conditions?.find(
    ({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'),
  );
  const endMs = timeMs(end?.lastTransitionTime);
  return endMs === undefined ? undefined : Math.max(0, endMs + seconds * 1000 - nowMs);
}
