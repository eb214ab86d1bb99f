import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../../client/testing/clock.ts';
import type { Pod } from '../pods/pod.ts';
import type { ReplicaSet } from '../replicaset/plan.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import type { Deployment } from './types.ts';

let cluster: TestCluster;
let clock: ManualClock;
let settle: () => Promise<void>;
let stop: () => Promise<void>;
beforeEach(async () => {
  clock = manualClock();
  cluster = await TestCluster.open({ clock });
  await cluster.create('namespaces/a');
  start();
});
afterEach(() => cluster[Symbol.asyncDispose]());

function start(): void {
  ({ settle, stop } = cluster.start(['deployment', 'replicaset', 'garbage-collector']));
}
const template = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image }] },
});
const web = (spec: object = {}) =>
  cluster.create(
    'deployments/a/web',
    {},
    { spec: { selector: { matchLabels: { app: 'web' } }, template: template('one'), ...spec } },
  );
const edit = (change: (deployment: Deployment) => void) =>
  cluster.edit('deployments/a/web', change as never).then(() => settle());
const setImage = (image: string) =>
  edit(({ spec }) => {
    setImageIn(spec?.template, image);
  });
function setImageIn(from: { spec?: object } | undefined, image: string): void {
  for (const container of (from?.spec as { containers?: { image: string }[] })?.containers ?? [])
    container.image = image;
}
const deployment = async () => (await cluster.get('deployments/a/web')) as Deployment;
const pods = () => cluster.all<Pod>('pods');
async function sizes(): Promise<Record<string, number | undefined>> {
  const sets = await cluster.all<ReplicaSet>('replicasets');
  return Object.fromEntries(sets.map(({ spec }) => [imageOf(spec?.template), spec?.replicas]));
}
const imageOf = (from: { spec?: object } | undefined): string =>
  (from?.spec as { containers?: { image: string }[] } | undefined)?.containers?.[0]?.image ?? '';
async function makeReady(all = true): Promise<void> {
  for (const { metadata } of (await pods()).slice(0, all ? undefined : 1)) {
    await cluster.editStatus(`pods/a/${metadata.name}`, (pod) => {
      const lastTransitionTime = new Date(clock.now()).toISOString().replace('.000Z', 'Z');
      pod.status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] };
    });
  }
  await settle();
}
async function conditions(): Promise<Record<string, string>> {
  const { status } = await deployment();
  return Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status, reason }) => [type, `${status} ${reason}`]),
  );
}

