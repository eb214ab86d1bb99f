import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEtcd, type TestEtcd, whyNoEtcd } from '../src/storage/testing/etcd.ts';
import { saveSnapshot } from '../src/storage/testing/save-snapshot.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';

const path = '/api/v1/namespaces/default/configmaps';
const why = whyNoEtcd();

describe.skipIf(why !== undefined)(`a snapshot of an etcd${why === undefined ? '' : `: ${why}`}`, () => {
  let folder: string;
  let etcd: TestEtcd;
  let snapshot: string;
  let expected: Wire;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-snapshot-'));
    snapshot = join(folder, 'snapshot.db');
    etcd = await startEtcd();
    const flags = { ephemeral: 'false', 'data-dir': join(folder, 'data') };
    const origin = await startTestServer({ ...flags, 'etcd-servers': etcd.url });
    for (let i = 0; i < 300; i++) {
      const name = `c-${i}`;
      const sent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'x'.repeat(i * 50) } };
      await origin.client.post(path, sent);
      if (i % 3 === 0) await origin.client.delete(`${path}/${name}`);
    }
    expected = (await origin.client.get(path)).body;
    await saveSnapshot(etcd.url, snapshot);
    await origin[Symbol.asyncDispose]();
    server = await startTestServer({ ...flags, 'from-etcd-snapshot': snapshot });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await etcd.stop();
    await rm(folder, { recursive: true });
  });

  it('shows what was there, at the revisions it had', async () => {
    const { body } = await server.client.get(path);
    expect(body.items).toEqual(expected.items);
    expect(body.items).toHaveLength(200);
    const page = await server.client.get(path, { limit: 7 });
    expect((page.body.items as Wire[]).map(({ metadata }) => metadata.name)).toEqual(
      (expected.items as Wire[]).slice(0, 7).map(({ metadata }) => metadata.name),
    );
    expect((await server.client.get('/api/v1/namespaces')).body.items).toHaveLength(4);
  });

  it('lets nobody write, and is ready all the same', async () => {
    const sent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' } };
    const refused = await server.client.post(path, sent);
    expect([refused.status, refused.body.message]).toEqual([405, expect.stringContaining('only shown')]);
    expect((await server.client.delete(`${path}/c-1`)).status).toBe(405);
    expect((await server.client.get('/readyz')).status).toBe(200);
  });

  it('can be gone on with, in memory or in a directory of its own', async () => {
    const writable = { ephemeral: 'false', 'from-etcd-snapshot': snapshot, 'snapshot-read-only': 'false' };
    const sent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' } };
    const plain = ({ items }: Wire) =>
      (items as Wire[]).map(({ metadata: { name, uid }, data }) => ({ name, uid, data }));
    const seen: number[] = [];
    // The second start finds what the first has left.
    for (const more of [{}, { 'data-dir': join(folder, 'restored') }, { 'data-dir': join(folder, 'restored') }]) {
      await using restored = await startTestServer({ ...writable, ...more });
      const { body } = await restored.client.get(path, { limit: 200 });
      expect(plain(body)).toEqual(plain(expected));
      seen.push((await restored.client.post(path, sent)).status);
    }
    expect(seen).toEqual([201, 201, 409]);
  });

  it('that is damaged is not opened', async () => {
    const bytes = await readFile(snapshot);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    const damaged = join(folder, 'damaged.db');
    await writeFile(damaged, bytes);
    const flags = { ephemeral: 'false', 'data-dir': join(folder, 'data') };
    await expect(startTestServer({ ...flags, 'from-etcd-snapshot': damaged })).rejects.toThrow('checksum');
    await writeFile(damaged, bytes.subarray(0, 100_000));
    await expect(startTestServer({ ...flags, 'from-etcd-snapshot': damaged })).rejects.toThrow('is damaged');
    // As a copy of a member's file is, without a checksum behind it: what it says twice does not agree.
    const copied = Buffer.from((await readFile(snapshot)).subarray(0, -32));
    for (let at = copied.indexOf('/registry/'); at >= 0; at = copied.indexOf('/registry/', at + 1)) copied[at - 2] = 0;
    await writeFile(damaged, copied);
    await expect(startTestServer({ ...flags, 'from-etcd-snapshot': damaged })).rejects.toThrow(
      /damaged.db is damaged: what lies at revision \d+ makes no sense/,
    );
    await writeFile(damaged, 'something else');
    await expect(startTestServer({ ...flags, 'from-etcd-snapshot': damaged })).rejects.toThrow(
      'not a database of etcd',
    );
  });
});
