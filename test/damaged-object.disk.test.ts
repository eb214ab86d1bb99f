import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './support/client.ts';
import { damage } from './support/damage.ts';
import { ServerProcess } from './support/server-process.ts';
import { brief } from './support/watch-stream.ts';
import { namesOf } from './support/wire.ts';

const path = '/api/v1/namespaces/default/configmaps';
const ignore = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
const key = '/registry/configmaps/default/broken';

/** The tests go on where the one before them ended. */
describe('one flipped bit in one object', () => {
  let parent: string;
  let server: ServerProcess;
  let client: TestClient;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'pinnace-damage-'));
    const directory = join(parent, 'data');
    {
      await using first = await ServerProcess.start(directory);
      using before = await first.client();
      await before.post('/api/v1/namespaces', { metadata: { name: 'other' } });
      for (const name of ['fine', 'broken', 'fine-too']) {
        await before.post(path, { metadata: { name, labels: { a: 'b' } }, data: { text: `the text of ${name}` } });
      }
      await before.post('/api/v1/namespaces/other/configmaps', {
        metadata: { name: 'lost' },
        data: { text: 'the text of lost' },
      });
      const owner = (await before.get(`${path}/broken`)).body.metadata.uid;
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'broken', uid: owner }];
      await before.post(path, { metadata: { name: 'owned', ownerReferences } });
      await first.kill('SIGTERM');
    }
    await damage(directory, 'the text of broken');
    await damage(directory, 'the text of lost');
    server = await ServerProcess.start(directory);
    client = await server.client();
  });
  afterAll(async () => {
    client[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
    await rm(parent, { recursive: true, force: true });
  });

  it('makes a get of it fail, with its key', async () => {
    const { body } = await client.get(`${path}/broken`);
    expect(body).toMatchObject({ code: 500, reason: 'InternalError' });
    expect(body.message).toMatch(/^Internal error occurred: StorageError: corrupt object, Code: 7, Key: \S+, /);
    expect(body.message).toContain(`Key: ${key}, `);
  });

  it('makes every list that contains it fail, with its key, whatever the form', async () => {
    for (const [query, accept] of [
      [{}, 'application/json'],
      [{ labelSelector: 'a=b' }, 'application/json'],
      [{ resourceVersion: 0 }, 'application/json'],
      [{}, 'application/json;as=Table;v=v1;g=meta.k8s.io'],
      [{}, 'application/vnd.kubernetes.protobuf, application/json'],
    ] as const) {
      const { status, text } = await client.get(path, query, { accept });
      expect([status, text]).toEqual([500, expect.stringContaining(key)]);
    }
    const { body } = await client.get('/api/v1/configmaps');
    expect(body).toMatchObject({ code: 500, reason: 'StoreReadError' });
    expect(body.details?.causes?.map(({ field }) => field)).toEqual([key, '/registry/configmaps/other/lost']);
  });

  it('leaves everything else alone', async () => {
    expect((await client.get(`${path}/fine`)).body.data).toEqual({ text: 'the text of fine' });
    expect(namesOf((await client.get(path, { fieldSelector: 'metadata.name=fine' })).body)).toEqual(['fine']);
    expect((await client.get('/api/v1/namespaces/kube-system/configmaps')).status).toBe(200);
    expect((await client.get('/api/v1/secrets')).status).toBe(200);
    expect((await client.put(`${path}/fine`, { metadata: { name: 'fine' }, data: { text: 'new' } })).status).toBe(200);
  });

  it('lets a watch go on, but for initial events', async () => {
    const { resourceVersion } = (await client.get(`${path}/fine`)).body.metadata;
    const watch = await client.watch(path, { resourceVersion: resourceVersion as string });
    await client.post(path, { metadata: { name: 'later' } });
    expect((await watch.take(1)).map(brief)).toEqual(['ADDED later']);
    const initial = await (await client.watch(path)).rest();
    expect(initial.at(-1)).toMatchObject({ type: 'ERROR', object: { reason: 'StoreReadError', code: 500 } });
  });

  it('leaves it out of a list or watch that asks for that, with a warning', async () => {
    const { body, headers } = await client.get(path, ignore);
    expect(namesOf(body)).toEqual(['fine', 'fine-too', 'kube-root-ca.crt', 'later', 'owned']);
    expect(headers.warning).toContain(`left out, because it cannot be read: ${key}`);
    const watch = await client.watch(path, ignore);
    expect((await watch.take(5)).map(brief)).toHaveLength(5);
  });

  it('is there for those who would create, update or delete it', async () => {
    expect((await client.post(path, { metadata: { name: 'broken' } })).body).toMatchObject({ reason: 'AlreadyExists' });
    expect((await client.put(`${path}/broken`, { metadata: { name: 'broken' } })).status).toBe(500);
    expect((await client.delete(`${path}/broken`)).body.message).toContain(key);
    expect((await client.delete(path)).body).toMatchObject({ code: 500, reason: 'StoreReadError' });
  });

  it('is told by /readyz, which is ready, and by a metric', async () => {
    while (!(await client.get('/readyz')).text.includes('2 stored objects are damaged')) await setTimeout(100);
    const ready = await client.get('/readyz');
    expect([ready.status, ready.text]).toEqual([200, expect.stringContaining(key)]);
    expect((await client.get('/metrics')).text).toContain('pinnace_storage_damaged_objects 2\n');
  });

  it('counts as there for the garbage collector and for a namespace that is deleted', async () => {
    expect((await client.get(`${path}/owned`)).status).toBe(200);
    await client.delete('/api/v1/namespaces/other');
    const conditions = async () =>
      ((await client.get('/api/v1/namespaces/other')).body.status as { conditions?: { message: string }[] } | undefined)
        ?.conditions ?? [];
    while (!(await conditions()).some(({ message }) => message.includes('configmaps. has 1'))) await setTimeout(100);
    const failure = (await conditions()).find(({ message }) => message.includes('/registry/configmaps/other/lost'));
    expect(failure?.message).toMatch(/^Failed to delete all resource types, 1 remaining: /);
  });

  it('goes with the option that upstream has for it, and only it', async () => {
    const { body: sound } = await client.delete(`${path}/fine`, undefined, ignore);
    expect(sound).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(sound.message).toContain(
      'is exclusively used to delete corrupt object(s), try again by removing this option',
    );
    const { body: many } = await client.delete(path, undefined, ignore);
    expect(many.message).toContain('is not allowed with DELETECOLLECTION, try again after removing the option');
    const { resourceVersion } = (await client.get(`${path}/fine`)).body.metadata;
    const watch = await client.watch(path, { resourceVersion: resourceVersion as string });
    const dry = await client.delete(`${path}/broken`, undefined, { ...ignore, dryRun: 'All' });
    expect([dry.status, (await client.get(`${path}/broken`)).status]).toEqual([200, 500]);
    const { body: gone } = await client.delete(`${path}/broken`, undefined, ignore);
    expect(gone).toMatchObject({ status: 'Success', details: { name: 'broken', kind: 'ConfigMap' }, code: 200 });
    const last = (await watch.rest()).at(-1) as { object?: { message?: string } };
    expect(last).toMatchObject({ type: 'ERROR', object: { reason: 'StoreReadError' } });
    expect(last.object?.message).toContain('saw a DELETED event, but object data is corrupt');
    expect((await client.get(path)).status).toBe(200);
    expect((await client.get(`${path}/broken`)).status).toBe(404);
    const lost = '/api/v1/namespaces/other/configmaps/lost';
    expect((await client.delete(lost, undefined, ignore)).status).toBe(200);
    while ((await client.get('/api/v1/namespaces/other')).status !== 404) await setTimeout(100);
    expect((await client.get('/readyz')).text).toBe('ok');
  });
});
