import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BudgetStatus } from '#apis';
import type { OwnerReference } from '#meta';
import { systemClockLike } from '../../client/testing/clock.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
let settle: () => Promise<void>;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: systemClockLike() });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['disruption']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const selector = { matchLabels: { app: 'x' } };
const spec = { containers: [{ name: 'c', image: 'i' }] };

async function addPods(names: readonly string[], owner?: OwnerReference): Promise<void> {
  const ownerReferences = owner === undefined ? [] : [{ ...owner, controller: true }];
  for (const name of names) {
    await cluster.create(`pods/a/${name}`, { labels: { app: 'x' }, ownerReferences }, { spec });
    await setReady(name, 'True');
  }
}
async function setReady(name: string, status: string): Promise<void> {
  const conditions = [{ type: 'Ready', status }];
  await cluster.editStatus(`pods/a/${name}`, (pod) => {
    pod.status = { ...(pod.status as object), phase: 'Running', conditions };
  });
}
const statusNow = async () => ((await cluster.get('poddisruptionbudgets/a/b'))?.status ?? {}) as BudgetStatus;
async function numbers(): Promise<readonly (number | undefined)[]> {
  await settle();
  const status = await statusNow();
  return [status.expectedPods, status.currentHealthy, status.desiredHealthy, status.disruptionsAllowed];
}
const budget = (limit: object) => cluster.create('poddisruptionbudgets/a/b', {}, { spec: { selector, ...limit } });
const owner = (path: string, replicas: number, metadata = {}) =>
  cluster.create(path, metadata, {
    spec: { replicas, selector, template: { metadata: { labels: { app: 'x' } }, spec } },
  });

describe('the status of a disruption budget', () => {
  it('follows its pods, and says whether some may go', async () => {
    await budget({ minAvailable: 2 });
    expect(await numbers()).toEqual([0, 0, 2, 0]);
    await addPods(['p1', 'p2', 'p3']);
    expect(await numbers()).toEqual([3, 3, 2, 1]);
    const { observedGeneration, conditions } = await statusNow();
    expect(observedGeneration).toBe(1);
    expect(conditions).toMatchObject([
      { type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', observedGeneration: 1, message: '' },
    ]);
    await setReady('p1', 'False');
    expect(await numbers()).toEqual([3, 2, 2, 0]);
    await cluster.edit('pods/a/p2', ({ metadata: of }) => {
      of.labels = {};
    });
    expect(await numbers()).toEqual([2, 1, 2, 0]);
    await cluster.remove('pods/a/p3');
    expect(await numbers()).toEqual([1, 0, 2, 0]);
  });

  it.each([
    [{ maxUnavailable: 1 }, [4, 3, 3, 0]],
    [{ maxUnavailable: '50%' }, [4, 3, 2, 1]],
    [{ minAvailable: '30%' }, [4, 3, 2, 1]],
    [{ minAvailable: 1 }, [3, 3, 1, 2]],
    [{}, [0, 3, 0, 0]],
  ])('with %j counts on what the deployment of the pods is scaled to', async (limit, expected) => {
    const deployment = await owner('deployments/a/d', 4);
    const replicaSet = await owner('replicasets/a/r', 7, { ownerReferences: [{ ...deployment, controller: true }] });
    await addPods(['p1', 'p2', 'p3'], replicaSet);
    await budget(limit);
    expect(await numbers()).toEqual(expected);
  });

  it('lets nobody go when the pods have a controller that cannot be scaled, and says so', async () => {
    await addPods(['p1'], await cluster.create('configmaps/a/c'));
    await budget({ maxUnavailable: 1 });
    expect(await numbers()).toEqual([0, 0, 0, 0]);
    const { conditions } = await statusNow();
    expect(conditions).toMatchObject([
      { status: 'False', reason: 'SyncFailed', message: 'configmaps does not implement the scale subresource' },
    ]);
  });

  it('counts the others when a pod cannot be read', async () => {
    await cluster.spoil('pods/a/broken', Buffer.from('\u0001\0\0\0{'));
    await addPods(['p1', 'p2']);
    await budget({ minAvailable: 1 });
    expect(await numbers()).toEqual([2, 2, 1, 1]);
  });

  it('does not count a pod that an eviction was granted for, until that is long ago', async () => {
    await addPods(['p1', 'p2', 'p3']);
    await budget({ minAvailable: 1 });
    expect(await numbers()).toEqual([3, 3, 1, 2]);
    const since = (ms: number) => `${new Date(Date.now() - ms).toISOString().slice(0, 19)}Z`;
    await cluster.editStatus('poddisruptionbudgets/a/b', (object) => {
      const disruptedPods = { p1: since(1000), p2: since(500_000), gone: since(0) };
      object.status = { ...(object.status as object), disruptedPods };
    });
    expect(await numbers()).toEqual([3, 2, 1, 1]);
    const { disruptedPods } = await statusNow();
    expect(Object.keys(disruptedPods ?? {})).toEqual(['p1']);
  });
});

describe('a pod that was to go', () => {
  it.each([
    [1000, 'True'],
    [500_000, 'False'],
  ])('and is there after %d ms is said to be on its way out: %s', async (ago, expected) => {
    await addPods(['p']);
    const lastTransitionTime = `${new Date(Date.now() - ago).toISOString().slice(0, 19)}Z`;
    const target = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', lastTransitionTime };
    await cluster.editStatus('pods/a/p', (pod) => {
      pod.status = { ...(pod.status as object), conditions: [target] };
    });
    await settle();
    const status = (await cluster.get('pods/a/p'))?.status;
    expect(status).toMatchObject({ conditions: [{ type: 'DisruptionTarget', status: expected }] });
  });
});
