import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from './support/command.ts';
import { define, definitionsPath } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const group = 'bolts.example.com';
const name = `bolts.${group}`;
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = (storage: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'bolts', kind: 'Bolt' },
    versions: ['v1beta1', 'v1'].map((one) => ({ name: one, served: true, storage: one === storage, schema })),
  },
});
const merge = { 'content-type': 'application/merge-patch+json' };
const at = (version: string): string => `/apis/${group}/${version}/namespaces/default/bolts`;

let server: TestServer;
const state = mkdtempSync(join(tmpdir(), 'pinnace-state-'));
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(state, { recursive: true, force: true });
});
const run = (...args: string[]) => runCommand(server, args, { XDG_STATE_HOME: state });
const store = (storage: string) =>
  server.client.ask('PATCH', `${definitionsPath}/${name}`, {
    headers: merge,
    body: { spec: definition(storage).spec },
  });
async function counts(): Promise<Record<string, number>> {
  const { body } = await server.client.get(`/pinnace/storage-versions/${name}`);
  const { versions } = body as never as { versions: { version: string; objects: number }[] };
  return Object.fromEntries(versions.map(({ version, objects }) => [version, objects]));
}

beforeEach(async () => {
  const { client } = server;
  await client.ask('DELETE', at('v1'));
  await define(client, definition('v1beta1')).catch(() => store('v1beta1'));
  for (let i = 0; i < 12; i++)
    await client.post(at('v1beta1'), {
      apiVersion: `${group}/v1beta1`,
      kind: 'Bolt',
      metadata: { name: `b${i}` },
      size: i,
    });
  await store('v1');
});

it('pinnace migrate rewrites what lies in an old version, and nothing else of it changes', async () => {
  const { client } = server;
  const before = (await client.get(`${at('v1')}/b3`)).body;
  expect(await counts()).toEqual({ v1: 0, v1beta1: 12 });
  const { code, out } = await run('migrate', name);
  expect([code, out]).toEqual([0, `${name}: 12 rewritten, 0 already current, 0 failed\n`]);
  expect(await counts()).toEqual({ v1: 12, v1beta1: 0 });
  const after = (await client.get(`${at('v1')}/b3`)).body;
  const { resourceVersion: _, ...kept } = after.metadata as never as Record<string, unknown>;
  expect({ ...after, metadata: { ...kept, resourceVersion: before.metadata.resourceVersion } }).toEqual(before);
  expect((await run('migrate', '--all')).out).toBe('nothing waits to be migrated\n');
});

it('pinnace migrate --dry-run writes nothing', async () => {
  const { code, out } = await run('migrate', 'bolts', '--dry-run', '-o', 'json');
  expect([code, JSON.parse(out).resources[0]]).toMatchObject([0, { resource: name, done: 12, failed: 0 }]);
  expect(await counts()).toEqual({ v1: 0, v1beta1: 12 });
});

it('pinnace migrate --prune-managed-fields drops entries in versions that are gone', async () => {
  const { client } = server;
  const managers = async () => {
    const { metadata } = (await client.get(`${at('v1')}/b1`)).body;
    const { managedFields = [] } = metadata as never as { managedFields?: { apiVersion: string }[] };
    return managedFields.map(({ apiVersion }) => apiVersion);
  };
  expect(await managers()).toEqual([`${group}/v1beta1`]);
  expect((await run('migrate', name)).code).toBe(0);
  expect(await managers()).toEqual([`${group}/v1beta1`]);
  const status = { status: { storedVersions: ['v1'] } };
  await client.ask('PATCH', `${definitionsPath}/${name}/status`, { headers: merge, body: status });
  const spec = definition('v1').spec;
  const body = { spec: { ...spec, versions: spec.versions.slice(1) } };
  await client.ask('PATCH', `${definitionsPath}/${name}`, { headers: merge, body });
  const { code, out } = await run('migrate', name, '--prune-managed-fields');
  expect([code, out]).toEqual([0, expect.stringContaining('12 without stale managedFields')]);
  expect(await managers()).toEqual([]);
});

/** The command as a process of its own, which can be killed. */
function launch(...args: readonly string[]) {
  const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
  const sources = ['--conditions=pinnace-source', '--import', import.meta.resolve('tsx')];
  const env = { ...process.env, KUBECONFIG: server.running.kubeconfigPath, XDG_STATE_HOME: state };
  return spawn(process.execPath, [...sources, main, ...args], { env, stdio: 'ignore' });
}

it('pinnace migrate that is killed goes on where it was', async () => {
  const child = launch('migrate', name, '--chunk-size', '5', '--rate', '4');
  const ended = once(child, 'exit');
  // It notes how far it is behind each chunk.
  const noted = () => readdirSync(state, { recursive: true }).some((file) => String(file).endsWith('.json'));
  await vi.waitUntil(noted, { timeout: 40_000, interval: 10 });
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  const { v1 = 0, v1beta1 = 0 } = await counts();
  expect([v1 >= 5, v1beta1 > 0, v1 + v1beta1]).toEqual([true, true, 12]);
  const { code, out, err } = await run('migrate', name);
  expect(err).toContain(`${name}: goes on where it was stopped`);
  // The first chunk is not looked at again.
  expect([code, out]).toEqual([0, `${name}: ${v1beta1} rewritten, ${7 - v1beta1} already current, 0 failed\n`]);
  expect(await counts()).toEqual({ v1: 12, v1beta1: 0 });
}, 60_000);

it('pinnace migrate without a resource asks for one', async () => {
  expect(await run('migrate')).toMatchObject({
    code: 2,
    err: expect.stringContaining('say which resources, or --all'),
  });
});
