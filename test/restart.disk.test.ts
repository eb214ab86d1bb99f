import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerProcess } from './support/server-process.ts';
import { brief } from './support/watch-stream.ts';
import { namesOf } from './support/wire.ts';

const path = '/api/v1/namespaces/default/configmaps';
/** Nobody writes but the test. */
const alone = ['--controllers', ''];

let parent: string;
let directory: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pinnace-restart-'));
  directory = join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe('a server that is started again', () => {
  it('has its objects, goes on counting, and shows its past', async () => {
    await using first = await ServerProcess.start(directory, ...alone);
    using before = await first.client();
    for (const name of ['a', 'b', 'c']) await before.post(path, { metadata: { name }, data: { name } });
    const then = (await before.get(path)).body;
    await before.put(`${path}/a`, { metadata: { name: 'a' }, data: { name: 'changed' } });
    await before.delete(`${path}/b`);
    const { body: last } = await before.get(path);
    const page = (await before.get(path, { limit: 1 })).body.metadata.continue as string;
    expect(await first.kill('SIGTERM')).toBe(0);

    await using second = await ServerProcess.start(directory, ...alone);
    using after = await second.client();
    const { body: now } = await after.get(path);
    expect(now.items).toEqual(last.items);
    expect(BigInt(now.metadata.resourceVersion)).toBeGreaterThanOrEqual(BigInt(last.metadata.resourceVersion));
    const { resourceVersion } = then.metadata;
    const exact = await after.get(path, { resourceVersion, resourceVersionMatch: 'Exact' });
    expect(exact.body.items).toEqual(then.items);
    expect(namesOf((await after.get(path, { continue: page })).body)).toEqual(['c']);
    const watch = await after.watch(path, { resourceVersion });
    expect((await watch.take(2)).map(brief)).toEqual(['MODIFIED a', 'DELETED b']);
    const { body: created } = await after.post(path, { metadata: { name: 'd' } });
    expect(BigInt(created.metadata.resourceVersion)).toBeGreaterThan(BigInt(now.metadata.resourceVersion));
    expect((await watch.take(1)).map(brief)).toEqual(['ADDED d']);
  });
  it('starts and can be mended though a webhook that is gone refuses everything', async () => {
    const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    await using first = await ServerProcess.start(directory, ...alone);
    using before = await first.client();
    await before.post(configurations, {
      metadata: { name: 'gone' },
      webhooks: [
        {
          name: 'gone.example.com',
          clientConfig: { service: { namespace: 'default', name: 'gone' } },
          rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    expect((await before.post(path, { metadata: { name: 'a' } })).status).toBe(500);
    expect(await first.kill('SIGTERM')).toBe(0);

    await using second = await ServerProcess.start(directory, ...alone);
    using after = await second.client();
    expect((await after.post(path, { metadata: { name: 'a' } })).status).toBe(500);
    expect((await after.delete(`${configurations}/gone`)).status).toBe(200);
    expect((await after.post(path, { metadata: { name: 'a' } })).status).toBe(201);
  });
  it('has the same certificates, token and, on the same port, kubeconfig', async () => {
    const files = ['kubeconfig', 'admin.token', 'pki/ca.crt', 'pki/ca.key', 'pki/server.crt', 'pki/admin.crt'];
    const contents = () => Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
    await using first = await ServerProcess.start(directory);
    const before = await contents();
    expect(await first.kill('SIGTERM')).toBe(0);
    await using second = await ServerProcess.start(directory, '--port', new URL(first.url).port);
    expect(await contents()).toEqual(before);
    expect(second.url).toBe(first.url);
  });
});

describe('a running server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends its watches and exits with 0 on %s', async (signal) => {
    await using server = await ServerProcess.start(directory);
    using client = await server.client();
    const { resourceVersion } = (await client.get(path)).body.metadata;
    const watch = await client.watch(path, { resourceVersion });
    await client.post(path, { metadata: { name: 'a' } });
    expect((await watch.take(1)).map(brief)).toEqual(['ADDED a']);
    const over = watch.rest();
    expect(await server.kill(signal)).toBe(0);
    expect(await over).toEqual([]);
    expect(server.output).toContain('Stopped.');
    expect(server.errors).toBe('');
  });
  it('keeps its data directory to itself', async () => {
    await using first = await ServerProcess.start(directory);
    await using second = ServerProcess.launch(directory);
    expect(await second.ended).toBe(1);
    expect(second.errors).toContain(directory);
    expect(second.errors).toMatch(/in use by/);
    expect(second.errors.trim().split('\n')).toHaveLength(1);
    using client = await first.client();
    expect((await client.get('/readyz')).status).toBe(200);
  });
  it.skipIf(process.platform === 'win32')('ends also while its start hangs', async () => {
    const pipe = `${directory}.pipe`;
    execFileSync('mkfifo', [pipe]);
    await using server = ServerProcess.launch(directory, '--client-ca-file', pipe, '--shutdown-grace', '0s');
    while (!existsSync(join(directory, 'pinnace-data'))) await setTimeout(50);
    expect(await server.kill('SIGTERM')).toBe('SIGTERM');
    expect(server.errors).toContain('could not stop in time');
    await rm(pipe);
  });
});
