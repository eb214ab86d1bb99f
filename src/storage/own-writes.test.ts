import { describe, expect, it } from 'vitest';
import { nextTurn } from '#meta';
import type { Written } from './collection.ts';
import type { Change, ChangeBatch, CommitTerms, Committed, Engine } from './engine.ts';
import { openMemory } from './engines/memory.ts';
import { ObjectStore } from './object-store.ts';
import { engineWith } from './testing/engine-with.ts';
import { bytes, quickClock, silentLog, text } from './testing/world.ts';

/** A store elsewhere, whose answers and whose changes come when a test lets them. */
function distantEngine() {
  const near = openMemory();
  /** Answers to writes that are on their way, by key. */
  const answers = new Map<string, () => void>();
  let tell: (() => void) | undefined;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const decoded: string[] = [];
  const engine: Engine = engineWith(near, {
    isRemote: true,
    async commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed> {
      const committed = await near.commit(key, value, terms);
      await new Promise<void>((resolve) => answers.set(key, resolve));
      return committed;
    },
    async *changes(prefix, since, signal): AsyncGenerator<ChangeBatch> {
      await told;
      for await (const { revision, changes } of near.changes(prefix, since, signal))
        yield { revision, changes: changes.map((change) => noting(change, decoded)) };
    },
  });
  const isWritten = async (key: string): Promise<void> => {
    while (!answers.has(key)) await nextTurn();
  };
  const answer = async (key: string): Promise<void> => {
    await isWritten(key);
    answers.get(key)?.();
    await nextTurn();
  };
  return { near, engine, decoded, tell: () => tell?.(), isWritten, answer };
}

/** Notes when somebody looks at its value. */
function noting(change: Change, decoded: string[]): Change {
  return {
    ...change,
    get value() {
      decoded.push(change.key);
      return change.value;
    },
  };
}

describe('writes of our own to a store elsewhere', () => {
  async function start() {
    const distant = distantEngine();
    const store = await ObjectStore.open({ engine: distant.engine, clock: quickClock(), log: silentLog });
    const things = store.collection('/things/');
    await things.list({ under: '', freshness: { need: 'any' } });
    const put = (key: string): Promise<Written> =>
      things.transact(key, async () => ({ do: 'put', value: bytes(`ours ${key}`) }));
    const shown = (): unknown[] =>
      [...(store.cached('/things/')?.entries ?? [])].map((entry) => [entry.key, text(entry.value)]);
    const end = async (): Promise<void> => {
      distant.tell();
      await store[Symbol.asyncDispose]();
      await distant.near[Symbol.asyncDispose]();
    };
    return { ...distant, store, put, shown, end };
  }

  it('are shown without being told of, in whatever order their answers come', async () => {
    const { put, answer, shown, decoded, end } = await start();
    const writes = [put('a'), put('b'), put('c')];
    for (const key of ['c', 'b']) await answer(`/things/${key}`);
    expect(shown()).toEqual([]);
    await answer('/things/a');
    await Promise.all(writes);
    expect(shown()).toEqual([
      ['a', 'ours a'],
      ['b', 'ours b'],
      ['c', 'ours c'],
    ]);
    expect(decoded).toEqual([]);
    await end();
  });

  it('are not decoded again when they come after one of somebody else', async () => {
    const { near, put, isWritten, answer, tell, shown, decoded, end } = await start();
    const writes = [put('a')];
    await isWritten('/things/a');
    await near.commit('/things/b', bytes('theirs'), null);
    writes.push(put('c'));
    for (const key of ['a', 'c']) await answer(`/things/${key}`);
    expect(shown()).toEqual([['a', 'ours a']]);
    tell();
    await Promise.all(writes);
    expect(shown()).toEqual([
      ['a', 'ours a'],
      ['b', 'theirs'],
      ['c', 'ours c'],
    ]);
    expect(decoded).toEqual(['/things/b']);
    await end();
  });

  it('that are told of before their answer comes are taken once', async () => {
    const { put, answer, tell, shown, end } = await start();
    const writing = put('a');
    tell();
    while (shown().length === 0) await nextTurn();
    await answer('/things/a');
    expect((await writing).did).toBe('put');
    expect(shown()).toEqual([['a', 'ours a']]);
    await end();
  });
});
