import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServedResource } from '#machinery';
import type { KubeObject } from '#meta';
import { create, get } from '#registry';
import { smallCatalog } from '../machinery/testing/small-catalog.ts';
import { SmallRegistry } from '../registry/testing/small-registry.ts';
import { CachedClient } from './cached-client.ts';
import { InProcessClient } from './in-process-client.ts';
import { InformerStore } from './informer-store.ts';
import { ResourceMapper } from './resource-mapper.ts';

let small: SmallRegistry;
beforeEach(async () => {
  small = await SmallRegistry.open();
});
afterEach(() => small[Symbol.asyncDispose]());

describe('a cached client', () => {
  it('shows the same form of an object as it was told, as it is now and as it is changed', async () => {
    const parcels = small.access('parcels');
    const metadata = { name: 'a', namespace: 'default' };
    await create(parcels, { apiVersion: 'small.example.com/v1', kind: 'Parcel', metadata, inside: 'book' });
    const store = new InformerStore();
    const served: ServedResource = parcels.resource;
    store.record({ type: 'ADDED', served, entry: await get(parcels, 'a') });
    const mapper = new ResourceMapper(() => smallCatalog);
    const client = new CachedClient(
      new InProcessClient({ registry: small.registry, mapper, account: 'tester' }),
      store,
    );

    const told = client.get('small.example.com/Parcel', 'default/a') as KubeObject;
    expect(told.inside).toBe('book');
    expect(await client.getNewest(told)).toEqual(told);
    await client.edit(told, (live) => {
      expect(live.inside).toBe('book');
      live.inside = 'cup';
    });
    expect(await client.getNewest(told)).toMatchObject({ inside: 'cup' });
  });
});
