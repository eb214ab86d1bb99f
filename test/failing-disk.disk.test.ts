import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerProcess } from './support/server-process.ts';

const path = '/api/v1/namespaces/default/configmaps';
const preload = import.meta.resolve('./faults/failing-machine.mjs');

describe('a server whose disk fails', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'pinnace-failing-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it.each(['EIO', 'EROFS'])('with %s says so, reads on, and writes again when the fault is gone', async (code) => {
    const fault = join(parent, 'fault');
    const env = { DISK_FAULT_FILE: fault };
    await using server = await ServerProcess.startWith({ preload, env }, join(parent, 'data'), '--controllers', '');
    using client = await server.client();
    await client.post(path, { metadata: { name: 'before' } });
    await writeFile(fault, code);
    for (let i = 0; i < 5; i++) {
      const refused = await client.post(path, { metadata: { name: 'during' } });
      expect(refused.body).toMatchObject({ code: 500, reason: 'InternalError' });
      expect(refused.body.message).toContain(code);
    }
    const ready = await client.get('/readyz');
    expect([ready.status, ready.text]).toEqual([500, expect.stringMatching(/\[-\]etcd failed: the disk cannot be/)]);
    expect((await client.get('/metrics')).text).toContain('pinnace_storage_trouble{kind="failing"} 1\n');
    expect((await client.get(`${path}/before`)).status).toBe(200);
    expect((await client.get(`${path}/during`)).status).toBe(404);
    await rm(fault);
    expect((await client.post(path, { metadata: { name: 'after' } })).status).toBe(201);
    while ((await client.get('/readyz')).status !== 200) await setTimeout(50);
    await server.kill('SIGKILL');
    await using second = await ServerProcess.start(join(parent, 'data'), '--controllers', '');
    using later = await second.client();
    expect((await later.get(`${path}/after`)).status).toBe(200);
    expect((await later.get(`${path}/during`)).status).toBe(404);
  });
});
