import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from './support/command.ts';
import { define, definitionsPath } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const group = 'parts.example.com';
const name = `parts.${group}`;
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = (storage: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'parts', kind: 'Part' },
    versions: ['v1', 'v2'].map((one) => ({ name: one, served: true, storage: one === storage, schema })),
  },
});
const merge = { 'content-type': 'application/merge-patch+json' };
const at = `/apis/${group}/v2/namespaces/default/parts`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pinnace-versions-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const begin = () => startTestServer({ 'data-dir': directory, ephemeral: 'false' });
const part = (one: string) => ({ apiVersion: `${group}/v2`, kind: 'Part', metadata: { name: one } });
async function fill({ client }: TestServer): Promise<void> {
  await define(client, definition('v1'));
  for (const one of ['a', 'b']) await client.post(at, part(one));
  const body = { spec: definition('v2').spec };
  await client.ask('PATCH', `${definitionsPath}/${name}`, { headers: merge, body });
  await client.post(at, part('c'));
}
it('tells how many objects lie in which version, after a restart too, and when the last left an old one', async () => {
  {
    await using server = await begin();
    await fill(server);
  }
  await using server = await begin();
  const { client } = server;
  const path = `/pinnace/storage-versions/${name}`;
  const counted = async () => (await client.get(path)).body as never as { versions: object[]; lastMigration?: string };
  const { versions, lastMigration } = await counted();
  expect(versions).toMatchObject([
    { version: 'v2', served: true, storage: true, stored: true, objects: 1, oldest: { name: 'c' } },
    { version: 'v1', served: true, storage: false, stored: true, objects: 2, oldest: { name: 'a' } },
  ]);
  expect(lastMigration).toBeUndefined();
  expect((await client.get('/metrics')).text).toContain(
    `pinnace_stored_objects{group="${group}",resource="parts",version="v1"} 2`,
  );
  for (const one of ['a', 'b']) await client.put(`${at}/${one}`, (await client.get(`${at}/${one}`)).body);
  const after = await counted();
  expect(after.versions).toMatchObject([{ objects: 3 }, { objects: 0 }]);
  expect(after.lastMigration).toMatch(/^\d{4}-.*Z$/);
  const told = await runCommand(server, ['crd', 'versions', name]);
  expect(told.code).toBe(0);
  expect(told.out).toMatch(/parts\.parts\.example\.com +v1 +yes +in status +0/);
});

it('tells nobody who may not ask', async () => {
  await using server = await begin();
  const { status } = await server.client.ask('GET', '/pinnace/storage-versions', {
    headers: { 'impersonate-user': 'somebody' },
  });
  expect(status).toBe(403);
});
