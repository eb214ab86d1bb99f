import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import { House } from '../testing/house.ts';

let house: House;
let settle: () => Promise<void>;
beforeEach(async () => {
  house = await House.open({ clock: manualClock() });
  await house.create('namespaces/a');
  ({ settle } = house.start(['pvc-protection', 'pv-protection', 'ttl-after-finished', 'garbage-collector']));
});
afterEach(() => house[Symbol.asyncDispose]());

const resources = { requests: { storage: '1Gi' } };
const claim = () =>
  house.create(
    'persistentvolumeclaims/a/data',
    { finalizers: ['kubernetes.io/pvc-protection'] },
    { spec: { accessModes: ['ReadWriteOnce'], resources } },
  );
const pod = (nodeName?: string) =>
  house.create(
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
  house.create(
    'persistentvolumes/disk',
    { finalizers: ['kubernetes.io/pv-protection'] },
    { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/d' } } },
  );

describe('a claim that is deleted', () => {
  it('goes when no pod uses it', async () => {
    await claim();
    await pod();
    await house.remove('persistentvolumeclaims/a/data');
    await settle();
    expect(await house.get('persistentvolumeclaims/a/data')).toBeNull();
  });

  it('stays while a pod on a node uses it, and goes with the pod', async () => {
    await claim();
    await pod('n');
    await house.remove('persistentvolumeclaims/a/data');
    await settle();
    expect((await house.get('persistentvolumeclaims/a/data'))?.metadata.deletionTimestamp).toBeDefined();
    await house.editStatus('pods/a/user', (live) => {
      live.status = { phase: 'Succeeded' };
    });
    await house.remove('pods/a/user');
    await settle();
    expect(await house.get('persistentvolumeclaims/a/data')).toBeNull();
  });
});

describe('a volume that is deleted', () => {
  it('goes, unless it is bound', async () => {
    await volume();
    await house.editStatus('persistentvolumes/disk', (live) => {
      live.status = { phase: 'Bound' };
    });
    await house.remove('persistentvolumes/disk');
    await settle();
    expect((await house.get('persistentvolumes/disk'))?.metadata.deletionTimestamp).toBeDefined();
    await house.editStatus('persistentvolumes/disk', (live) => {
      live.status = { phase: 'Released' };
    });
    await settle();
    expect(await house.get('persistentvolumes/disk')).toBeNull();
  });
});

it('protects claims and volumes that were made without protection', async () => {
  await house.create('persistentvolumeclaims/a/old', {}, { spec: { accessModes: ['ReadWriteOnce'], resources } });
  await settle();
  expect((await house.get('persistentvolumeclaims/a/old'))?.metadata.finalizers).toEqual([
    'kubernetes.io/pvc-protection',
  ]);
});
