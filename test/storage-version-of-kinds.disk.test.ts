import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { builtinDefinitions, ServiceNetwork } from '#apis';
import type { ResourceDefinition, VersionDefinition } from '#machinery';
import type { World } from '#meta';
import { resolveOptions, startServer } from '#server';
import { gadgets, gadgetsStoredAs } from '../examples/gadgets/gadgets.ts';
import { houseWithWorld } from '../src/server/testing/house-with-world.ts';
import { TestClient } from './support/client.ts';
import { runCommand } from './support/command.ts';
import { TestClock } from './support/test-clock.ts';

/** A built-in kind as a release had it that did not store the stable version yet. */
function earlierClasses(): ResourceDefinition {
  const classes = builtinDefinitions({ serviceNetwork: new ServiceNetwork({ ranges: ['10.96.0.0/12'] }) }).find(
    ({ resource }) => resource === 'volumeattributesclasses',
  ) as ResourceDefinition;
  const definition = classes.versions.get('v1beta1') as VersionDefinition;
  return { ...classes, storage: { apiVersion: 'storage.k8s.io/v1beta1', definition } };
}

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pinnace-release-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

interface Said {
  readonly message: string;
  readonly fields: object | undefined;
}

/** A server of a release that has these kinds. */
async function begin(apis: readonly ResourceDefinition[]) {
  const flags = {
    'data-dir': directory,
    port: '0',
    'shutdown-grace': '1s',
    controllers: '',
    'runtime-config': 'storage.k8s.io/v1beta1=true',
  };
  const { options } = await resolveOptions({ flags: new Map(Object.entries(flags)), environment: {} });
  const said: Said[] = [];
  const clock = new TestClock();
  const info = (message: string, fields?: object): void => void said.push({ message, fields });
  const world = ({ log }: World): Partial<World> => ({ clock, log: { ...log, info } });
  const running = await startServer(options, houseWithWorld(world, apis));
  const token = (await readFile(running.tokenPath, 'utf8')).trim();
  const ca = await readFile(join(running.dataDirectory, 'pki', 'ca.crt'), 'utf8');
  const client = new TestClient({ url: running.url, token, ca });
  const waiting = (): Said | undefined => said.find(({ message }) => message.includes('pinnace migrate --all'));
  return {
    running,
    client,
    clock,
    waiting,
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      await running.stop();
    },
  };
}

const gadgetPath = '/apis/gadgets.example.com/v1/namespaces/default/gadgets';
const classPath = '/apis/storage.k8s.io/v1/volumeattributesclasses';

it('kinds of one’s own and built-in ones are migrated when a release stores another version', async () => {
  {
    await using server = await begin([gadgetsStoredAs('v1alpha1'), earlierClasses()]);
    const { client } = server;
    for (const name of ['a', 'b']) {
      const spec = { width: 1, height: 2 };
      const gadget = { apiVersion: 'gadgets.example.com/v1', kind: 'Gadget', metadata: { name }, spec };
      expect((await client.post(gadgetPath, gadget)).status).toBe(201);
    }
    const volumes = { driverName: 'd', parameters: { a: 'b' } };
    const made = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      metadata: { name: 'c' },
      ...volumes,
    };
    expect((await client.post(classPath, made)).status).toBe(201);
    server.clock.advance(2000);
    await server.running.settle();
    expect(server.waiting()).toBeUndefined();
  }
  await using server = await begin([gadgets]);
  const { client } = server;
  server.clock.advance(2000);
  await vi.waitUntil(() => server.waiting());
  expect(server.waiting()?.fields).toEqual({
    objects: 3,
    resources: 'volumeattributesclasses.storage.k8s.io, gadgets.gadgets.example.com',
  });
  const before = [await client.get(`${gadgetPath}/a`), await client.get(`${classPath}/c`)];
  const { code, out } = await runCommand(server, ['migrate', '--all'], { XDG_STATE_HOME: directory });
  expect([code, out.split('\n').sort()]).toEqual([
    0,
    [
      '',
      'gadgets.gadgets.example.com: 2 rewritten, 0 already current, 0 failed',
      'volumeattributesclasses.storage.k8s.io: 1 rewritten, 0 already current, 0 failed',
    ],
  ]);
  const after = [await client.get(`${gadgetPath}/a`), await client.get(`${classPath}/c`)];
  const withoutRevision = (answers: typeof after) =>
    answers.map(({ body }) => ({ ...body, metadata: { ...body.metadata, resourceVersion: '' } }));
  expect(withoutRevision(after)).toEqual(withoutRevision(before));
  const again = await runCommand(server, ['migrate', '--all'], { XDG_STATE_HOME: directory });
  expect(again.out).toBe('nothing waits to be migrated\n');
});

it('an object whose version a release does not have any more is told by name, shown as it is stored, and repaired', async () => {
  const older = gadgetsStoredAs('v1alpha1');
  {
    await using server = await begin([older]);
    const spec = { width: 1, height: 2 };
    const gadget = { apiVersion: 'gadgets.example.com/v1', kind: 'Gadget', metadata: { name: 'left' }, spec };
    expect((await server.client.post(gadgetPath, gadget)).status).toBe(201);
  }
  const versions = new Map([...gadgets.versions].filter(([version]) => version === 'v1'));
  await using server = await begin([{ ...gadgets, versions }]);
  const { client } = server;
  const refused = await client.get(`${gadgetPath}/left`);
  expect([refused.status, refused.text]).toEqual([
    500,
    expect.stringContaining('it is stored as gadgets.example.com/v1alpha1, which is not a version of gadgets any more'),
  ]);
  const name = 'gadgets.gadgets.example.com';
  expect((await runCommand(server, ['crd', 'versions', name])).out).toContain(
    `${name}: default/left lies in a version that is gone; pinnace crd repair ${name} default/left shows it`,
  );
  const path = `/pinnace/stored-objects/${name}/default/left`;
  const somebody = { headers: { 'impersonate-user': 'somebody' } };
  expect((await client.ask('GET', path, somebody)).status).toBe(403);
  const shown = (await client.get(path)).body;
  expect(shown).toMatchObject({ apiVersion: 'gadgets.example.com/v1alpha1', metadata: { name: 'left' } });
  const repaired = { ...shown, apiVersion: 'gadgets.example.com/v1', spec: { width: 1, height: 2 } };
  expect((await client.put(path, repaired)).status).toBe(200);
  expect((await client.get(`${gadgetPath}/left`)).body).toMatchObject({ spec: { height: 2 } });
});
