import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEtcd } from '#storage';
import { startEtcd, whyNoEtcd } from '../src/storage/testing/etcd.ts';
import { quickClock, silentLog } from '../src/storage/testing/world.ts';
import { TcpGate } from './faults/tcp-gate.ts';
import { until } from './support/definitions.ts';
import { startTestServer } from './support/start-test-server.ts';

const why = whyNoEtcd();
const path = '/api/v1/namespaces/default/configmaps';
const REGISTRY = '/registry/configmaps/default/';

it.skipIf(why !== undefined)(
  `a server that missed what others have compacted begins anew${why === undefined ? '' : `: ${why}`}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinnace-compaction-'));
    const etcd = await startEtcd();
    const gate = await TcpGate.before(Number(new URL(etcd.url).port));
    const spaces = [{ ours: '/registry', theirs: '/registry' }] as const;
    const others = await openEtcd({ servers: [etcd.url], spaces, clock: quickClock(60_000), log: silentLog });
    const server = await startTestServer({
      ephemeral: 'false',
      'etcd-servers': `http://127.0.0.1:${gate.port}`,
      'data-dir': folder,
    });
    try {
      const { client } = server;
      for (const name of ['stays', 'goes']) await client.post(path, { metadata: { name } });
      const { resourceVersion } = (await client.get(path)).body.metadata;
      const watch = await client.watch(path, { resourceVersion });
      gate.shut();
      const goes = await others.get(`${REGISTRY}goes`);
      await others.commit(`${REGISTRY}goes`, null, goes?.revision as number);
      const stays = await others.get(`${REGISTRY}stays`);
      await others.commit(`${REGISTRY}stays`, stays?.value as Uint8Array, stays?.revision as number);
      await others.compact(await others.revision());
      gate.open();
      // Who watches is not left with what is gone: the watch ends, and cannot be taken up where it was.
      expect(await watch.rest()).toEqual([]);
      const [again] = await (await client.watch(path, { resourceVersion })).rest();
      expect(again).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
      const names = async () => (await client.get(path)).body.items.map(({ metadata }) => metadata.name);
      const seen = await until(async () => ((await client.get(path)).status === 200 ? names() : undefined), 'the list');
      expect(seen).toContain('stays');
      expect(seen).not.toContain('goes');
      expect((await client.get(`${path}/goes`)).status).toBe(404);
      expect((await client.post(path, { metadata: { name: 'goes' } })).status).toBe(201);
    } finally {
      await server[Symbol.asyncDispose]();
      await others[Symbol.asyncDispose]();
      await gate[Symbol.asyncDispose]();
      await etcd.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
