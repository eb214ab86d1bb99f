import { expect, it } from 'vitest';
import type { Catalog } from '#machinery';
import { storedApiVersion } from '#registry';
import { ObjectStore, openMemory } from '#storage';
import { silentLog } from '../../storage/testing/world.ts';
import { systemClock } from '../world.ts';
import { StorageVersions } from './storage-versions.ts';

/** A resource that had a version `v1` once. */
const definition = {
  group: 'example.com',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  origin: 'built-in',
  storagePrefix: '/registry/example.com/widgets/',
  versions: new Map([['v2', { served: true }]]),
  storage: { apiVersion: 'example.com/v2' },
};

it('names the objects that lie in a version that is gone', async () => {
  await using engine = openMemory();
  const put = (key: string, version: string) => {
    const metadata = { name: key, creationTimestamp: '2026-01-01T00:00:00Z' };
    const text = JSON.stringify({ kind: 'Widget', apiVersion: `example.com/${version}`, metadata });
    const value = Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.from(text)]);
    return engine.commit(`${definition.storagePrefix}default/${key}`, value, null);
  };
  await put('a', 'v1');
  await put('b', 'v2');
  await using store = await ObjectStore.open({
    engine,
    clock: systemClock,
    log: silentLog,
    versionOf: storedApiVersion,
  });
  const versions = new StorageVersions({
    catalog: () => ({ definitions: [definition] }) as unknown as Catalog,
    collection: (prefix) => store.collection(prefix),
    cached: (prefix) => store.cached(prefix),
    record: { last: async () => undefined },
  });
  expect(await versions.one('widgets.example.com')).toMatchObject({
    versions: [
      { version: 'v2', served: true, storage: true, objects: 1 },
      { version: 'v1', served: false, storage: false, gone: true, objects: 1, oldest: { name: 'a' } },
    ],
    unserved: [{ namespace: 'default', name: 'a' }],
  });
});
