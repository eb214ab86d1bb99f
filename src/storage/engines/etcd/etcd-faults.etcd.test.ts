import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Compacted, type Engine, StorageFailure, StorageFull } from '../../engine.ts';
import { put, take } from '../../testing/engine-contract.ts';
import { startEtcd, type TestEtcd, whyNoEtcd } from '../../testing/etcd.ts';
import { enableUsers, etcdRoot, manageUsers } from '../../testing/etcd-users.ts';
import { bytes, quickClock, silentLog, text } from '../../testing/world.ts';
import { openEtcd } from './open-etcd.ts';

const AS_LONG_AS_IT_TAKES = 3_600_000;
const NOBODY_THERE = 'http://127.0.0.1:1';
const why = whyNoEtcd();

describe.skipIf(why !== undefined)(`an etcd in trouble${why === undefined ? '' : `: ${why}`}`, () => {
  let etcd: TestEtcd;
  const opened: Engine[] = [];
  const world = { clock: quickClock(AS_LONG_AS_IT_TAKES), log: silentLog };
  const open = async (more: object = {}): Promise<Engine> => {
    const spaces = [{ ours: '', theirs: '/test' }] as const;
    const engine = await openEtcd({ servers: [etcd.url], spaces, ...world, ...more });
    opened.push(engine);
    return engine;
  };
  beforeAll(async () => {
    etcd = await startEtcd(['--quota-backend-bytes=20000000']);
  });
  afterAll(() => etcd.stop());
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine[Symbol.asyncDispose]();
  });

  it('is found at the first server that answers', async () => {
    const engine = await open({ servers: [NOBODY_THERE, etcd.url] });
    await put(engine, '/a', '1');
    expect(text((await engine.get('/a'))?.value)).toBe('1');
  });

  it('that is not there is told with its address', async () => {
    const nowhere = open({ servers: [NOBODY_THERE], patienceMs: 1 });
    await expect(nowhere).rejects.toThrow(/etcd cannot be reached \(http:\/\/127.0.0.1:1/);
  });

  it('that dies and comes back is taken up again, and watches have no gap', async () => {
    const engine = await open({ patienceMs: 120_000 });
    const hasty = await open({ patienceMs: 1 });
    const since = await engine.revision();
    const changes = take(engine, { prefix: '/again/', since, count: 2 });
    const first = await put(engine, '/again/1', 'x');
    await etcd.kill();
    await expect(hasty.commit('/again/none', bytes('x'), 77)).rejects.toThrow(StorageFailure);
    expect(hasty.health().trouble).toMatchObject({ kind: 'failing' });
    const writing = engine.get('/again/1');
    await etcd.restart();
    expect((await writing)?.revision).toBe(first);
    const second = await put(engine, '/again/2', 'x');
    expect((await changes).map(({ revision }) => revision)).toEqual([first, second]);
    expect(engine.health().trouble).toBeUndefined();
  });

  it('that others compact tells a watch what is gone', async () => {
    const engine = await open();
    const first = await put(engine, '/a', '1');
    const second = await put(engine, '/a', '2');
    await put(engine, '/a', '3');
    const other = await open();
    await other.compact(second);
    const gone = await take(engine, { since: first - 1, count: 1 }).catch((error) => error);
    expect(gone).toBeInstanceOf(Compacted);
    expect((gone as Compacted).oldest).toBe(second);
    await expect(engine.read('', { revision: first })).rejects.toMatchObject({ name: 'Compacted', oldest: second });
  });

  it('whose newest revision is of a key elsewhere lets those who follow ours know', async () => {
    const engine = await open();
    const elsewhere = await open({ spaces: [{ ours: '', theirs: '/elsewhere' }] });
    const since = await engine.revision();
    const batches = engine.changes('', since, new AbortController().signal)[Symbol.asyncIterator]();
    const first = batches.next();
    const revision = await put(elsewhere, '/a', 'x');
    expect(await engine.revision()).toBe(revision);
    expect((await first).value).toEqual({ revision, changes: [] });
    await batches.return?.(undefined);
  });

  it('lets a row go when its time has come, and says so', async () => {
    const engine = await open();
    const since = await engine.revision();
    const until = world.clock.now() + 1000;
    await engine.commit('/brief', bytes('x'), { expected: null, expires: until });
    await engine.commit('/brief too', bytes('x'), { expected: null, expires: until });
    const changes = await take(engine, { since, prefix: '/brief', count: 4 });
    expect(changes.map(({ value }) => text(value))).toEqual(['x', 'x', null, null]);
    expect(await engine.expired(until)).toEqual([]);
  });

  it('takes no request that is too large for it, and says which flag is about that', async () => {
    const engine = await open();
    const large = new Uint8Array(3_000_000);
    await expect(engine.commit('/large', large, null)).rejects.toThrow('--max-request-bytes');
    expect(await engine.get('/large')).toBeNull();
  });

  it('that sends what a watch has missed in parts loses nothing of it', async () => {
    const engine = await open();
    const since = await engine.revision();
    const values = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(1_000_000));
    for (const [at, value] of values.entries()) await put(engine, `/parts/${at}`, value);
    const changes = await take(engine, { since, prefix: '/parts/', count: values.length });
    expect(changes.map(({ value }) => text(value))).toEqual(values);
  });

  it('that asks who it is is told, and only the right one is let in', async () => {
    await enableUsers(etcd);
    await manageUsers(etcd, { user: etcdRoot }, ({ call }) => call('UserAdd', { name: 'guest', password: 'guest' }));
    await expect(open()).rejects.toThrow('etcd does not know who this is');
    await expect(open({ user: { name: 'root', password: 'wrong' } })).rejects.toThrow('--etcd-username');
    await expect(open({ user: { name: 'guest', password: 'guest' } })).rejects.toThrow('needs a role for the keys');
    const engine = await open({ user: etcdRoot });
    const since = await engine.revision();
    const change = take(engine, { since, count: 1 });
    await put(engine, '/a', 'with a token');
    expect(text((await change)[0]?.value)).toBe('with a token');
    await manageUsers(etcd, { user: etcdRoot }, ({ call }) => call('AuthDisable', {}));
  });

  it('that has no room refuses to write, and removes', async () => {
    const engine = await open();
    const filler = 'x'.repeat(1_000_000);
    const revision = await put(engine, '/first', filler);
    const filled = (async () => {
      for (let i = 0; i < 60; i++) await put(engine, `/filler/${i % 2}`, `${i}${filler}`);
    })();
    await expect(filled).rejects.toThrow(StorageFull);
    expect(engine.health().trouble).toMatchObject({ kind: 'full' });
    expect(await engine.commit('/first', null, revision)).toMatchObject({ committed: true });
  });
});
