import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../engine.ts';
import { put, take } from '../../testing/engine-contract.ts';
import { startEtcdMembers, type TestEtcd, whyNoEtcd } from '../../testing/etcd.ts';
import { quickClock, silentLog, text } from '../../testing/world.ts';
import { methods } from './etcd-api.ts';
import { EtcdClient } from './etcd-client.ts';
import { openEtcd } from './open-etcd.ts';

const AS_LONG_AS_IT_TAKES = 3_600_000;
const why = whyNoEtcd();

describe.skipIf(why !== undefined)(`an etcd of three members${why === undefined ? '' : `: ${why}`}`, () => {
  let members: TestEtcd[];
  const opened: Engine[] = [];
  const clock = quickClock(AS_LONG_AS_IT_TAKES);
  const world = { clock, log: silentLog };
  const open = async (more: object = {}): Promise<Engine> => {
    const spaces = [{ ours: '', theirs: '/test' }] as const;
    const servers = members.map(({ url }) => url);
    const engine = await openEtcd({ servers, spaces, patienceMs: 120_000, ...world, ...more });
    opened.push(engine);
    return engine;
  };
  beforeAll(async () => {
    members = await startEtcdMembers(3);
  });
  afterAll(() => Promise.all(members.map((member) => member.stop())));
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine[Symbol.asyncDispose]();
  });
  const member = (at: number): TestEtcd => members[at] as TestEtcd;
  /** A write whose outcome is not known is looked after, as a client would. */
  const putAtLast = async (engine: Engine, key: string, value: string): Promise<number> => {
    for (;;) {
      const row = await engine.get(key);
      if (row !== null && text(row.value) === value) return row.revision;
      await put(engine, key, value).catch(() => undefined);
    }
  };
  /** Which of them is the leader, as it says itself. */
  const leader = async (): Promise<TestEtcd> => {
    for (;;) {
      for (const one of members) {
        const client = new EtcdClient({ servers: [one.url], patienceMs: 1, ...world });
        const status = await client.call(methods.status, {}).catch(() => undefined);
        client.close();
        if (status !== undefined && status.leader !== 0n && status.leader === status.header?.member) return one;
      }
    }
  };

  it('goes on when its leader dies, and watches have no gap', async () => {
    const engine = await open();
    const since = await engine.revision();
    const changes = take(engine, { prefix: '/a/', since, count: 3 });
    const written = [await put(engine, '/a/1', 'x')];
    const lost = await leader();
    await lost.kill();
    written.push(await putAtLast(engine, '/a/2', 'x'));
    await lost.restart();
    written.push(await putAtLast(engine, '/a/3', 'x'));
    expect((await changes).map(({ revision }) => revision)).toEqual(written);
  });

  it('is spoken with at another member when one stands still', async () => {
    const engine = await open();
    const since = await engine.revision();
    const changes = take(engine, { prefix: '/b/', since, count: 2 });
    const first = await put(engine, '/b/1', 'x');
    member(0).pause();
    const writing = putAtLast(engine, '/b/2', 'x');
    // What is under way then has waited long enough.
    setTimeout(() => clock.ahead(11_000), 100);
    const second = await writing;
    expect((await changes).map(({ revision }) => revision)).toEqual([first, second]);
    member(0).resume();
  });

  it('may have slow members: nothing is lost, and all of it comes once and in order', async () => {
    const engine = await open();
    const since = await engine.revision();
    const changes = take(engine, { prefix: '/slow/', since, count: 20 });
    const slowed = setInterval(() => {
      for (const one of members) one.pause();
      setTimeout(() => {
        for (const one of members) one.resume();
      }, 60);
    }, 90);
    const written: number[] = [];
    for (let at = 0; at < 20; at++) written.push(await putAtLast(engine, `/slow/${at}`, 'x'));
    expect((await changes).map(({ revision }) => revision)).toEqual(written);
    expect((await engine.read('/slow/')).rows).toHaveLength(written.length);
    clearInterval(slowed);
    for (const one of members) one.resume();
  });

  it('that has lost its majority says so, and works again when it has one', async () => {
    const engine = await open();
    const hasty = await open({ patienceMs: 1 });
    await putAtLast(engine, '/c', '1');
    await Promise.all([member(0).kill(), member(1).kill()]);
    setTimeout(() => clock.ahead(11_000), 100);
    await expect(put(hasty, '/c', '2')).rejects.toThrow('etcd cannot be reached');
    expect(hasty.health().trouble).toMatchObject({ kind: 'failing' });
    await Promise.all([member(0).restart(), member(1).restart()]);
    await putAtLast(engine, '/c', '2');
    expect(text((await engine.get('/c'))?.value)).toBe('2');
    await putAtLast(hasty, '/c', '3');
    expect(hasty.health().trouble).toBeUndefined();
  });
});