describe('a deployment', () => {
  it('gets a replica set named after its template, and that gets pods', async () => {
    await web({ replicas: 3 });
    await settle();
    const [set] = await cluster.all<ReplicaSet>('replicasets');
    const hash = set?.metadata.labels?.['pod-template-hash'];
    expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{8,10}$/);
    expect(set?.metadata.name).toBe(`web-${hash}`);
    expect(set?.spec?.selector).toEqual({ matchLabels: { app: 'web', 'pod-template-hash': hash } });
    expect(set?.metadata.annotations).toEqual({
      'deployment.kubernetes.io/revision': '1',
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
    });
    expect(set?.status).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 3,
      terminatingReplicas: 0,
      observedGeneration: 1,
    });
    const all = await pods();
    expect(all).toHaveLength(3);
    expect(all[0]?.metadata.generateName).toBe(`web-${hash}-`);
    expect(all[0]?.metadata.labels).toEqual({ app: 'web', 'pod-template-hash': hash });
    expect(all[0]?.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: set?.metadata.name,
        uid: set?.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    const { metadata, status } = await deployment();
    expect(metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
    expect(status).toMatchObject({ observedGeneration: 1, replicas: 3, updatedReplicas: 3, unavailableReplicas: 3 });
    expect(await conditions()).toEqual({
      Available: 'False MinimumReplicasUnavailable',
      Progressing: 'True ReplicaSetUpdated',
    });
  });

  it('is complete when its pods are ready', async () => {
    await web({ replicas: 2 });
    await settle();
    await makeReady();
    expect((await deployment()).status).toMatchObject({ readyReplicas: 2, availableReplicas: 2 });
    expect(await conditions()).toEqual({
      Available: 'True MinimumReplicasAvailable',
      Progressing: 'True NewReplicaSetAvailable',
    });
  });

  it('rolls out as far as the pods allow, and to the end when they get ready', async () => {
    await web({ replicas: 4 });
    await settle();
    await makeReady();
    await setImage('two');
    expect(await sizes()).toEqual({ one: 3, two: 2 });
    for (let round = 0; round < 4; round++) await makeReady();
    expect(await sizes()).toEqual({ one: 0, two: 4 });
    expect((await pods()).map(imageOf)).toEqual(['two', 'two', 'two', 'two']);
    expect((await deployment()).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
  });

  it('goes back to a replica set that it had, under a new number', async () => {
    await web();
    await settle();
    await setImage('two');
    await setImage('one');
    const sets = await cluster.all<ReplicaSet>('replicasets');
    const of = (image: string) => sets.find(({ spec }) => imageOf(spec?.template) === image)?.metadata.annotations;
    expect(sets).toHaveLength(2);
    expect(of('one')?.['deployment.kubernetes.io/revision']).toBe('3');
    expect(of('one')?.['deployment.kubernetes.io/revision-history']).toBe('1');
    expect((await deployment()).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3');
  });

  it('is scaled up and down', async () => {
    await web({ replicas: 1 });
    await settle();
    for (const replicas of [5, 2, 0]) {
      await edit(({ spec }) => {
        if (spec) spec.replicas = replicas;
      });
      expect(await pods()).toHaveLength(replicas);
      expect((await deployment()).status?.replicas ?? 0).toBe(replicas);
    }
  });

  it('changes nothing while it is paused but its size, and goes on afterwards', async () => {
    await web({ replicas: 1, paused: true });
    await settle();
    expect(await sizes()).toEqual({});
    await edit(({ spec }) => {
      if (spec) spec.paused = false;
    });
    expect(await sizes()).toEqual({ one: 1 });
    await edit(({ spec }) => {
      Object.assign(spec ?? {}, { paused: true, replicas: 2 });
      setImageIn(spec?.template, 'two');
    });
    expect(await sizes()).toEqual({ one: 2 });
    expect((await conditions()).Progressing).toBe('Unknown DeploymentPaused');
    await edit(({ spec }) => {
      if (spec) spec.paused = false;
    });
    expect(await sizes()).toEqual({ one: 2, two: 1 });
  });

  it('recreates: the old pods are gone before the new ones come', async () => {
    await web({ replicas: 2, strategy: { type: 'Recreate' } });
    await settle();
    await makeReady();
    await setImage('two');
    expect(await sizes()).toEqual({ one: 0, two: 2 });
    expect((await pods()).map(imageOf)).toEqual(['two', 'two']);
  });

  it('keeps no more old replica sets than it is told', async () => {
    await web({ replicas: 1, revisionHistoryLimit: 1 });
    await settle();
    for (const image of ['two', 'three', 'four']) {
      await setImage(image);
      await makeReady();
      await makeReady();
    }
    expect(await sizes()).toEqual({ three: 0, four: 1 });
  });

  it('says so when it makes no progress in time', async () => {
    await web({ replicas: 1, progressDeadlineSeconds: 60 });
    await settle();
    clock.ahead(30_000);
    await settle();
    expect((await conditions()).Progressing).toBe('True ReplicaSetUpdated');
    clock.ahead(40_000);
    await settle();
    expect((await conditions()).Progressing).toBe('False ProgressDeadlineExceeded');
  });

  it('takes another name when the one of its replica set is taken', async () => {
    await web();
    await settle();
    const [{ metadata }] = (await cluster.all<ReplicaSet>('replicasets')) as [ReplicaSet];
    await cluster.remove('deployments/a/web');
    await settle();
    expect(await pods()).toEqual([]);
    const foreign = {
      selector: { matchLabels: { app: 'x' } },
      template: { ...template('x'), metadata: { labels: { app: 'x' } } },
    };
    await cluster.create(`replicasets/a/${metadata.name}`, {}, { spec: { replicas: 0, ...foreign } });
    await web();
    await settle();
    expect((await deployment()).status?.collisionCount).toBe(1);
    expect(await sizes()).toEqual({ x: 0, one: 1 });
  });

  it('takes everything along when it is deleted', async () => {
    await web({ replicas: 3 });
    await settle();
    await cluster.remove('deployments/a/web', 'Foreground');
    await settle();
    expect(await cluster.paths('deployments')).toEqual([]);
    expect(await cluster.paths('replicasets')).toEqual([]);
    expect(await pods()).toEqual([]);
  });

  it('is found as it is after a pause of the controllers, and brought in order then', async () => {
    await web({ replicas: 3 });
    await settle();
    const before = (await pods()).map(({ metadata }) => metadata.name);
    await stop();
    start();
    await settle();
    expect((await pods()).map(({ metadata }) => metadata.name)).toEqual(before);
    await stop();
    await cluster.remove(`pods/a/${before[0]}`);
    await cluster.edit('deployments/a/web', (live) => {
      (live as Deployment).spec = { ...(live as Deployment).spec, replicas: 4 };
    });
    start();
    await settle();
    expect(await pods()).toHaveLength(4);
    expect((await deployment()).status).toMatchObject({ observedGeneration: 2, replicas: 4 });
  });

  it('is settled with few writes, and then left alone', async () => {
    await web({ replicas: 2 });
    await settle();
    const revision = await cluster.engine.revision();
    // 1 deployment, 1 replica set, 2 pods, and what is told of them as they come.
    expect(revision).toBeLessThan(20);
    await settle();
    clock.ahead(30_000);
    await settle();
    expect(await cluster.engine.revision()).toBe(revision);
  });
});
