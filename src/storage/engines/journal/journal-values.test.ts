import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '#meta';
import { DamagedRecord, type RowName, type StoredValues } from '../../engine.ts';
import { ObjectStore } from '../../object-store.ts';
import { seededNumbers } from '../../testing/seeded-numbers.ts';
import { SimulatedDisk, systemError } from '../../testing/simulated-disk.ts';
import { bytes, quickClock, silentLog, text } from '../../testing/world.ts';
import { LogEngine } from '../log-engine.ts';
import { openLog } from './open-journal.ts';
import type { JournalSizes } from './sizes.ts';

const tiny: JournalSizes = { smallestSegment: 1500, largestSegment: 3000, reserve: 256, step: 512 };
const ids = { uid: () => '00000000-0000-4000-8000-000000000000' };
const names = Array.from({ length: 24 }, (_, i) => `/things/${i}`);

describe('values that are read again from a journal', () => {
  let disk: SimulatedDisk;
  let told: string[];
  beforeEach(() => {
    disk = new SimulatedDisk({ random: seededNumbers(7) });
    told = [];
  });
  const log: Log = { ...silentLog, error: (message) => void told.push(message) };
  const open = async (): Promise<LogEngine & { readonly values: StoredValues }> =>
    new LogEngine(await openLog({ disk, ids, log, sizes: tiny, closed: async () => {} })) as LogEngine & {
      readonly values: StoredValues;
    };
  const put = async (engine: LogEngine, key: string, value: string): Promise<RowName> => {
    const there = await engine.get(key);
    const committed = await engine.commit(key, bytes(value), there?.revision ?? null);
    if (!committed.committed) throw new Error('lost a race with nobody');
    return { key, revision: committed.revision };
  };
  const filled = async (engine: LogEngine): Promise<RowName[]> => {
    const rows: RowName[] = [];
    for (const name of names) rows.push(await put(engine, name, `the value of ${name}`));
    return rows;
  };
  const segmentNames = async (): Promise<string[]> => (await disk.list()).filter((name) => name.endsWith('.journal'));

  it('are told to who follows as the writer knew them, without being read', async () => {
    await using engine = await open();
    const { key, revision } = await put(engine, '/things/a', 'old');
    const terms = { expected: revision, replaced: bytes('as the writer knew it') };
    const end = new AbortController();
    const changes = engine.changes('/things/', revision, end.signal)[Symbol.asyncIterator]();
    await engine.commit(key, bytes('new'), terms);
    await engine.commit(key, null, { expected: revision + 1, replaced: bytes('new') });
    await engine.commit(key, bytes('made again'), { expected: null });
    const told = [];
    while (told.length < 3) told.push(...((await changes.next()).value?.changes ?? []));
    end.abort();
    expect(told.map(({ value, previous }) => [text(value), previous?.revision, text(previous?.value ?? null)])).toEqual(
      [
        ['new', revision, 'as the writer knew it'],
        [null, revision + 1, 'new'],
        ['made again', undefined, null],
      ],
    );
  });

  it('are what was written, whichever segments are rewritten while they are read', async () => {
    const step = fc.record({ name: fc.constantFrom(...names), size: fc.nat({ max: 60 }), compact: fc.boolean() });
    let rewritten = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
        disk = new SimulatedDisk({ random: seededNumbers(7) });
        await using engine = await open();
        const now = new Map<string, { row: RowName; value: string }>();
        const loads: Promise<void>[] = [];
        for (const [i, { name, size, compact }] of steps.entries()) {
          const value = `${i} ${'x'.repeat(size)}`;
          now.set(name, { row: await put(engine, name, value), value });
          const newest = [...now.values()];
          for (const { row, value: expected } of newest) expect(text(engine.values.read(row) ?? null)).toBe(expected);
          const loading = engine.values.load(newest.map(({ row }) => row)).then((found) => {
            for (const [at, one] of newest.entries()) {
              // What was overwritten meanwhile may be forgotten by now.
              const isNewest = now.get(one.row.key) === one;
              if (isNewest || found[at] !== undefined) expect(text(found[at] ?? null)).toBe(one.value);
            }
          });
          loads.push(loading);
          if (compact) await engine.compact(engine.revision());
        }
        await Promise.all(loads);
        expect(told).toEqual([]);
        rewritten += (await segmentNames()).filter((name) => !name.endsWith('-0.journal')).length;
      }),
      { numRuns: 30 },
    );
    // Otherwise none of the runs has shown anything.
    expect(rewritten).toBeGreaterThan(0);
  });

  it('are gone when they are overwritten and compacted', async () => {
    await using engine = await open();
    const row = await put(engine, '/a', 'old');
    await put(engine, '/a', 'new');
    expect(text(engine.values.read(row) ?? null)).toBe('old');
    await engine.compact(engine.revision());
    expect(engine.values.read(row)).toBeUndefined();
    expect(await engine.values.load([row])).toEqual([undefined]);
  });

  it('are checked each time: what is damaged is that one object, and the operator is told once', async () => {
    await using engine = await open();
    const rows = await filled(engine);
    const store = await ObjectStore.open({ engine, clock: quickClock(), log, valueBytes: 0 });
    const things = store.collection('/things/');
    const newest = { under: '', freshness: { need: 'newest' } } as const;
    expect((await things.list(newest)).entries.every(({ damage }) => damage === undefined)).toBe(true);
    for (const name of await segmentNames()) {
      const content = disk.contentOf(name);
      const at = content.indexOf('the value of /things/7');
      if (at > 0) content[at] = 0;
    }
    const { entries } = await things.list(newest);
    expect(entries.filter(({ damage }) => damage !== undefined).map(({ key }) => key)).toEqual(['7']);
    const found = await engine.values.load(rows);
    expect(found.filter((value) => value instanceof DamagedRecord)).toHaveLength(1);
    expect(found.filter((value) => value instanceof Uint8Array)).toHaveLength(names.length - 1);
    expect(things.hasDamage()).toBe(true);
    expect(told).toEqual(['a stored object is damaged']);
    await store[Symbol.asyncDispose]();
  });

  it('can be had again when the disk can be read again', async () => {
    await using engine = await open();
    const rows = await filled(engine);
    disk.fault = ({ kind }) => (kind === 'read' ? systemError('EIO') : undefined);
    expect(engine.values.read(rows[0] as RowName)).toBeInstanceOf(DamagedRecord);
    expect((await engine.values.load(rows)).every((value) => value instanceof DamagedRecord)).toBe(true);
    expect(engine.health().damaged.size).toBe(names.length);
    disk.fault = () => undefined;
    expect((await engine.values.load(rows)).every((value) => value instanceof Uint8Array)).toBe(true);
    expect(engine.health().damaged.size).toBe(0);
  });

  it('are refused by a closed store, also while they are being read, and are not damaged', async () => {
    const engine = await open();
    const rows = await filled(engine);
    const loading = engine.values.load(rows);
    const closing = engine[Symbol.asyncDispose]();
    await expect(loading).rejects.toThrow('the store is closed');
    await closing;
    expect(() => engine.values.read(rows[0] as RowName)).toThrow('the store is closed');
    await expect(engine.values.load(rows)).rejects.toThrow('the store is closed');
    expect(told).toEqual([]);
  });
});
