import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServedResource } from '#machinery';
import type { KubeObject } from '#meta';
import { create, get } from '#registry';
import { smallCatalog } from '../machinery/testing/small-catalog.ts';
import { SmallRegistry } from '../registry/testing/small-registry.ts';
import { Desk } from './desk.ts';
import { Loopback } from './loopback.ts';
import { Places } from './places.ts';
import { Stock } from './stock.ts';

let house: SmallRegistry;
beforeEach(async () => {
  house = await SmallRegistry.open();
});
afterEach(() => house[Symbol.asyncDispose]());

describe('a desk', () => {
  it('shows the same form of an object as it was told, as it is now and as it is changed', async () => {
    const parcels = house.access('parcels');
    const metadata = { name: 'a', namespace: 'default' };
    await create(parcels, { apiVersion: 'small.example.com/v1', kind: 'Parcel', metadata, inside: 'book' });
    const stock = new Stock();
    const served: ServedResource = parcels.resource;
    stock.take({ type: 'ADDED', served, entry: await get(parcels, 'a') });
    const places = new Places(() => smallCatalog);
    const desk = new Desk(new Loopback({ registry: house.registry, places, account: 'tester' }), stock);

    const told = desk.get('small.example.com/Parcel', 'default/a') as KubeObject;
    expect(told.inside).toBe('book');
    expect(await desk.newest(told)).toEqual(told);
    await desk.edit(told, (live) => {
      expect(live.inside).toBe('book');
      live.inside = 'cup';
    });
    expect(await desk.newest(told)).toMatchObject({ inside: 'cup' });
  });
});
