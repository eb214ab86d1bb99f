import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { ObjectStore, openMemory } from '#storage';
import { silentLog } from '../../storage/testing/world.ts';
import { systemClock } from '../world.ts';
import { changedParts, DefinitionRecord } from './definition-record.ts';

let store: ObjectStore;
beforeAll(async () => {
  store = await ObjectStore.open({ engine: openMemory(), clock: systemClock, log: silentLog });
});
afterAll(() => store[Symbol.asyncDispose]());

const finding = { severity: 'error', rule: 'field-removed', version: 'v1', text: 'x'.repeat(1000) };
const change = (generation: number, findings = 0) => ({
  generation,
  time: '2026-01-01T00:00:00Z',
  user: 'u'.repeat(1000),
  changed: ['versions[v1].schema'],
  findings: Array.from({ length: findings }, () => finding),
});

it('tells which parts of a definition changed', () => {
  const version = (name: string, more: JsonObject = {}): JsonObject => ({ name, served: true, ...more });
  const before = { scope: 'Namespaced', versions: [version('v1'), version('v2')] };
  const after = { scope: 'Cluster', versions: [version('v1', { served: false }), version('v3')] };
  expect(changedParts(before, after)).toEqual(['scope', 'versions[v1].served', 'versions[v2]', 'versions[v3]']);
});
it('keeps the last changes of a definition, as many as fit', async () => {
  const record = new DefinitionRecord(store);
  for (let generation = 1; generation <= 60; generation++) await record.add('a', change(generation, 100));
  const kept = (await record.changes('a')) ?? [];
  const last = kept.at(-1);
  expect([last?.generation, last?.findings.length, last?.user.length]).toEqual([60, 30, 301]);
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(33 * 1024);
  expect(kept.length).toBeGreaterThan(0);
});
it('keeps what differs in the schemas where it is not too much', async () => {
  const record = new DefinitionRecord(store);
  const schemas = (size: number) => [{ version: 'v1', before: {}, after: { title: 'x'.repeat(size) } }];
  await record.add('schemas', { ...change(1), schemas: schemas(100) });
  await record.add('schemas', { ...change(2), schemas: schemas(10_000) });
  const [small, large] = (await record.changes('schemas')) ?? [];
  expect(small?.schemas).toEqual(schemas(100));
  expect(large).not.toHaveProperty('schemas');
});
it('names definitions whose last change broke somebody', async () => {
  const record = new DefinitionRecord({ collection: (prefix) => store.collection(`${prefix}breaking/`) });
  await record.add('mended', change(1, 1));
  await record.add('mended', change(2));
  await record.add('broken', change(3, 2));
  expect(await record.breaking()).toMatchObject([{ definition: 'broken', generation: 3, findings: [{}, {}] }]);
});
it('forgets the definition that did not change for longest when there are too many', async () => {
  const record = new DefinitionRecord({ collection: (prefix) => store.collection(`${prefix}few/`), maxDefinitions: 2 });
  for (const [at, name] of ['a', 'b', 'a', 'c'].entries()) await record.add(name, change(at));
  expect(await record.changes('b')).toBeUndefined();
  expect(await record.changes('a')).toHaveLength(2);
  expect(await record.changes('c')).toHaveLength(1);
});
