import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
let settle: () => Promise<void>;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: manualClock() });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['pvc-protection', 'pv-protection', 'ttl-after-finished', 'garbage-collector']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const resources = { requests: { storage: '1Gi' } };
const claim = () =>
  cluster.create(
    'persistentvolumeclaims/a/data',
    { finalizers: ['kubernetes.io/pvc-protection'] },
    { spec: { accessModes: ['ReadWriteOnce'], resources } },
  );
const pod = (nodeName?: string) =>
  cluster.create(
    'pods/a/user',
    {},
    {
      spec: {
        containers: [{ name: 'c', image: 'i' }],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        ...(nodeName && { nodeName }),
      },
    },
  );
const volume = () =>
  cluster.create(
    'persistentvolumes/disk',
    { finalizers: ['kubernetes.io/pv-protection'] },
    { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/d' } } },
  );

describe('a claim that is deleted', () => {
  it('goes when no pod uses it', async () => {
    await claim();
    await pod();
    await cluster.remove('persistentvolumeclaims/a/data');
    await settle();
    expect(await cluster.get('persistentvolumeclaims/a/data')).toBeNull();
  });

  it('stays while a pod on a node uses it, and goes with the pod', async () => {
    await claim();
    await pod('n');
    await cluster.remove('persistentvolumeclaims/a/data');
    await settle();
    expect((await cluster.get('persistentvolumeclaims/a/data'))?.metadata.deletionTimestamp).toBeDefined();
    await cluster.editStatus('pods/a/user', (live) => {
      live.status = { phase: 'Succeeded' };
    });
    await cluster.remove('pods/a/user');
    await settle();
    expect(await cluster.get('persistentvolumeclaims/a/data')).toBeNull();
  });
});

describe('a volume that is deleted', () => {
  it('goes, unless it is bound', async () => {
    await volume();
    await cluster.editStatus('persistentvolumes/disk', (live) => {
      live.status = { phase: 'Bound' };
    });
    await cluster.remove('persistentvolumes/disk');
    await settle();
    expect((await cluster.get('persistentvolumes/disk'))?.metadata.deletionTimestamp).toBeDefined();
    await cluster.editStatus('persistentvolumes/disk', (live) => {
      live.status = { phase: 'Released' };
    });
    await settle();
    expect(await cluster.get('persistentvolumes/disk')).toBeNull();
  });
});

it('protects claims and volumes that were made without protection', async () => {
  await cluster.create('persistentvolumeclaims/a/old', {}, { spec: { accessModes: ['ReadWriteOnce'], resources } });
  await settle();
  expect((await cluster.get('persistentvolumeclaims/a/old'))?.metadata.finalizers).toEqual([
    'kubernetes.io/pvc-protection',
  ]);
});
