import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../client/testing/clock.ts';
import type { Job } from '../job/types.ts';
import type { Pod } from '../pods/pod.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import type { CronJob } from './plan.ts';

let cluster: TestCluster;
let clock: ManualClock;
let settle: () => Promise<void>;
beforeEach(async () => {
  clock = manualClock();
  cluster = await TestCluster.open({ clock });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['cronjob', 'job', 'garbage-collector']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const minute = 60_000;
const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
const make = async (spec: object = {}) => {
  const jobTemplate = { metadata: { labels: { l: 'v' } }, spec: { template } };
  await cluster.create('cronjobs/a/tick', {}, { spec: { schedule: '*/10 * * * *', jobTemplate, ...spec } });
  await settle();
};
async function pass(minutes: number): Promise<void> {
  clock.ahead(minutes * minute);
  await settle();
}
const jobs = async () => (await cluster.all<Job>('jobs')).map(({ metadata }) => metadata.name as string);
const status = async () => ((await cluster.get('cronjobs/a/tick')) as CronJob).status;
async function endAll(phase: string): Promise<void> {
  for (const { metadata, status: was } of await cluster.all<Pod>('pods')) {
    if (was?.phase !== 'Pending') continue;
    await cluster.editStatus(`pods/a/${metadata.name}`, (pod) => {
      pod.status = { ...(pod as Pod).status, phase };
    });
  }
  await settle();
}
const nameAt = (time: string): string => `tick-${Date.parse(time) / minute}`;

describe('a cron job', () => {
  it('makes a job when it is time, and no sooner', async () => {
    await make();
    await pass(9);
    expect(await jobs()).toEqual([]);
    await pass(1.5);
    expect(await jobs()).toEqual([nameAt('2026-01-01T00:10:00Z')]);
    const [job] = (await cluster.all<Job>('jobs')) as [Job];
    expect(job.metadata.labels).toMatchObject({ l: 'v' });
    expect(job.metadata.annotations).toEqual({
      'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-01T00:10:00Z',
    });
    expect(job.metadata.ownerReferences).toMatchObject([{ kind: 'CronJob', name: 'tick', controller: true }]);
    expect(await status()).toMatchObject({
      lastScheduleTime: '2026-01-01T00:10:00Z',
      active: [{ apiVersion: 'batch/v1', kind: 'Job', namespace: 'a', name: job.metadata.name, uid: job.metadata.uid }],
    });
    await endAll('Succeeded');
    expect(await status()).toEqual({
      lastScheduleTime: '2026-01-01T00:10:00Z',
      lastSuccessfulTime: '2026-01-01T00:10:30Z',
    });
  });

  it.each([
    ['Allow', 2],
    ['Forbid', 1],
    ['Replace', 1],
  ])('lets jobs run at the same time or not: %s', async (concurrencyPolicy, count) => {
    await make({ concurrencyPolicy });
    await pass(10.5);
    const [first] = await jobs();
    await pass(10);
    expect(await jobs()).toHaveLength(count);
    expect((await jobs()).includes(first as string)).toBe(concurrencyPolicy !== 'Replace');
    expect((await status())?.active).toHaveLength(count);
  });

  it('keeps a few of the jobs that have ended', async () => {
    await make({ successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 0 });
    await pass(0.5);
    for (let round = 0; round < 4; round++) {
      await pass(10);
      await endAll('Succeeded');
    }
    expect(await jobs()).toEqual([nameAt('2026-01-01T00:30:00Z'), nameAt('2026-01-01T00:40:00Z')]);
  });

  it('does nothing while it is suspended, and catches up with one job only', async () => {
    await make({ suspend: true });
    await pass(60);
    expect(await jobs()).toEqual([]);
    await cluster.edit('cronjobs/a/tick', (live) => {
      (live as CronJob).spec = { ...(live as CronJob).spec, suspend: false };
    });
    await settle();
    expect(await jobs()).toEqual([nameAt('2026-01-01T01:00:00Z')]);
  });

  it('takes its jobs and their pods along', async () => {
    await make();
    await pass(10.5);
    await cluster.remove('cronjobs/a/tick');
    await settle();
    expect(await jobs()).toEqual([]);
    expect(await cluster.paths('pods')).toEqual([]);
  });
});
