import { expect, it } from 'vitest';
import { Feed } from '../feed.ts';
import { Loopback } from '../loopback.ts';
import { Places } from '../places.ts';
import { House } from '../testing/house.ts';
import { GarbageCollector } from './garbage-collector.ts';

it('remembers only objects with owners and objects that wait for it', async () => {
  await using house = await House.open();
  const { registry, catalog } = house;
  const loopback = new Loopback({ registry, places: new Places(catalog), account: 'tester' });
  const feed = new Feed({ registry, world: registry.world, places: loopback.places });
  const collector = new GarbageCollector({ loopback, hasTold: (revision) => feed.hasTold(revision) });
  feed.start([collector]);
  await house.create('namespaces/a');
  const owner = await house.create('configmaps/a/owner');
  for (let i = 0; i < 50; i++) await house.create(`configmaps/a/c${i}`, {}, { data: { text: '"ownerReferences":[]' } });
  await house.create('secrets/a/dependent', { ownerReferences: [owner] });
  await house.create('secrets/a/held', { finalizers: ['example.com/hold'] });
  await house.remove('secrets/a/held');
  await feed.hasTold(await feed.newest());
  await collector.queue.idle();
  expect(collector.remembered).toBe(1);
  await house.edit('secrets/a/dependent', ({ metadata }) => {
    delete metadata.ownerReferences;
  });
  await feed.hasTold(await feed.newest());
  expect(collector.remembered).toBe(0);
  await Promise.all([feed.stop(), collector.queue.stop()]);
});
