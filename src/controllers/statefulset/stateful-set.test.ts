import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import type { Pod } from '../pods/pod.ts';
import type { ControllerRevision } from '../revisions/revision.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import type { StatefulSet } from './types.ts';

let cluster: TestCluster;
let settle: () => Promise<void>;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: manualClock() });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['statefulset', 'garbage-collector', 'pvc-protection']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const claims = [
  { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
];
const make = async (spec: object = {}) => {
  const template = { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c', image: 'one' }] } };
  const rest = { replicas: 3, serviceName: 'db', selector: { matchLabels: { app: 'db' } }, template };
  await cluster.create('statefulsets/a/db', {}, { spec: { ...rest, ...spec } });
  await settle();
};
const set = async () => (await cluster.get('statefulsets/a/db')) as StatefulSet;
async function edit(change: (spec: NonNullable<StatefulSet['spec']>) => void): Promise<void> {
  await cluster.edit('statefulsets/a/db', (live) => change((live as StatefulSet).spec ?? {}));
  await settle();
}
const setImage = (image: string) =>
  edit(({ template }) => {
    for (const container of template?.spec?.containers ?? []) Object.assign(container, { image });
  });
const pods = () => cluster.all<Pod>('pods');
const names = async () => (await pods()).map(({ metadata }) => metadata.name);
const images = async () =>
  (await pods()).map(({ spec }) => (spec?.containers?.[0] as { image?: string } | undefined)?.image);
async function makeReady(): Promise<void> {
  for (const { metadata, status } of await pods()) {
    if (status?.phase === 'Running') continue;
    await cluster.editStatus(`pods/a/${metadata.name}`, (pod) => {
      pod.status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    });
  }
  await settle();
}

describe('a stateful set', () => {
  it('makes one pod after the other, with what belongs to each', async () => {
    await make({ volumeClaimTemplates: claims });
    expect(await names()).toEqual(['db-0']);
    expect(await cluster.paths('persistentvolumeclaims')).toEqual(['persistentvolumeclaims/a/data-db-0']);
    const [pod] = (await pods()) as [Pod];
    const [revision] = (await cluster.all<ControllerRevision>('controllerrevisions')) as [ControllerRevision];
    expect(pod.metadata.labels).toEqual({
      app: 'db',
      'apps.kubernetes.io/pod-index': '0',
      'controller-revision-hash': revision.metadata.name,
      'statefulset.kubernetes.io/pod-name': 'db-0',
    });
    expect(pod.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' });
    expect(pod.spec?.volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } }]);
    expect((await set()).status).toMatchObject({
      observedGeneration: 1,
      replicas: 1,
      currentReplicas: 1,
      updatedReplicas: 1,
      currentRevision: revision.metadata.name,
      updateRevision: revision.metadata.name,
      collisionCount: 0,
    });
    for (let round = 0; round < 3; round++) await makeReady();
    expect(await names()).toEqual(['db-0', 'db-1', 'db-2']);
    expect((await set()).status).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 });
  });

  it('makes all at once when order does not matter', async () => {
    await make({ podManagementPolicy: 'Parallel', ordinals: { start: 5 } });
    expect(await names()).toEqual(['db-5', 'db-6', 'db-7']);
  });

  it('may be far too large', async () => {
    await make({ replicas: 2 ** 31 - 1 });
    await makeReady();
    expect(await names()).toEqual(['db-0', 'db-1']);
  });

  it('shrinks from the end, and keeps the claims', async () => {
    await make({ volumeClaimTemplates: claims });
    for (let round = 0; round < 3; round++) await makeReady();
    await edit((spec) => {
      spec.replicas = 1;
    });
    expect(await names()).toEqual(['db-0']);
    expect(await cluster.paths('persistentvolumeclaims')).toHaveLength(3);
  });

  it('replaces a pod under its name', async () => {
    await make();
    await makeReady();
    const uid = (await cluster.get('pods/a/db-0'))?.metadata.uid;
    await cluster.remove('pods/a/db-0');
    await settle();
    expect((await cluster.get('pods/a/db-0'))?.metadata.uid).not.toBe(uid);
  });

  it('takes a change from the last pod to the first, and remembers what it was', async () => {
    await make();
    for (let round = 0; round < 3; round++) await makeReady();
    const before = (await set()).status?.currentRevision;
    await setImage('two');
    expect(await images()).toEqual(['one', 'one', 'two']);
    expect((await set()).status).toMatchObject({ currentRevision: before, currentReplicas: 2, updatedReplicas: 1 });
    for (let round = 0; round < 3; round++) await makeReady();
    expect(await images()).toEqual(['two', 'two', 'two']);
    const { status } = await set();
    expect(status?.currentRevision).toBe(status?.updateRevision);
    expect(status?.currentRevision).not.toBe(before);
    await setImage('one');
    const revisions = await cluster.all<ControllerRevision>('controllerrevisions');
    expect(revisions.map(({ revision }) => revision).sort()).toEqual([2, 3]);
    expect((await set()).status?.updateRevision).toBe(before);
  });

  it('leaves pods below the partition as they were, also when they are made again', async () => {
    await make({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } });
    for (let round = 0; round < 3; round++) await makeReady();
    await setImage('two');
    await makeReady();
    await cluster.remove('pods/a/db-0');
    await settle();
    expect(await images()).toEqual(['one', 'one', 'two']);
  });

  it('takes everything but the claims along', async () => {
    await make({ volumeClaimTemplates: claims });
    await cluster.remove('statefulsets/a/db');
    await settle();
    expect(await names()).toEqual([]);
    expect(await cluster.paths('controllerrevisions')).toEqual([]);
    expect(await cluster.paths('persistentvolumeclaims')).toHaveLength(1);
  });

  it.each([
    ['Retain', 'Retain', 3, 3],
    ['Retain', 'Delete', 3, 0],
    ['Delete', 'Retain', 1, 1],
    ['Delete', 'Delete', 1, 0],
  ])('keeps claims or not: when scaled %s, when deleted %s', async (whenScaled, whenDeleted, scaled, deleted) => {
    const persistentVolumeClaimRetentionPolicy = { whenScaled, whenDeleted };
    await make({ volumeClaimTemplates: claims, persistentVolumeClaimRetentionPolicy });
    for (let round = 0; round < 3; round++) await makeReady();
    await edit((spec) => {
      spec.replicas = 1;
    });
    expect(await names()).toEqual(['db-0']);
    expect(await cluster.paths('persistentvolumeclaims')).toHaveLength(scaled);
    await cluster.remove('statefulsets/a/db');
    await settle();
    expect(await names()).toEqual([]);
    expect(await cluster.paths('persistentvolumeclaims')).toHaveLength(deleted);
  });
});
