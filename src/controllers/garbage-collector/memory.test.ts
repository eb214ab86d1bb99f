import { expect, it } from 'vitest';
import { InProcessClient, ResourceMapper, registryInformers } from '#in-process-client';
import { TestCluster } from '../testing/test-cluster.ts';
import { GarbageCollector } from './garbage-collector.ts';

it('remembers only objects with owners and objects that wait for it', async () => {
  await using cluster = await TestCluster.open();
  const { registry, catalog } = cluster;
  const client = new InProcessClient({ registry, mapper: new ResourceMapper(catalog), account: 'tester' });
  const informer = registryInformers({ registry, world: registry.world, mapper: client.mapper });
  const collector = new GarbageCollector({ client, waitForSync: (revision) => informer.waitForSync(revision) });
  informer.start([collector]);
  await cluster.create('namespaces/a');
  const owner = await cluster.create('configmaps/a/owner');
  for (let i = 0; i < 50; i++)
    await cluster.create(`configmaps/a/c${i}`, {}, { data: { text: '"ownerReferences":[]' } });
  await cluster.create('secrets/a/dependent', { ownerReferences: [owner] });
  await cluster.create('secrets/a/held', { finalizers: ['example.com/hold'] });
  await cluster.remove('secrets/a/held');
  await informer.waitForSync(await informer.newestRevision());
  await collector.queue.idle();
  expect(collector.remembered).toBe(1);
  await cluster.edit('secrets/a/dependent', ({ metadata }) => {
    delete metadata.ownerReferences;
  });
  await informer.waitForSync(await informer.newestRevision());
  expect(collector.remembered).toBe(0);
  await Promise.all([informer.stop(), collector.queue.stop()]);
});
