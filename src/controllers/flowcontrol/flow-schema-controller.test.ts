import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { systemClockLike } from '../../client/testing/clock.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: systemClockLike() });
});
afterEach(() => cluster[Symbol.asyncDispose]());

const definitions = { changed: () => undefined, webhookHealth: () => undefined };
const makeLevel = () =>
  cluster.create(
    'prioritylevelconfigurations/low',
    {},
    { spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } } },
  );
async function findings() {
  const { metadata, status } = (await cluster.get('flowschemas/mine')) as KubeObject;
  const { conditions = [] } = (status ?? {}) as { conditions?: Record<string, string>[] };
  const told = conditions.map(({ type, status: value, reason, message }) => `${type} ${value} ${reason}: ${message}`);
  return { told, managers: (metadata.managedFields ?? []).map(({ manager, operation }) => `${manager} ${operation}`) };
}

it('a flow schema says whether its level is there', async () => {
  const { settle } = cluster.start([], { definitions });
  const spec = { matchingPrecedence: 5, priorityLevelConfiguration: { name: 'low' }, rules: [] };
  await cluster.create('flowschemas/mine', {}, { spec });
  await settle();
  const missing =
    'Dangling True NotFound: This FlowSchema references the PriorityLevelConfiguration object named "low" but there is no such object';
  expect((await findings()).told).toEqual([missing]);
  await makeLevel();
  await settle();
  const { told, managers } = await findings();
  expect(told).toEqual([
    'Dangling False Found: This FlowSchema references the PriorityLevelConfiguration object named "low" and it exists',
  ]);
  expect(managers).toContain('api-priority-and-fairness-config-consumer-v1 Apply');
  await cluster.remove('prioritylevelconfigurations/low');
  await settle();
  expect((await findings()).told).toEqual([missing]);
});
