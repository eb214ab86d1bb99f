import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerReference } from '#meta';
import { type ManualClock, manualClock } from '../../client/testing/clock.ts';
import { type AggregatedServers, noServers } from '../apiservices/aggregated-servers.ts';
import { TestCluster } from '../testing/test-cluster.ts';

const flunder = (name: string): OwnerReference => ({
  apiVersion: 'wardle.example.com/v1',
  kind: 'Flunder',
  name,
  uid: `uid-${name}`,
});
const elsewhere: OwnerReference = { ...flunder('far'), apiVersion: 'unknown.example.com/v1' };

let clock: ManualClock;
let cluster: TestCluster;
/** What the other server has, and the owners that these name. */
let there: Map<string, readonly OwnerReference[]>;
let servers: AggregatedServers;
beforeEach(async () => {
  clock = manualClock();
  cluster = await TestCluster.open({ clock });
  await cluster.create('namespaces/a');
  there = new Map();
  servers = {
    ...noServers,
    hasServers: true,
    dependents: async () =>
      [...there].map(([name, owners]) => ({
        namespace: 'a',
        owners,
        delete: async () => void there.delete(name),
      })),
    hasOwner: async ({ apiVersion, name }) => (apiVersion.startsWith('wardle.') ? there.has(name) : undefined),
  };
});
afterEach(() => cluster[Symbol.asyncDispose]());

/** A round of asking the other server, and what follows from it. */
async function round(settle: () => Promise<void>): Promise<void> {
  clock.ahead(10_000);
  await settle();
}
const started = async () => {
  const { settle } = cluster.start(['garbage-collector'], { aggregatedServers: servers });
  const spec = { group: 'wardle.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 };
  await cluster.create(
    'apiservices/v1.wardle.example.com',
    {},
    { spec: { ...spec, service: { name: 's', namespace: 'a' } } },
  );
  await settle();
  return settle;
};

describe('garbage at aggregated servers', () => {
  it('is what is owned there by objects that are gone here', async () => {
    const settle = await started();
    const owner = await cluster.create('configmaps/a/owner');
    const other = await cluster.create('configmaps/a/other');
    there = new Map([
      ['owned', [owner]],
      ['shared', [owner, other]],
      ['unclear', [owner, elsewhere]],
    ]);
    await round(settle);
    expect([...there.keys()]).toEqual(['owned', 'shared', 'unclear']);
    await cluster.remove('configmaps/a/owner');
    await round(settle);
    expect([...there.keys()]).toEqual(['shared', 'unclear']);
  });

  it('is what is owned here or there by objects that are gone there', async () => {
    there = new Map([
      ['owner', []],
      ['child', [flunder('owner')]],
    ]);
    const settle = await started();
    await cluster.create('configmaps/a/owned', { ownerReferences: [flunder('owner')] });
    await cluster.create('configmaps/a/unclear', { ownerReferences: [flunder('owner'), elsewhere] });
    await round(settle);
    expect(await cluster.paths('configmaps')).toEqual(['configmaps/a/owned', 'configmaps/a/unclear']);
    there.delete('owner');
    await round(settle);
    expect([...there.keys()]).toEqual([]);
    expect(await cluster.paths('configmaps')).toEqual(['configmaps/a/unclear']);
  });
});
