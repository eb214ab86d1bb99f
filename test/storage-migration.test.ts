import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { TestWebhook } from './support/conversion-webhook.ts';
import { define, definitionsPath } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const group = 'nuts.example.com';
const name = `nuts.${group}`;
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = (storage: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'nuts', kind: 'Nut' },
    versions: ['v1beta1', 'v1'].map((one) => ({ name: one, served: true, storage: one === storage, schema })),
  },
});
const merge = { 'content-type': 'application/merge-patch+json' };
const at = (version: string): string => `/apis/${group}/${version}/namespaces/default/nuts`;
const migrations = '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}
interface WithStatus {
  readonly status?: { readonly conditions?: readonly Condition[]; readonly storedVersions?: string[] };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    'runtime-config': 'storagemigration.k8s.io/v1beta1=true',
    controllers: 'storage-version-migrator',
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const patch = (path: string, body: object) => server.client.ask('PATCH', path, { headers: merge, body });
const read = async (path: string) => (await server.client.get(path)).body as never as WithStatus;
const conditionsOf = async (path: string) =>
  Object.fromEntries(((await read(path)).status?.conditions ?? []).map((one) => [one.type, one]));
const migration = (one: string, resource: object, annotations = {}) => ({
  apiVersion: 'storagemigration.k8s.io/v1beta1',
  kind: 'StorageVersionMigration',
  metadata: { name: one, annotations },
  spec: { resource },
});
const nuts = { group, resource: 'nuts' };
const patience = { timeout: 10_000, interval: 30 };
const isOver = async (one: string) => {
  const { Running } = await conditionsOf(`${migrations}/${one}`);
  return Running?.status === 'False';
};

beforeEach(async () => {
  const { client } = server;
  await client.ask('DELETE', at('v1'));
  await client.ask('DELETE', migrations);
  await define(client, definition('v1beta1')).catch(() => patch(`${definitionsPath}/${name}`, definition('v1beta1')));
  for (let i = 0; i < 10; i++)
    await client.post(at('v1beta1'), { apiVersion: `${group}/v1beta1`, kind: 'Nut', metadata: { name: `n${i}` } });
  await patch(`${definitionsPath}/${name}`, { spec: definition('v1').spec });
});

it('a migration rewrites the objects, and takes the version out of the status of the definition', async () => {
  const { client } = server;
  expect((await read(`${definitionsPath}/${name}`)).status?.storedVersions).toEqual(['v1beta1', 'v1']);
  const current = { apiVersion: `${group}/v1`, kind: 'Nut', metadata: { name: 'current' } };
  const { body: written } = await client.post(at('v1'), current);
  const { body: before } = await client.get(`${at('v1')}/n3`);
  await client.post(migrations, migration('one', nuts));
  await vi.waitUntil(() => isOver('one'), patience);
  const { body: after } = await client.get(`${at('v1')}/n3`);
  const { resourceVersion } = after.metadata;
  expect(resourceVersion).not.toBe(before.metadata.resourceVersion);
  // Nobody has come to own a field, and nothing else has changed.
  expect(after).toEqual({ ...before, metadata: { ...before.metadata, resourceVersion } });
  expect((await client.get(`${at('v1')}/current`)).body).toEqual(written);
  const conditions = await conditionsOf(`${migrations}/one`);
  expect(conditions).toMatchObject({
    Running: { status: 'False', reason: 'MigrationCompleted', message: 'Migration completed' },
    Succeeded: { status: 'True', reason: 'StorageVersionMigrationSucceeded', message: '' },
  });
  expect((await read(`${definitionsPath}/${name}`)).status?.storedVersions).toEqual(['v1']);
  expect(await conditionsOf(`${definitionsPath}/${name}`)).toMatchObject({
    StorageMigrating: {
      status: 'False',
      reason: 'MigrationSucceeded',
      message: 'The migration has succeeded and the stored versions have been updated',
    },
  });
});

it('one migration of a resource runs at a time, and one that is paused waits', async () => {
  const { client } = server;
  const paused = 'migration.pinnace.dev/paused';
  await client.post(migrations, migration('first', nuts, { [paused]: 'true' }));
  await vi.waitUntil(
    async () => (await conditionsOf(`${migrations}/first`)).Running?.message === 'The migration is paused',
    patience,
  );
  await client.post(migrations, migration('second', nuts));
  await server.running.settle();
  expect(await conditionsOf(`${migrations}/second`)).toEqual({});
  await patch(`${migrations}/first`, { metadata: { annotations: { [paused]: null } } });
  await vi.waitUntil(() => isOver('second'), patience);
  expect((await conditionsOf(`${migrations}/first`)).Succeeded?.status).toBe('True');
});

it('many migrations at once, beside creations and deletions, change what needs it once', async () => {
  const { client } = server;
  const revisions = async () => {
    const { items } = (await client.get(at('v1'))).body as never as { items: { metadata: Record<string, string> }[] };
    const fixed = items.filter(({ metadata }) => /^n\d$/.test(metadata.name ?? ''));
    return fixed.map(({ metadata }) => metadata.resourceVersion);
  };
  await client.post(migrations, migration('first', nuts));
  await vi.waitUntil(() => isOver('first'), patience);
  const before = await revisions();
  const busy = { over: false };
  const chaos = (async () => {
    for (let i = 0; !busy.over; i++) {
      const one = { apiVersion: `${group}/v1`, kind: 'Nut', metadata: { name: `chaos${i % 3}` } };
      await client.post(at('v1'), one);
      await client.ask('DELETE', `${at('v1')}/chaos${(i + 1) % 3}`);
    }
  })();
  const names = Array.from({ length: 10 }, (_, i) => `many${i}`);
  await Promise.all(names.map((one) => client.post(migrations, migration(one, nuts))));
  for (const one of names) await vi.waitUntil(() => isOver(one), patience);
  busy.over = true;
  await chaos;
  const ends = await Promise.all(
    names.map(async (one) => (await conditionsOf(`${migrations}/${one}`)).Succeeded?.status),
  );
  expect(ends).toEqual(names.map(() => 'True'));
  expect(before).toHaveLength(10);
  expect(await revisions()).toEqual(before);
  expect((await read(`${definitionsPath}/${name}`)).status?.storedVersions).toEqual(['v1']);
});

it('a migration of what cannot be written fails, and says why', async () => {
  const { client } = server;
  await client.post(migrations, migration('no', { resource: 'componentstatuses' }));
  await vi.waitUntil(() => isOver('no'), patience);
  expect((await conditionsOf(`${migrations}/no`)).Failed).toMatchObject({
    reason: 'StorageVersionMigrationFailed',
    message: 'resource "v1, Resource=componentstatuses" does not support discovery operations: [update patch list]',
  });
});

it('a migration waits for a conversion webhook that is down, says so, and goes on', async () => {
  const { client } = server;
  await using webhook = await TestWebhook.start();
  const { url, caBundle } = webhook;
  const path = '/apis/example.com/v1beta1/namespaces/default/crontabs';
  const spec = (storage: string, served = ['v1beta1', 'v1']) => ({
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
    versions: ['v1beta1', 'v1'].map((one) => ({
      name: one,
      served: served.includes(one),
      storage: one === storage,
      schema,
    })),
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url, caBundle } },
    },
  });
  const metadata = { name: 'crontabs.example.com' };
  await define(client, { ...definition('v1beta1'), metadata, spec: spec('v1beta1') });
  const tab = (version: string, one: string) => ({
    apiVersion: `example.com/${version}`,
    kind: 'CronTab',
    metadata: { name: one },
    ...(version === 'v1' ? { host: 'a', port: '1' } : { hostPort: 'a:1' }),
  });
  for (let i = 0; i < 5; i++) expect((await client.post(path, tab('v1beta1', `t${i}`))).status).toBe(201);
  await patch(`${definitionsPath}/crontabs.example.com`, { spec: spec('v1') });
  const inV1 = path.replace('v1beta1', 'v1');
  expect((await client.post(inV1, tab('v1', 'new'))).status).toBe(201);
  const versions = async (list: string): Promise<Record<string, Record<string, string | number>>> => {
    const { items } = (await client.get(list)).body as never as { items: { metadata: Record<string, string> }[] };
    return Object.fromEntries(items.map(({ metadata }) => [metadata.name ?? '', metadata]));
  };
  // In their own version: what was converted before would need no webhook.
  const before = await versions(path);
  await webhook.stop();
  await client.post(migrations, migration('tabs', { group: 'example.com', resource: 'crontabs' }));
  const waits = async () =>
    /; waits: .*webhook/.test((await conditionsOf(`${migrations}/tabs`)).Running?.message ?? '');
  await vi.waitUntil(waits, patience);
  await webhook.startAgain();
  await vi.waitUntil(() => isOver('tabs'), { timeout: 20_000, interval: 100 });
  expect((await conditionsOf(`${migrations}/tabs`)).Succeeded?.status).toBe('True');
  expect(await read(`${definitionsPath}/crontabs.example.com`)).toMatchObject({ status: { storedVersions: ['v1'] } });
  // What lies in the version of new writes needs no webhook any more, and only the objects that lay in the other have changed.
  await patch(`${definitionsPath}/crontabs.example.com`, { spec: spec('v1', ['v1']) });
  await webhook.stop();
  const after = await versions(inV1);
  const changed = Object.keys(after).filter((one) => after[one]?.resourceVersion !== before[one]?.resourceVersion);
  expect(changed).toEqual(['t0', 't1', 't2', 't3', 't4']);
  expect(Object.values(after).map(({ generation }) => generation)).toEqual(Array(6).fill(1));
  await client.ask('DELETE', `${definitionsPath}/crontabs.example.com`);
}, 40_000);
