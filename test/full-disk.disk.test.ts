import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, TestClient } from './support/client.ts';
import { ServerProcess } from './support/server-process.ts';
import { hasPrlimit, limitedFiles, mayMount, ownFileSystem, type SmallDisk } from './support/small-disk.ts';
import { namesOf } from './support/wire.ts';

const path = '/api/v1/namespaces/default/configmaps';
/** Nobody writes but the test. */
const alone = ['--controllers', 'namespace'];

describe.each([
  ['no file may grow (needs prlimit)', hasPrlimit, limitedFiles],
  ['the file system is full (needs root)', mayMount, ownFileSystem],
] as const)('a server when %s', (_, possible, makeDisk) => {
  let disk: SmallDisk;
  beforeEach(async () => {
    if (possible) disk = await makeDisk();
  });
  afterEach(() => (possible ? disk.discard() : undefined));

  it.skipIf(!possible)('refuses what grows with 507, deletes, and recovers by itself', async () => {
    await using server = await ServerProcess.start(disk.directory, ...alone);
    using client = await server.client();
    await client.post('/api/v1/namespaces', { metadata: { name: 'doomed' } });
    await client.post(path, { metadata: { name: 'held', finalizers: ['example.com/hold'] } });
    await disk.takeRoom(server);
    const refused = await fill(client);
    expect(refused.body).toMatchObject({ kind: 'Status', reason: 'InsufficientStorage', code: 507 });
    expect(refused.body.message).toMatch(/^the disk is full .*Deletions still work/);

    const ready = await client.get('/readyz');
    expect([ready.status, ready.text]).toEqual([500, expect.stringContaining('[-]etcd failed: the disk is full')]);
    expect((await client.get('/livez')).status).toBe(200);
    expect((await client.get('/metrics')).text).toContain('pinnace_storage_trouble{kind="full"} 1\n');
    const names = namesOf((await client.get(path)).body);
    expect((await client.delete(`${path}/${names.at(-1)}`)).status).toBe(200);
    // Also what takes several steps: a finalizer, a namespace.
    expect((await client.delete(`${path}/held`)).status).toBe(200);
    const unheld = { metadata: { name: 'held' } };
    expect((await client.put(`${path}/held`, unheld)).status).toBe(200);
    expect((await client.get(`${path}/held`)).status).toBe(404);
    expect((await client.delete('/api/v1/namespaces/doomed')).status).toBe(200);
    await until(async () => (await client.get('/api/v1/namespaces/doomed')).status === 404);

    await disk.giveRoom(server);
    await until(async () => (await client.get('/readyz')).status === 200);
    expect((await client.post(path, { metadata: { name: 'at-last' } })).status).toBe(201);
    expect((await client.get('/metrics')).text).toContain('pinnace_storage_trouble{kind="full"} 0\n');
    expect(server.errors).toMatch(/ERROR the store cannot be written kind="full"/);
    expect(server.errors).toMatch(/WARN {2}the store can be written again/);
  });

  it.skipIf(!possible)('is killed there and starts again with all that was acknowledged', async () => {
    let names: readonly string[];
    {
      await using server = await ServerProcess.start(disk.directory, ...alone);
      using client = await server.client();
      await disk.takeRoom(server);
      await fill(client);
      names = namesOf((await client.get(path)).body);
    }
    await using server = await ServerProcess.start(disk.directory, ...alone);
    using client = await server.client();
    expect(namesOf((await client.get(path)).body)).toEqual(names);
    expect((await client.delete(`${path}/${names[0]}`)).status).toBe(200);
  });
});

/** Writes until it is refused. */
async function fill(client: TestClient): Promise<Answer> {
  for (let i = 0; ; i++) {
    const text = 'x'.repeat(20_000);
    const answer = await client.post(path, {
      metadata: { name: `fill-${String(i).padStart(5, '0')}` },
      data: { text },
    });
    if (answer.status !== 201) return answer;
  }
}

/** However long it takes. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(50);
}
