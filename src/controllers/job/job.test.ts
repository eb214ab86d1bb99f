import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../client/testing/clock.ts';
import type { Pod } from '../pods/pod.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import { formatIndexes, parseIndexes } from './indexes.ts';
import type { Job } from './types.ts';

let cluster: TestCluster;
let clock: ManualClock;
let settle: () => Promise<void>;
beforeEach(async () => {
  clock = manualClock();
  cluster = await TestCluster.open({ clock });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['job', 'ttl-after-finished', 'garbage-collector']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
const make = async (spec: object = {}) => {
  await cluster.create('jobs/a/work', {}, { spec: { template, ...spec } });
  await settle();
};
const status = async () => ((await cluster.get('jobs/a/work')) as Job).status;
const conditions = async () =>
  (await status())?.conditions?.map(({ type, status: is, reason }) => `${type} ${is} ${reason}`);
const pods = () => cluster.all<Pod>('pods');
async function end(phase: string, which: (pod: Pod) => boolean = () => true): Promise<void> {
  for (const pod of (await pods()).filter((one) => one.status?.phase === 'Pending' && which(one))) {
    await cluster.editStatus(`pods/a/${pod.metadata.name}`, (live) => {
      live.status = { ...(live as Pod).status, phase };
    });
  }
  await settle();
}
const names = async () => (await pods()).map(({ metadata }) => metadata.generateName).sort();

describe('a job', () => {
  it('makes pods that are counted when they end', async () => {
    await make({ completions: 3, parallelism: 2 });
    expect(await pods()).toHaveLength(2);
    const [{ metadata }] = (await pods()) as [Pod];
    expect(metadata.generateName).toBe('work-');
    expect(metadata.finalizers).toEqual(['batch.kubernetes.io/job-tracking']);
    expect(metadata.labels).toMatchObject({ 'batch.kubernetes.io/job-name': 'work', 'job-name': 'work' });
    expect(await status()).toEqual({
      startTime: '2026-01-01T00:00:00Z',
      active: 2,
      ready: 0,
      terminating: 0,
      uncountedTerminatedPods: {},
    });
    await end('Succeeded');
    expect(await status()).toMatchObject({ active: 1, succeeded: 2, uncountedTerminatedPods: {} });
    expect((await pods()).filter(({ metadata: { finalizers } }) => finalizers !== undefined)).toHaveLength(1);
    await end('Succeeded');
    expect(await status()).toMatchObject({ succeeded: 3, completionTime: '2026-01-01T00:00:00Z' });
    expect((await status())?.active).toBeUndefined();
    expect(await conditions()).toEqual([
      'SuccessCriteriaMet True CompletionsReached',
      'Complete True CompletionsReached',
    ]);
    expect(await pods()).toHaveLength(3);
  });

  it('tries again after a failure, later each time, and gives up in the end', async () => {
    await make({ backoffLimit: 1 });
    await end('Failed');
    expect(await status()).toMatchObject({ failed: 1 });
    expect(await pods()).toHaveLength(1);
    clock.ahead(10_000);
    await settle();
    expect(await pods()).toHaveLength(2);
    await end('Failed');
    expect(await status()).toMatchObject({ failed: 2 });
    expect(await conditions()).toEqual(['FailureTarget True BackoffLimitExceeded', 'Failed True BackoffLimitExceeded']);
    clock.ahead(3_600_000);
    await settle();
    expect(await pods()).toHaveLength(2);
  });

  it('replaces a pod that somebody deletes, and counts it as failed', async () => {
    await make();
    await cluster.remove(`pods/a/${(await pods())[0]?.metadata.name}`);
    await settle();
    expect(await pods()).toHaveLength(1);
    expect(await status()).toMatchObject({ active: 1, failed: 1 });
  });

  it('fails when it takes too long, and takes its pods back', async () => {
    await make({ activeDeadlineSeconds: 60 });
    clock.ahead(61_000);
    await settle();
    expect(await conditions()).toEqual(['FailureTarget True DeadlineExceeded', 'Failed True DeadlineExceeded']);
    expect(await pods()).toEqual([]);
  });

  it('has no pods while it is suspended', async () => {
    await make({ suspend: true });
    expect(await pods()).toEqual([]);
    expect(await conditions()).toEqual(['Suspended True JobSuspended']);
    const suspend = (is: boolean) =>
      cluster.edit('jobs/a/work', (job) => {
        (job.spec as { suspend: boolean }).suspend = is;
      });
    await suspend(false);
    await settle();
    expect(await pods()).toHaveLength(1);
    expect(await conditions()).toEqual(['Suspended False JobResumed']);
    expect((await status())?.startTime).toBe('2026-01-01T00:00:00Z');
    await suspend(true);
    await settle();
    expect(await pods()).toEqual([]);
    expect(await status()).not.toHaveProperty('failed');
  });

  it('gives each pod an index, and makes those that are missing', async () => {
    await make({ completions: 4, parallelism: 3, completionMode: 'Indexed' });
    expect(await names()).toEqual(['work-0-', 'work-1-', 'work-2-']);
    const [first] = (await pods()) as [Pod];
    expect(first.spec?.hostname).toBe('work-0');
    expect(first.spec?.containers?.[0]?.env?.[0]).toMatchObject({ name: 'JOB_COMPLETION_INDEX' });
    await end('Succeeded', ({ metadata }) => metadata.generateName !== 'work-1-');
    expect(await status()).toMatchObject({ succeeded: 2, active: 2, completedIndexes: '0,2' });
    expect(await names()).toEqual(['work-0-', 'work-1-', 'work-2-', 'work-3-']);
    await end('Succeeded');
    expect(await status()).toMatchObject({ succeeded: 4, completedIndexes: '0-3' });
    expect((await conditions())?.at(-1)).toBe('Complete True CompletionsReached');
  });

  it('may have very many indexes', async () => {
    await make({ completions: 2_000_000_000, parallelism: 2, completionMode: 'Indexed' });
    expect(await names()).toEqual(['work-0-', 'work-1-']);
  });

  it('goes some time after its end, with its pods, if it says so', async () => {
    await make({ ttlSecondsAfterFinished: 100 });
    await end('Succeeded');
    clock.ahead(99_000);
    await settle();
    expect(await cluster.paths('jobs')).toHaveLength(1);
    clock.ahead(2_000);
    await settle();
    expect(await cluster.paths('jobs')).toEqual([]);
    expect(await pods()).toEqual([]);
  });

  it.each(['Foreground', 'Background'])('takes its pods along when it is deleted in the %s', async (policy) => {
    await make({ parallelism: 3 });
    await cluster.remove('jobs/a/work', policy);
    await settle();
    expect(await cluster.paths('jobs')).toEqual([]);
    expect(await pods()).toEqual([]);
  });

  it('lets go of a pod that is no longer its own, finalizer and all', async () => {
    await make();
    const [{ metadata }] = (await pods()) as [Pod];
    const path = `pods/a/${metadata.name}`;
    await cluster.edit(path, (pod) => {
      pod.metadata.labels = {};
    });
    await settle();
    const released = (await cluster.get(path)) as Pod;
    expect(released.metadata).not.toHaveProperty('finalizers');
    expect(released.metadata).not.toHaveProperty('ownerReferences');
    expect(await pods()).toHaveLength(2);
  });

  it('leaves its pods without strings when it is orphaned', async () => {
    await make();
    await cluster.remove('jobs/a/work', 'Orphan');
    await settle();
    const [pod] = await pods();
    expect(pod?.metadata.ownerReferences).toBeUndefined();
    expect(pod?.metadata.finalizers).toBeUndefined();
  });
});

describe('a job with policies', () => {
  const failWith = async (exitCode: number): Promise<void> => {
    const [pod] = (await pods()).filter(({ status: was }) => was?.phase === 'Pending') as [Pod];
    await cluster.editStatus(`pods/a/${pod.metadata.name}`, (live) => {
      const finishedAt = '2026-01-01T00:00:00Z';
      const state = { terminated: { exitCode, startedAt: finishedAt, finishedAt, reason: 'Error' } };
      live.status = {
        phase: 'Failed',
        containerStatuses: [{ name: 'c', image: 'i', imageID: '', ready: false, restartCount: 0, state }],
      };
    });
    await settle();
  };
  const rules = [
    { action: 'Ignore', onExitCodes: { operator: 'In', values: [7] } },
    { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
  ];

  it('fails at once when a pod failed in a certain way, and does not count other failures', async () => {
    await make({ podFailurePolicy: { rules } });
    await failWith(7);
    expect(await status()).not.toHaveProperty('failed');
    clock.ahead(20_000);
    await settle();
    await failWith(42);
    expect(await conditions()).toEqual(['FailureTarget True PodFailurePolicy', 'Failed True PodFailurePolicy']);
    expect((await status())?.conditions?.at(-1)?.message).toMatch(
      /^Container c for pod a\/work-\S+ failed with exit code 42 matching FailJob rule at index 1$/,
    );
  });

  it('gives up indexes that fail too often, and goes on with the others', async () => {
    await make({ completions: 3, parallelism: 3, completionMode: 'Indexed', backoffLimitPerIndex: 1 });
    const isFirst = ({ metadata }: Pod): boolean => metadata.generateName === 'work-0-';
    await end('Failed', isFirst);
    expect(await names()).toEqual(['work-0-', 'work-1-', 'work-2-']);
    clock.ahead(10_000);
    await settle();
    const again = (await pods()).filter((pod) => isFirst(pod) && pod.status?.phase === 'Pending');
    expect(again.map(({ metadata }) => metadata.annotations?.['batch.kubernetes.io/job-index-failure-count'])).toEqual([
      '1',
    ]);
    await end('Failed', isFirst);
    expect(await status()).toMatchObject({ failedIndexes: '0', failed: 2, active: 2 });
    await end('Succeeded');
    expect(await status()).toMatchObject({ failedIndexes: '0', completedIndexes: '1-2', succeeded: 2 });
    expect(await conditions()).toEqual(['FailureTarget True FailedIndexes', 'Failed True FailedIndexes']);
  });

  it('fails when too many indexes have failed', async () => {
    const spec = {
      completions: 4,
      parallelism: 4,
      completionMode: 'Indexed',
      backoffLimitPerIndex: 0,
      maxFailedIndexes: 1,
    };
    await make(spec);
    await end('Failed', ({ metadata }) => metadata.generateName === 'work-0-');
    expect(await conditions()).toBeUndefined();
    await end('Failed', ({ metadata }) => metadata.generateName === 'work-3-');
    expect((await conditions())?.at(-1)).toBe('Failed True MaxFailedIndexesExceeded');
    expect((await status())?.failedIndexes).toBe('0,3');
  });

  it('is complete when the indexes that matter have succeeded', async () => {
    const successPolicy = { rules: [{ succeededIndexes: '1-2', succeededCount: 1 }] };
    await make({ completions: 3, parallelism: 3, completionMode: 'Indexed', successPolicy });
    await end('Succeeded', ({ metadata }) => metadata.generateName === 'work-0-');
    expect(await conditions()).toBeUndefined();
    await end('Succeeded', ({ metadata }) => metadata.generateName === 'work-2-');
    expect(await conditions()).toEqual(['SuccessCriteriaMet True SuccessPolicy', 'Complete True SuccessPolicy']);
    expect(await status()).toMatchObject({ succeeded: 2, completedIndexes: '0,2' });
    expect(await names()).toEqual(['work-0-', 'work-2-']);
  });
});

describe('indexes', () => {
  it.each([
    ['', []],
    ['1', [1]],
    ['0-2,4,6-7', [0, 1, 2, 4, 6, 7]],
  ])('%j stands for %j', (text, indexes) => {
    expect([...parseIndexes(text, 10)]).toEqual(indexes);
    expect(formatIndexes(new Set(indexes))).toBe(text);
  });
  it('reads only what is in range', () => {
    expect([...parseIndexes('1-99999999,x,3', 3)]).toEqual([1, 2]);
    expect(parseIndexes('0-99999999', 999_999_999).size).toBe(1_000_000);
  });
});
