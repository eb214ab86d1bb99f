import { afterEach, beforeEach, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
let settle: () => Promise<void>;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: manualClock() });
  await cluster.create('namespaces/a');
  ({ settle } = cluster.start(['volumeattributesclass-protection', 'pvc-protection']));
});
afterEach(() => cluster[Symbol.asyncDispose]());

const path = 'volumeattributesclasses/fast';
const finalizers = ['kubernetes.io/vac-protection'];
const attributesClass = () => cluster.create(path, { finalizers }, { driverName: 'd', parameters: { iops: '1' } });

it('lets a class of volume attributes go that nothing names', async () => {
  await attributesClass();
  await cluster.remove(path);
  await settle();
  expect(await cluster.get(path)).toBeNull();
});

it('keeps a class of volume attributes that a claim names, until the claim is gone', async () => {
  await attributesClass();
  await cluster.create(
    'persistentvolumeclaims/a/data',
    {},
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        volumeAttributesClassName: 'fast',
      },
    },
  );
  await cluster.remove(path);
  await settle();
  expect((await cluster.get(path))?.metadata.deletionTimestamp).toBeDefined();
  await cluster.remove('persistentvolumeclaims/a/data');
  await settle();
  expect(await cluster.get(path)).toBeNull();
});

it('protects a class of volume attributes that was made without protection', async () => {
  await cluster.create(path, {}, { driverName: 'd', parameters: { iops: '1' } });
  await settle();
  expect((await cluster.get(path))?.metadata.finalizers).toEqual(finalizers);
});
