import { afterEach, beforeEach, expect, it } from 'vitest';
import { manualClock } from '../../client/testing/clock.ts';
import { House } from '../testing/house.ts';

let house: House;
let settle: () => Promise<void>;
beforeEach(async () => {
  house = await House.open({ clock: manualClock() });
  await house.create('namespaces/a');
  ({ settle } = house.start(['volumeattributesclass-protection', 'pvc-protection']));
});
afterEach(() => house[Symbol.asyncDispose]());

const path = 'volumeattributesclasses/fast';
const finalizers = ['kubernetes.io/vac-protection'];
const attributesClass = () => house.create(path, { finalizers }, { driverName: 'd', parameters: { iops: '1' } });

it('lets a class of volume attributes go that nothing names', async () => {
  await attributesClass();
  await house.remove(path);
  await settle();
  expect(await house.get(path)).toBeNull();
});

it('keeps a class of volume attributes that a claim names, until the claim is gone', async () => {
  await attributesClass();
  await house.create(
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
  await house.remove(path);
  await settle();
  expect((await house.get(path))?.metadata.deletionTimestamp).toBeDefined();
  await house.remove('persistentvolumeclaims/a/data');
  await settle();
  expect(await house.get(path)).toBeNull();
});

it('protects a class of volume attributes that was made without protection', async () => {
  await house.create(path, {}, { driverName: 'd', parameters: { iops: '1' } });
  await settle();
  expect((await house.get(path))?.metadata.finalizers).toEqual(finalizers);
});
