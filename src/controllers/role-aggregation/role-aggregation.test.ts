import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await TestCluster.open();
});
afterEach(() => cluster[Symbol.asyncDispose]());

const label = (value: string) => ({ labels: { to: value } });
const rule = (resource: string) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });
const gather = (...values: string[]) => ({
  aggregationRule: { clusterRoleSelectors: values.map((to) => ({ matchLabels: { to } })) },
});
const rulesOf = async (name: string) => (await cluster.get(`clusterroles/${name}`))?.rules;

it('fills a role with the rules of those that it selects, each once, in their order', async () => {
  await cluster.create('clusterroles/b', label('x'), { rules: [rule('pods'), rule('secrets')] });
  await cluster.create('clusterroles/a', label('y'), { rules: [rule('services')] });
  await cluster.create('clusterroles/c', label('y'), { rules: [rule('pods'), rule('nodes')] });
  await cluster.create('clusterroles/whole', label('x'), gather('x', 'y'));
  const { settle } = cluster.start(['clusterrole-aggregation']);
  await settle();
  expect(await rulesOf('whole')).toEqual([rule('pods'), rule('secrets'), rule('services'), rule('nodes')]);
  const { managedFields } = (await cluster.get('clusterroles/whole'))?.metadata ?? {};
  expect(managedFields?.map(({ manager }) => manager)).toContain('clusterrole-aggregation-controller');
});

it('follows roles that come, change and go, through several steps', async () => {
  await cluster.create('clusterroles/view', label('edit'), gather('view'));
  await cluster.create('clusterroles/edit', {}, gather('edit'));
  const { settle } = cluster.start(['clusterrole-aggregation']);
  await cluster.create('clusterroles/part', label('view'), { rules: [rule('pods')] });
  await settle();
  expect(await rulesOf('edit')).toEqual([rule('pods')]);
  await cluster.edit('clusterroles/part', (role) => {
    role.rules = [rule('nodes')];
  });
  await settle();
  expect(await rulesOf('edit')).toEqual([rule('nodes')]);
  await cluster.remove('clusterroles/part');
  await settle();
  expect(await rulesOf('edit')).toBeNull();
});

it('puts back what somebody wrote into the role itself', async () => {
  await cluster.create('clusterroles/whole', {}, { ...gather('x'), rules: [rule('secrets')] });
  const { settle } = cluster.start(['clusterrole-aggregation']);
  await settle();
  expect(await rulesOf('whole')).toBeNull();
});
