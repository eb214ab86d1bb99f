import { expect, it } from 'vitest';
import { Informer, InProcessClient, ResourceMapper } from '#client';
import { House } from '../testing/house.ts';
import { GarbageCollector } from './garbage-collector.ts';

it('remembers only objects with owners and objects that wait for it', async () => {
  await using house = await House.open();
  const { registry, catalog } = house;
  const client = new InProcessClient({ registry, mapper: new ResourceMapper(catalog), account: 'tester' });
  const informer = new Informer({ registry, world: registry.world, mapper: client.mapper });
  const collector = new GarbageCollector({ client, waitForSync: (revision) => informer.waitForSync(revision) });
  informer.start([collector]);
  await house.create('namespaces/a');
  const owner = await house.create('configmaps/a/owner');
  for (let i = 0; i < 50; i++) await house.create(`configmaps/a/c${i}`, {}, { data: { text: '"ownerReferences":[]' } });
  await house.create('secrets/a/dependent', { ownerReferences: [owner] });
  await house.create('secrets/a/held', { finalizers: ['example.com/hold'] });
  await house.remove('secrets/a/held');
  await informer.waitForSync(await informer.newestRevision());
  await collector.queue.idle();
  expect(collector.remembered).toBe(1);
  await house.edit('secrets/a/dependent', ({ metadata }) => {
    delete metadata.ownerReferences;
  });
  await informer.waitForSync(await informer.newestRevision());
  expect(collector.remembered).toBe(0);
  await Promise.all([informer.stop(), collector.queue.stop()]);
});
