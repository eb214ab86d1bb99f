import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

it('shows an object as it is stored, and lets an administrator store it in another version', async () => {
  await using server = await begin();
  const { client } = server;
  await fill(server);
  // Nobody can take a version away that objects lie in.
  const spec = definition('v2').spec;
  const without = { ...definition('v2'), spec: { ...spec, versions: spec.versions.slice(1) } };
  const stored = (await runCommand(server, ['crd', 'repair', name, 'default/a'])).out;
  expect(JSON.parse(stored)).toMatchObject({ apiVersion: `${group}/v1`, metadata: { name: 'a' } });
  expect((await client.put(`${definitionsPath}/${name}`, without)).status).toBe(422);
  const repaired = { ...JSON.parse(stored), apiVersion: `${group}/v2`, repaired: true };
  const file = join(directory, 'repaired.json');
  await writeFile(file, JSON.stringify(repaired));
  const { code, out } = await runCommand(server, ['crd', 'repair', name, 'default/a', '-f', file]);
  expect([code, JSON.parse(out)]).toMatchObject([0, { apiVersion: `${group}/v2`, repaired: true }]);
  expect((await client.get(`${at}/a`)).body).toMatchObject({ repaired: true });
  // What was shown is not what is stored any more.
  expect((await runCommand(server, ['crd', 'repair', name, 'default/a', '-f', file])).err).toContain('resourceVersion');
});

it('refuses what is no object, no such path and other methods, with the reason', async () => {
  await using server = await begin();
  const { client } = server;
  await fill(server);
  const stored = `/pinnace/stored-objects/${name}/default/a`;
  expect(await client.ask('PUT', stored, { body: '{bad' })).toMatchObject({ status: 400 });
  expect(await client.put(stored, { ...part('a'), metadata: 1 })).toMatchObject({ status: 400 });
  expect(await client.put('/pinnace/api-clients', {})).toMatchObject({ status: 405 });
  expect(await client.get('/pinnace/definition-changes/a%25zz')).toMatchObject({ status: 404 });
});

it('tells who used which version last', async () => {
  await using server = await begin();
  await fill(server);
  const headers = { 'user-agent': 'old-operator/1.0' };
  await server.client.ask('GET', at.replace('/v2/', '/v1/'), { headers });
  const { out } = await runCommand(server, ['crd', 'versions', name, '--clients']);
  expect(out).toMatch(/parts\.parts\.example\.com +v1 +\S+ +old-operator\/1\.0 +\d{4}-/);
});

it('pinnace crd retire takes a version out of a definition, step by step', async () => {
  await using server = await begin();
  await fill(server);
  const retire = (...args: string[]) =>
    runCommand(server, ['crd', 'retire', name, 'v1', ...args], { XDG_STATE_HOME: directory });
  const look = await retire('--dry-run', '-o', 'json');
  const states = (JSON.parse(look.out).steps as { state: string }[]).map(({ state }) => state);
  expect((await retire('--dry-run')).out).toContain(`Safe to drop v1 of ${name} after 4 more steps.`);
  expect([look.code, states]).toEqual([0, ['done', 'done', 'todo', 'todo', 'todo', 'todo']]);
  // Nobody answers: nothing is done.
  expect((await retire()).code).toBe(1);
  const { code, out } = await retire('--yes');
  expect(code).toBe(0);
  expect(out).toContain('✓ v1 is removed from the definition\n    spec.versions has v2');
  const { body } = await server.client.get(`${definitionsPath}/${name}`);
  expect(body).toMatchObject({ spec: { versions: [{ name: 'v2' }] }, status: { storedVersions: ['v2'] } });
  expect((await retire('--yes')).code).toBe(0);
  expect((await retire('--dry-run')).out).toContain(`Nothing to drop: ${name} has no version v1.`);
  const storage = await runCommand(server, ['crd', 'retire', name, 'v2', '--dry-run']);
  expect([storage.code, storage.out]).toEqual([1, expect.stringContaining('Not safe to drop v2')]);
});
