import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { openMemory } from './engines/memory.ts';
import { ObjectStore } from './object-store.ts';
import { bytes, quickClock, silentLog, text } from './testing/world.ts';

let engine: Engine;
beforeEach(() => {
  engine = openMemory();
});
afterEach(() => engine[Symbol.asyncDispose]());

const write = async (key: string, value: string | null) => {
  const there = await engine.get(`/things/${key}`);
  await engine.commit(`/things/${key}`, value === null ? null : bytes(value), there?.revision ?? null);
};

it('knows how many values lie in which version, from the first load on', async () => {
  await write('a', 'v1');
  await write('b', 'v1');
  await write('c', 'v2');
  const emptied: string[] = [];
  await using store = await ObjectStore.open({
    engine,
    clock: quickClock(),
    log: silentLog,
    versionOf: (value) => text(value) ?? '',
    emptied: (prefix, version) => emptied.push(prefix + version),
  });
  const counts = async () => {
    await store.collection('/things/').load();
    return Object.fromEntries(store.cached('/things/')?.versions ?? []);
  };
  expect(await counts()).toEqual({ v1: 2, v2: 1 });
  await write('a', 'v2');
  await write('d', 'v3');
  expect(await counts()).toEqual({ v1: 1, v2: 2, v3: 1 });
  expect(emptied).toEqual([]);
  await write('b', 'v2');
  await write('d', null);
  await write('c', 'v2');
  expect(await counts()).toEqual({ v2: 3 });
  expect(emptied).toEqual(['/things/v1', '/things/v3']);
});
