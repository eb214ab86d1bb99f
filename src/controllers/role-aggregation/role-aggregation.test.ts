import { afterEach, beforeEach, expect, it } from 'vitest';
import { House } from '../testing/house.ts';

let house: House;
beforeEach(async () => {
  house = await House.open();
});
afterEach(() => house[Symbol.asyncDispose]());

const label = (value: string) => ({ labels: { to: value } });
const rule = (resource: string) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });
const gather = (...values: string[]) => ({
  aggregationRule: { clusterRoleSelectors: values.map((to) => ({ matchLabels: { to } })) },
});
const rulesOf = async (name: string) => (await house.get(`clusterroles/${name}`))?.rules;

it('fills a role with the rules of those that it selects, each once, in their order', async () => {
  await house.create('clusterroles/b', label('x'), { rules: [rule('pods'), rule('secrets')] });
  await house.create('clusterroles/a', label('y'), { rules: [rule('services')] });
  await house.create('clusterroles/c', label('y'), { rules: [rule('pods'), rule('nodes')] });
  await house.create('clusterroles/whole', label('x'), gather('x', 'y'));
  const { settle } = house.start(['clusterrole-aggregation']);
  await settle();
  expect(await rulesOf('whole')).toEqual([rule('pods'), rule('secrets'), rule('services'), rule('nodes')]);
  const { managedFields } = (await house.get('clusterroles/whole'))?.metadata ?? {};
  expect(managedFields?.map(({ manager }) => manager)).toContain('clusterrole-aggregation-controller');
});

it('follows roles that come, change and go, through several steps', async () => {
  await house.create('clusterroles/view', label('edit'), gather('view'));
  await house.create('clusterroles/edit', {}, gather('edit'));
  const { settle } = house.start(['clusterrole-aggregation']);
  await house.create('clusterroles/part', label('view'), { rules: [rule('pods')] });
  await settle();
  expect(await rulesOf('edit')).toEqual([rule('pods')]);
  await house.edit('clusterroles/part', (role) => {
    role.rules = [rule('nodes')];
  });
  await settle();
  expect(await rulesOf('edit')).toEqual([rule('nodes')]);
  await house.remove('clusterroles/part');
  await settle();
  expect(await rulesOf('edit')).toBeNull();
});

it('puts back what somebody wrote into the role itself', async () => {
  await house.create('clusterroles/whole', {}, { ...gather('x'), rules: [rule('secrets')] });
  const { settle } = house.start(['clusterrole-aggregation']);
  await settle();
  expect(await rulesOf('whole')).toBeNull();
});
