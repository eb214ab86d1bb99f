import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { etcdVersion } from '../../../../scripts/local-etcd.mjs';
import type { Engine } from '../../engine.ts';
import { put, take } from '../../testing/engine-contract.ts';
import { startEtcd, type TestEtcd, whyNoEtcd } from '../../testing/etcd.ts';
import { enableUsers, etcdRoot, manageUsers } from '../../testing/etcd-users.ts';
import { quickClock, silentLog, text } from '../../testing/world.ts';
import { tellsProgress } from './etcd-version.ts';
import { openEtcd } from './open-etcd.ts';

const AS_LONG_AS_IT_TAKES = 3_600_000;
const why = whyNoEtcd();

describe.skipIf(why !== undefined)(`an etcd with users${why === undefined ? '' : `: ${why}`}`, () => {
  let etcd: TestEtcd;
  const opened: Engine[] = [];
  const world = { clock: quickClock(AS_LONG_AS_IT_TAKES), log: silentLog };
  const open = async (more: object = {}): Promise<Engine> => {
    const spaces = [{ ours: '', theirs: '/test' }] as const;
    const engine = await openEtcd({ servers: [etcd.url], spaces, user: etcdRoot, ...world, ...more });
    opened.push(engine);
    return engine;
  };
  beforeAll(async () => {
    etcd = await startEtcd();
    await enableUsers(etcd);
  });
  afterAll(() => etcd.stop());
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine[Symbol.asyncDispose]();
  });

  it('that has forgotten its tokens gives new ones, and watches have no gap', async () => {
    const engine = await open({ patienceMs: 120_000 });
    const since = await engine.revision();
    const changes = take(engine, { prefix: '/again/', since, count: 2 });
    await put(engine, '/again/1', 'before');
    await etcd.kill();
    await etcd.restart();
    await put(engine, '/again/2', 'after');
    expect((await changes).map(({ value }) => text(value))).toEqual(['before', 'after']);
  });

  it('that takes a token back gives another one, also to whoever only watches', async () => {
    const watching = await open();
    const since = await put(watching, '/token/0', 'x');
    await manageUsers(etcd, { user: etcdRoot }, ({ call }) => call('UserChangePassword', etcdRoot));
    const change = take(watching, { prefix: '/token/', since, count: 1 });
    await put(await open(), '/token/1', 'x');
    expect((await change).map(({ key }) => key)).toEqual(['/token/1']);
  });

  it('says what is missing to a user with a role for our keys only', async () => {
    const narrow = { name: 'narrow', password: 'narrow' };
    await manageUsers(etcd, { user: etcdRoot }, async ({ call, grant }) => {
      await call('UserAdd', narrow);
      await call('RoleAdd', narrow);
      await call('UserGrantRole', { name: 'narrow', role: 'narrow' });
      await grant('narrow', '/test');
    });
    const opening = open({ user: narrow });
    if (tellsProgress(etcdVersion() ?? '')) return void expect(await (await opening).get('/none')).toBeNull();
    await expect(opening).rejects.toThrow('needs a role that may read every key');
  });

  it('that no longer takes the password says so', async () => {
    const engine = await open();
    await manageUsers(etcd, { user: etcdRoot }, ({ call }) =>
      call('UserChangePassword', { name: 'root', password: 'another' }),
    );
    await expect(put(engine, '/a', 'x')).rejects.toThrow('etcd does not know who this is');
    expect(engine.health().trouble).toMatchObject({ kind: 'failing', why: expect.stringContaining('--etcd-username') });
  });
});
