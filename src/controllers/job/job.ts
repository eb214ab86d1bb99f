import type { CachedClient } from '#in-process-client';
import { storedEqual } from '#meta';
import { matcherOf } from '../event-mappers.ts';
import { dropFinalizer } from '../garbage-collector/owners.ts';
import { inParallel } from '../in-parallel.ts';
import { claim } from '../pods/claim.ts';
import { type Container, isTerminatingNamespace, type Pod, podFrom } from '../pods/pod.ts';
import { createPodFor, removePodFor, tell } from '../pods/pod-control.ts';
import { slowStart } from '../pods/slow-start.ts';
import { FAILURES, failuresOf, hasLimitPerIndex } from './per-index.ts';
import { isFinished, planJob } from './plan.ts';
import { INDEX, indexOf, isTracked, TRACKING } from './tally.ts';
import type { Job, JobStatus } from './types.ts';

const JOB_NAME = 'batch.kubernetes.io/job-name';
const MANAGER = 'kubernetes.io/job-controller';
const CONCURRENCY = 8;

/** Runs pods until enough of them have succeeded. k8s: controller/job */
export async function reconcileJob(client: CachedClient, key: string): Promise<number | undefined> {
  const job = client.get<Job>('batch/Job', key);
  await releaseLeftOver(client, key, job);
  if (job === undefined || (job.spec?.managedBy ?? MANAGER) !== MANAGER) return undefined;
  const matches = matcherOf(job.spec?.selector);
  const pods = await claim<Pod>(client, job, { kind: 'Pod', matches, finalizer: TRACKING });
  const { now, nowMs } = client;
  const plan = planJob({ job, pods, now, nowMs });
  const failure = await slowStart(plan.create, (index) => createPodFor(client, job, newPod(job, pods, index)));
  const failures = [...(await inParallel(plan.remove, CONCURRENCY, (pod) => removePod(client, job, pod)))];
  if (!isFinished(job) && !storedEqual(plan.status, job.status ?? {})) {
    await client.writeStatus<Job>(job, (live) => {
      live.status = { ...plan.status };
    });
    await tellChanges(client, job, plan.status);
  }
  failures.push(...(await inParallel(plan.release, CONCURRENCY, (pod) => release(client, pod))));
  if (failure !== undefined && !isTerminatingNamespace(failure)) throw failure;
  if (failures[0] !== undefined) throw failures[0];
  return plan.againMs;
}

/** What has become of a job, once. */
async function tellChanges(client: CachedClient, job: Job, status: JobStatus): Promise<void> {
  for (const { type, status: is, reason = '', message = '' } of status.conditions ?? []) {
    const before = job.status?.conditions?.find((condition) => condition.type === type);
    if (before?.status === is) continue;
    if (type === 'Complete' && is === 'True') await tell(client, job, ['Normal', 'Completed', 'Job completed']);
    if (type === 'Failed' && is === 'True') await tell(client, job, ['Warning', reason, message]);
    if (type === 'Suspended') {
      await tell(
        client,
        job,
        is === 'True' ? ['Normal', 'Suspended', 'Job suspended'] : ['Normal', 'Resumed', 'Job resumed'],
      );
    }
  }
}

/** Deletes a pod without counting it. */
async function removePod(client: CachedClient, job: Job, pod: Pod): Promise<void> {
  await release(client, pod);
  await removePodFor(client, job, pod);
}

async function release(client: CachedClient, pod: Pod): Promise<void> {
  if (isTracked(pod)) await client.editMetadata(pod, (metadata) => dropFinalizer(metadata, TRACKING));
}

/** Removes the finalizer from pods whose job is gone, or was replaced by another of the same name. */
async function releaseLeftOver(client: CachedClient, key: string, job: Job | undefined): Promise<void> {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  const pods = client.inNamespace<Pod>('Pod', key.slice(0, slash), ({ controller, labels }) => {
    if (controller === undefined) return job === undefined && labels[JOB_NAME] === name;
    return controller.kind === 'Job' && controller.name === name && controller.uid !== job?.metadata.uid;
  });
  for (const pod of pods) await release(client, pod);
}

function newPod(job: Job, pods: readonly Pod[], index: number | undefined): Pod {
  const pod = podFrom(job.spec?.template ?? {}, job);
  const { metadata, spec = {} } = pod;
  metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), TRACKING])];
  if (index === undefined) return pod;
  metadata.generateName = `${job.metadata.name}-${index}-`;
  metadata.annotations = { ...metadata.annotations, [INDEX]: String(index) };
  metadata.labels = { ...metadata.labels, [INDEX]: String(index) };
  if (hasLimitPerIndex(job)) {
    const failed = pods.filter((one) => one.status?.phase === 'Failed' && indexOf(one) === index);
    metadata.annotations = { ...metadata.annotations, [FAILURES]: String(failuresOf(job, failed)) };
  }
  spec.hostname = `${job.metadata.name}-${index}`;
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) addIndexVariable(container);
  return pod;
}

const VARIABLE = 'JOB_COMPLETION_INDEX';

function addIndexVariable(container: Container): void {
  if (container.env?.some(({ name }) => name === VARIABLE)) return;
  const valueFrom = { fieldRef: { fieldPath: `metadata.labels['${INDEX}']` } };
  container.env = [...(container.env ?? []), { name: VARIABLE, valueFrom }];
}
