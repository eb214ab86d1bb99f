import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import type { RunningControllers } from '../index.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
let running: RunningControllers;
beforeEach(async () => {
  cluster = await TestCluster.open();
  await cluster.create('namespaces/a');
  running = cluster.start(['serviceaccount-token']);
});
afterEach(() => cluster[Symbol.asyncDispose]());

const ofBot = { annotations: { 'kubernetes.io/service-account.name': 'bot' } };
const type = 'kubernetes.io/service-account-token';
const secret = async (name: string) =>
  (await cluster.get(`secrets/a/${name}`)) as (KubeObject & { data?: object }) | null;
const texts = (data: object = {}) =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));

it('puts a token into a secret that asks for one', async () => {
  const { uid } = await cluster.create('serviceaccounts/a/bot');
  await cluster.create('secrets/a/s', ofBot, { type, data: { more: 'eA==' } });
  await running.settle();
  const made = await secret('s');
  const { token, ...rest } = texts(made?.data);
  expect(rest).toEqual({ more: 'x', namespace: 'a', 'ca.crt': 'PEM' });
  expect(JSON.parse(token as string)).toEqual({ namespace: 'a', secret: 's', account: 'bot', uid });
  expect(made?.metadata.annotations?.['kubernetes.io/service-account.uid']).toBe(uid);
  await running.settle();
  expect((await secret('s'))?.metadata.resourceVersion).toBe(made?.metadata.resourceVersion);
});

it('makes a new token when somebody takes it out', async () => {
  await cluster.create('serviceaccounts/a/bot');
  await cluster.create('secrets/a/s', ofBot, { type });
  await running.settle();
  await cluster.edit('secrets/a/s', (live) => {
    delete live.data;
  });
  await running.settle();
  expect(Object.keys((await secret('s'))?.data ?? {}).sort()).toEqual(['ca.crt', 'namespace', 'token']);
});

it('removes the secret with its service account, and when there was none', async () => {
  await cluster.create('secrets/a/early', ofBot, { type });
  await running.settle();
  expect(await secret('early')).toBeNull();
  await cluster.create('serviceaccounts/a/bot');
  await cluster.create('secrets/a/s', ofBot, { type });
  await cluster.create('secrets/a/other', ofBot, { type: 'Opaque' });
  await running.settle();
  await cluster.remove('serviceaccounts/a/bot');
  await running.settle();
  expect(await secret('s')).toBeNull();
  expect(await secret('other')).not.toBeNull();
});

it('does not give a token of an account to the secret of an earlier one', async () => {
  await cluster.create('serviceaccounts/a/bot');
  const annotations = { ...ofBot.annotations, 'kubernetes.io/service-account.uid': 'earlier' };
  await cluster.create('secrets/a/s', { annotations }, { type });
  await running.settle();
  expect(await secret('s')).toBeNull();
});
