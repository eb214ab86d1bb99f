import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FellBehind, type Watch, type WatchBatch, type WatchSource } from './collection.ts';
import { Compacted, type Engine } from './engine.ts';
import { EngineCollection } from './engine-collection.ts';
import { openJournal } from './engines/journal/open-journal.ts';
import { openMemory } from './engines/memory.ts';
import type { Entry } from './entry.ts';
import { ObjectStore } from './object-store.ts';
import { collectionContract, watched } from './testing/collection-contract.ts';
import { temporaryDirectory, testIds } from './testing/disk.ts';
import { engineWith } from './testing/engine-with.ts';
import { bytes, quickClock, silentLog, text } from './testing/world.ts';

collectionContract('the watch cache', async () => {
  const engine = openMemory();
  return subject(engine, await ObjectStore.open({ engine, clock: quickClock(), log: silentLog }));
});

collectionContract('the watch cache, of which no value stays in memory', async () => {
  const { directory, remove } = await temporaryDirectory();
  const engine = await openJournal({ directory, ids: testIds, log: silentLog });
  const store = await ObjectStore.open({ engine, clock: quickClock(), log: silentLog, valueBytes: 0 });
  return subject(engine, store, remove);
});

function subject(engine: Engine, store: ObjectStore, remove = async (): Promise<void> => {}) {
  return {
    engine,
    collection: (prefix: string) => store.collection(prefix),
    discard: async () => {
      await store[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      await remove();
    },
  };
}

collectionContract('the engine alone', async () => {
  const engine = openMemory();
  return {
    engine,
    collection: (prefix) => new EngineCollection(engine, prefix),
    discard: async () => engine[Symbol.asyncDispose](),
  };
});

describe('the watch cache', () => {
  let engine: Engine;
  const clock = quickClock();
  beforeEach(() => {
    engine = openMemory();
  });
  afterEach(() => engine[Symbol.asyncDispose]());
  const open = (options = {}) => ObjectStore.open({ engine, clock, log: silentLog, ...options });
  const put = async (key: string, value = 'x') => {
    const there = await engine.get(`/things/${key}`);
    await engine.commit(`/things/${key}`, bytes(value), there?.revision ?? null);
    return engine.revision();
  };

  it('gives the same collection for the same prefix', async () => {
    await using store = await open();
    expect(store.collection('/things/')).toBe(store.collection('/things/'));
    expect(() => store.collection('/things')).toThrow(RangeError);
  });

  it('counts what remains after a page without a selector', async () => {
    await using store = await open();
    for (let i = 0; i < 700; i++) await put(`${i % 2 === 0 ? 'a' : 'b'}/${String(i).padStart(4, '0')}`);
    const things = store.collection('/things/');
    const first = await things.list({ under: 'a/', freshness: { need: 'newest' }, limit: 100 });
    expect([first.entries.length, first.remaining]).toEqual([100, 250]);
    const past = { need: 'exactly', revision: first.revision - 100 } as const;
    const earlier = await things.list({ under: 'a/', freshness: past, limit: 100 });
    expect([earlier.entries.length, earlier.remaining]).toEqual([100, 200]);
    const freshness = { need: 'exactly', revision: first.revision } as const;
    const rest = await things.list({ under: 'a/', freshness, after: first.next as string });
    expect([rest.entries.length, rest.remaining, rest.next]).toEqual([250, undefined, undefined]);
  });

  it('shares one entry, and so one encoding, among all readers and watchers', async () => {
    await using store = await open();
    const things = store.collection('/things/');
    const start = await put('a', '1');
    await put('a', '2');
    await engine.commit('/things/a', null, (await engine.get('/things/a'))?.revision as number);
    await things.list({ under: '', freshness: { need: 'newest' } });
    const entries = await Promise.all(
      [1, 2].map(async () => {
        const items = [];
        for await (const batch of things.watch({ under: '', since: { revision: start } }, AbortSignal.timeout(5000))) {
          if (batch.kind === 'changes') items.push(...batch.items.map((item) => item.entry));
          if (items.length >= 2) return items;
        }
        return items;
      }),
    );
    await put('a', '3');
    const since = { revision: await engine.revision() };
    const third = Promise.all(
      [1, 2].map(() => firstEntry(things.watch({ under: '', since }, AbortSignal.timeout(5000)))),
    );
    await put('a', '4');
    const [x, y] = await third;
    expect(x).toBe(y);
    expect(await things.get('a', { need: 'newest' })).toBe(x);
    expect(entries[0]?.map((entry) => text(entry.value))).toEqual(['2', '2']);
  });

  it('lists from the engine what takes long to load', async () => {
    for (const key of ['a', 'b', 'c']) await put(key);
    let go = (): void => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    // The cache reads many rows at once, and waits; a list reads few.
    const slow = new Proxy(engine, {
      get: (target, name) =>
        name === 'read'
          ? async (...args: Parameters<Engine['read']>) => {
              if ((args[1]?.limit ?? 0) > 100) await gate;
              return target.read(...args);
            }
          : Reflect.get(target, name)?.bind(target),
    });
    await using store = await open({ engine: slow });
    const things = store.collection('/things/');
    const listed = await things.list({ under: '', freshness: { need: 'newest' } });
    expect([listed.entries.map(({ key }) => key), listed.revision]).toEqual([['a', 'b', 'c'], await engine.revision()]);
    go();
    expect(await things.get('b', { need: 'newest' })).not.toBeNull();
  });

  it('reads a long list on where it is kept when it is read so slowly that everything has changed meanwhile', async () => {
    await using store = await open();
    const keys = Array.from({ length: 30 }, (_, at) => `k${String(at).padStart(2, '0')}`);
    for (const key of keys) await put(key, 'old '.repeat(25_000));
    const things = store.collection('/things/');
    const { first, more, revision } = await things.pages({ under: '', freshness: { need: 'newest' } });
    for (const key of keys) await put(key, 'new');
    await put('k291', 'new');
    await vi.waitFor(() => expect(things.revision()).toBeGreaterThan(revision + 30));
    for (const wait of [0, 11_000]) {
      const found = [...first];
      for await (const page of more ?? []) {
        found.push(...page);
        clock.ahead(wait);
      }
      expect(found.map(({ key, value }) => [key, text(value)?.slice(0, 3)])).toEqual(keys.map((key) => [key, 'old']));
    }
    await engine.compact(await engine.revision());
    const again = more?.[Symbol.asyncIterator]();
    await expect(again?.next()).rejects.toThrow(Compacted);
  });

  it('goes on with a page after compaction, since it kept the picture, until the picture is old', async () => {
    await using store = await open({ historyMs: 1000 });
    for (const key of ['a', 'b', 'c']) await put(key);
    const things = store.collection('/things/');
    const first = await things.list({ under: '', freshness: { need: 'newest' }, limit: 1 });
    await put('c', 'new');
    await engine.compact(await engine.revision());
    const rest = { under: '', freshness: { need: 'exactly', revision: first.revision }, after: 'a' } as const;
    expect((await things.list(rest)).entries.map((entry) => text(entry.value))).toEqual(['x', 'x']);
    clock.ahead(2000);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await expect(things.list(rest)).rejects.toThrow('no longer kept');
  });

  it('forgets pages with the rest of the past, though nothing changed and somebody asks for them again and again', async () => {
    await using store = await open({ historyMs: 1000 });
    for (const key of ['a', 'b', 'c']) await put(key);
    const things = store.collection('/things/');
    const { revision } = await things.list({ under: '', freshness: { need: 'newest' }, limit: 1 });
    await engine.commit('/others/a', Buffer.from('x'), null);
    await engine.compact(await engine.revision());
    await vi.waitFor(() => expect(things.revision()).toBeGreaterThan(revision), { timeout: 600_000 });
    const next = { under: '', freshness: { need: 'exactly', revision }, after: 'a', limit: 1 } as const;
    for (const _ of [1, 2]) {
      expect((await things.list(next)).entries).toHaveLength(1);
      clock.ahead(600);
    }
    await new Promise((resolve) => setTimeout(resolve, 60));
    await expect(things.list(next)).rejects.toThrow('no longer kept');
  });

  it('replays what fell off the ring from the engine, then joins the ring, without a gap', async () => {
    await using store = await open({ ringEvents: 5 });
    const things = store.collection('/things/');
    await things.get('a', { need: 'newest' });
    for (let i = 0; i < 50; i++) await put(`k${i}`, String(i));
    const items = watched(things, { since: { revision: 3 } }, 57);
    for (let i = 50; i < 60; i++) await put(`k${i}`, String(i));
    expect((await items).map(([, key]) => key)).toEqual(Array.from({ length: 57 }, (_, i) => `k${i + 3}`));
  });

  it('cuts off a watcher that does not keep up', async () => {
    await using store = await open({ ringEvents: 5 });
    const things = store.collection('/things/');
    const start = await put('a');
    const watch = things.watch({ under: '', since: { revision: start } }, AbortSignal.timeout(5000));
    const batches = watch[Symbol.asyncIterator]();
    const first = batches.next();
    await new Promise((resolve) => setImmediate(resolve));
    await put('b');
    await first;
    for (let i = 0; i < 10; i++) await put(`k${i}`);
    await expect(batches.next()).rejects.toThrow(FellBehind);
  });

  it('hands changes out as they come to who follows, until no more is wanted, and leaves the rest to `next`', async () => {
    await using store = await open();
    const since = { revision: await put('a') };
    const watch = store.collection('/things/').watch({ under: '', since }, AbortSignal.timeout(5000));
    const batches = watch[Symbol.asyncIterator]();
    const first = batches.next();
    await put('b');
    await first;
    const taken: string[] = [];
    const following = batches.follow?.((batch) => {
      if (batch.kind === 'changes') taken.push(...batch.items.map(({ entry }) => entry.key));
      return taken.length < 2;
    });
    await put('c');
    await put('d');
    await following;
    await put('e');
    expect(taken).toEqual(['c', 'd']);
    const next = await batches.next();
    expect(next.value?.kind === 'changes' && next.value.items.map(({ entry }: { entry: Entry }) => entry.key)).toEqual([
      'e',
    ]);
  });

  it('hands nothing out twice to one that begins to follow while others are told', async () => {
    await using store = await open();
    const since = { revision: await put('a') };
    const watchers = [1, 2].map(() =>
      store.collection('/things/').watch({ under: '', since }, AbortSignal.timeout(5000))[Symbol.asyncIterator](),
    );
    const [early, late] = watchers as [WatchSource, WatchSource];
    const firsts = watchers.map((watcher) => watcher.next());
    await put('b');
    await Promise.all(firsts);
    const taken: string[] = [];
    const keysOf = (batch: WatchBatch): string[] =>
      batch.kind === 'changes' ? batch.items.map(({ entry }) => entry.key) : [];
    let isFollowed = false;
    void early.follow?.(() => {
      if (!isFollowed) void late.follow?.((batch) => taken.push(...keysOf(batch)) > 0);
      isFollowed = true;
      return true;
    });
    await put('c');
    await put('d');
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toEqual(['c', 'd']);
  });

  it('tells how far a watcher is behind', async () => {
    await using store = await open();
    const watch = store
      .collection('/things/')
      .watch({ under: '', since: { revision: await put('a') } }, AbortSignal.timeout(5000));
    const batches = watch[Symbol.asyncIterator]();
    expect(watch.behind?.()).toBeUndefined();
    const first = batches.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(watch.behind?.()).toBe(0);
    await put('b');
    await first;
    for (let i = 0; i < 10; i++) await put(`k${i}`);
    expect(watch.behind?.()).toBe(10);
    await batches.next();
    expect(watch.behind?.()).toBe(0);
  });

  it('never cuts off a watcher that sleeps because its namespace is quiet', async () => {
    await using store = await open({ ringEvents: 5 });
    const things = store.collection('/things/');
    const start = await put('quiet/a');
    const items = watched(things, { under: 'quiet/', since: { revision: start } }, 1);
    await new Promise((resolve) => setImmediate(resolve));
    for (let i = 0; i < 30; i++) await put(`busy/k${i}`);
    const revision = await put('quiet/b');
    expect(await items).toEqual([['ADDED', 'quiet/b', revision, 'x']]);
  });

  it('bounds the ring by bytes too', async () => {
    await using store = await open({ ringBytes: 10_000 });
    const things = store.collection('/things/');
    const start = await put('a');
    const batches = things
      .watch({ under: '', since: { revision: start } }, AbortSignal.timeout(5000))
      [Symbol.asyncIterator]();
    const first = batches.next();
    await new Promise((resolve) => setImmediate(resolve));
    await put('b');
    await first;
    for (let i = 0; i < 5; i++) await put(`k${i}`, 'y'.repeat(3000));
    await expect(batches.next()).rejects.toThrow(FellBehind);
  });

  it('ends its watches when it closes', async () => {
    const store = await open();
    const items = watched(store.collection('/things/'), { since: { revision: 0 } }, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store[Symbol.asyncDispose]();
    expect(await items).toEqual([]);
  });

  it('loads everything anew when the engine has forgotten what it missed, and tells its watchers', async () => {
    const revision = await put('a', '1');
    let breakOff: () => void = () => {};
    const forgetful = engineWith(engine, {
      async *changes(prefix, since, signal) {
        if (since > revision) return yield* engine.changes(prefix, since, signal);
        await new Promise<void>((resolve) => {
          breakOff = resolve;
        });
        throw new Compacted(since + 1);
      },
    });
    await using store = await ObjectStore.open({ engine: forgetful, clock, log: silentLog });
    const things = store.collection('/things/');
    expect((await things.list({ under: '', freshness: { need: 'any' } })).entries).toHaveLength(1);
    const watching = watched(things, { since: { revision } }, 1);
    const cut = expect(watching).rejects.toThrow(FellBehind);
    await new Promise((resolve) => setImmediate(resolve));
    await put('b', '2');
    breakOff();
    await cut;
    expect((await things.list({ under: '', freshness: { need: 'newest' } })).entries.map((entry) => entry.key)).toEqual(
      ['a', 'b'],
    );
    await put('c', '3');
    expect(await things.get('c', { need: 'newest' })).not.toBeNull();
  });

  it('answers a write only when reads show it, however late the changes come', async () => {
    const late = engineWith(engine, {
      async *changes(prefix, since, signal) {
        for await (const batch of engine.changes(prefix, since, signal)) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          yield batch;
        }
      },
    });
    await using store = await ObjectStore.open({ engine: late, clock, log: silentLog });
    const things = store.collection('/things/');
    for (const value of ['1', '2', '3']) {
      await things.transact('a', async () => ({ do: 'put', value: bytes(value) }));
      expect(text((await things.get('a', { need: 'any' }))?.value)).toBe(value);
    }
  });

  it('shows nothing of a collection before all of it is there', async () => {
    for (let i = 0; i < 1500; i++) await put(`old/${i}`);
    await using store = await open();
    const loading = store.collection('/things/').list({ under: '', freshness: { need: 'any' } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.cached('/things/')).toBeUndefined();
    await loading;
    expect([...(store.cached('/things/')?.entries ?? [])]).toHaveLength(1500);
  });

  it('loads while others write, and misses nothing', async () => {
    for (let i = 0; i < 1500; i++) await put(`old/${i}`);
    await using store = await open();
    const things = store.collection('/things/');
    const loading = things.list({ under: '', freshness: { need: 'newest' } });
    await Promise.all(Array.from({ length: 200 }, (_, i) => put(`new/${i}`)));
    await loading;
    expect((await things.list({ under: '', freshness: { need: 'newest' } })).entries).toHaveLength(1700);
  });
});

async function firstEntry(watch: Watch): Promise<Entry | undefined> {
  for await (const batch of watch) if (batch.kind === 'changes') return batch.items[0]?.entry;
  return undefined;
}
