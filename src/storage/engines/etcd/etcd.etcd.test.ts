import { afterAll, beforeAll, describe } from 'vitest';
import type { Engine } from '../../engine.ts';
import { engineContract } from '../../testing/engine-contract.ts';
import { startEtcd, type TestEtcd, whyNoEtcd } from '../../testing/etcd.ts';
import { quickClock, silentLog } from '../../testing/world.ts';
import { openEtcd } from './open-etcd.ts';

const AS_LONG_AS_IT_TAKES = 3_600_000;
const why = whyNoEtcd();

describe.skipIf(why !== undefined)(`with an etcd${why === undefined ? '' : `: ${why}`}`, () => {
  let etcd: TestEtcd;
  let opened = 0;
  const open = (): Promise<Engine> =>
    openEtcd({
      servers: [etcd.url],
      spaces: [{ ours: '', theirs: `/test-${++opened}` }],
      clock: quickClock(AS_LONG_AS_IT_TAKES),
      log: silentLog,
    });
  beforeAll(async () => {
    etcd = await startEtcd();
  });
  afterAll(() => etcd.stop());

  engineContract('etcd', async () => ({ engine: await open(), largest: 1_000_000, discard: async () => {} }));
});
