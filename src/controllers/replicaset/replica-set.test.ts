import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../client/testing/clock.ts';
import type { Pod } from '../pods/pod.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import type { ReplicaSet } from './plan.ts';

let cluster: TestCluster;
let clock: ManualClock;
let settle: () => Promise<void>;
beforeEach(async () => {
  clock = manualClock();
  cluster = await TestCluster.open({ clock });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['replicaset', 'replicationcontroller', 'garbage-collector', 'namespace']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const template = {
  metadata: { labels: { app: 'web', tier: 'front' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};
const web = (spec: object = {}) =>
  cluster.create('replicasets/a/web', {}, { spec: { selector: { matchLabels: { app: 'web' } }, template, ...spec } });
const loosePod = (name: string, labels: { [key: string]: string }) =>
  cluster.create(`pods/a/${name}`, { labels }, { spec: template.spec });
const status = async () => ((await cluster.get('replicasets/a/web')) as ReplicaSet).status;
const pods = () => cluster.all<Pod>('pods');
async function scale(replicas: number): Promise<void> {
  await cluster.edit('replicasets/a/web', (set) => {
    (set as ReplicaSet).spec = { ...(set as ReplicaSet).spec, replicas };
  });
  await settle();
}
async function write(name: string, change: NonNullable<Pod['status']>): Promise<void> {
  await cluster.editStatus(`pods/a/${name}`, (pod) => {
    pod.status = { ...(pod as Pod).status, ...change };
  });
}
const ready = (since: string) => ({
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: since }],
});

describe('a replica set', () => {
  it('replaces pods that go or end', async () => {
    await web({ replicas: 2 });
    await settle();
    const [one, two] = await pods();
    await cluster.remove(`pods/a/${one?.metadata.name}`);
    await write(two?.metadata.name as string, { phase: 'Failed' });
    await settle();
    const left = await pods();
    expect(left).toHaveLength(3);
    expect(left.filter((pod) => pod.status?.phase === 'Pending')).toHaveLength(2);
    expect(await status()).toMatchObject({ replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 });
  });

  it('makes no pod in the place of one that cannot be read, and goes on when that is gone', async () => {
    await web({ replicas: 2 });
    await settle();
    const [one, two] = await pods();
    await cluster.spoil(`pods/a/${one?.metadata.name}`, Buffer.from('\u0001\0\0\0{'));
    await cluster.remove(`pods/a/${two?.metadata.name}`);
    await settle();
    expect(await cluster.paths('pods')).toEqual([`pods/a/${one?.metadata.name}`]);
    expect(cluster.warnings.join()).toContain('will try again');
    await cluster.spoil(`pods/a/${one?.metadata.name}`, null);
    clock.ahead(60_000);
    await settle();
    expect(await cluster.paths('pods')).toHaveLength(2);
  });

  it('adopts pods that match, and counts those with all labels of the template apart', async () => {
    await loosePod('mine', { app: 'web' });
    await loosePod('other', { app: 'db' });
    await web({ replicas: 2 });
    await settle();
    expect(await pods()).toHaveLength(3);
    expect((await cluster.get('pods/a/mine'))?.metadata.ownerReferences).toMatchObject([
      { name: 'web', controller: true },
    ]);
    expect((await cluster.get('pods/a/other'))?.metadata.ownerReferences).toBeUndefined();
    expect(await status()).toMatchObject({ replicas: 2, fullyLabeledReplicas: 1 });
    await loosePod('late', { app: 'web' });
    await settle();
    expect(await pods()).toHaveLength(3);
  });

  it('releases pods that match no longer, and makes others instead', async () => {
    await web({ replicas: 1 });
    await settle();
    const [{ metadata }] = (await pods()) as [Pod];
    await cluster.edit(`pods/a/${metadata.name}`, (pod) => {
      pod.metadata.labels = { app: 'quarantine' };
    });
    await settle();
    expect((await cluster.get(`pods/a/${metadata.name}`))?.metadata.ownerReferences).toBeUndefined();
    expect(await pods()).toHaveLength(2);
  });

  it('gives up the pods first that would be missed least', async () => {
    await web({ replicas: 3 });
    await settle();
    const [one, two, three] = (await pods()).map(({ metadata }) => metadata.name as string) as [string, string, string];
    await write(one, ready('2025-12-31T00:00:00Z'));
    await write(three, { phase: 'Running' });
    await scale(2);
    expect((await pods()).map(({ metadata }) => metadata.name)).toEqual([one, three]);
    await scale(1);
    expect((await pods()).map(({ metadata }) => metadata.name)).toEqual([one]);
    expect(two).not.toBe(one);
  });

  it('counts a pod as available when it has been ready for long enough', async () => {
    await web({ replicas: 1, minReadySeconds: 30 });
    await settle();
    const [{ metadata }] = (await pods()) as [Pod];
    await write(metadata.name as string, ready('2026-01-01T00:00:00Z'));
    await settle();
    expect(await status()).toMatchObject({ readyReplicas: 1 });
    expect((await status())?.availableReplicas ?? 0).toBe(0);
    clock.ahead(31_000);
    await settle();
    expect((await status())?.availableReplicas).toBe(1);
  });

  it('says why pods cannot be made, tries again in ever longer intervals, and forgets about it when it works', async () => {
    cluster.refuse('Pod');
    await web({ replicas: 5 });
    await settle();
    const attempts = cluster.warnings.length;
    expect(attempts).toBeLessThan(12);
    expect((await status())?.conditions).toEqual([
      {
        type: 'ReplicaFailure',
        status: 'True',
        reason: 'FailedCreate',
        message: expect.stringMatching(/^pods .*is forbidden: exceeded quota$/),
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ]);
    cluster.refuse(undefined);
    clock.ahead(60_000);
    // Nobody waits for what has failed so often.
    await expect.poll(async () => (await pods()).length).toBe(5);
    await settle();
    expect((await status())?.conditions).toBeUndefined();
  });

  it('makes many pods', async () => {
    await web({ replicas: 120 });
    await settle();
    expect(await pods()).toHaveLength(120);
    await scale(0);
    expect(await pods()).toHaveLength(0);
    expect((await status())?.replicas).toBe(0);
  });

  it('goes with its namespace', async () => {
    await web({ replicas: 5 });
    await settle();
    await cluster.remove('namespaces/a');
    await settle();
    expect(await cluster.paths('namespaces')).toEqual([]);
    expect(await pods()).toEqual([]);
  });

  it('leaves its pods to themselves when it is orphaned, and takes them in again', async () => {
    await web({ replicas: 2 });
    await settle();
    const before = (await pods()).map(({ metadata }) => metadata.name);
    await cluster.remove('replicasets/a/web', 'Orphan');
    await settle();
    expect((await pods()).map(({ metadata }) => metadata.ownerReferences)).toEqual([undefined, undefined]);
    await web({ replicas: 2 });
    await settle();
    expect((await pods()).map(({ metadata }) => metadata.name)).toEqual(before);
  });
});

describe('a replication controller', () => {
  it('keeps pods by the labels of its template', async () => {
    await cluster.create('replicationcontrollers/a/rc', {}, { spec: { replicas: 2, template } });
    await settle();
    const rc = (await cluster.get('replicationcontrollers/a/rc')) as ReplicaSet;
    expect(rc.status).toEqual({ replicas: 2, fullyLabeledReplicas: 2, observedGeneration: 1 });
    expect((await pods())[0]?.metadata.ownerReferences).toMatchObject([
      { apiVersion: 'v1', kind: 'ReplicationController' },
    ]);
  });
});
