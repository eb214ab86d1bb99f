import { beforeEach, describe, expect, it } from 'vitest';
import { DamagedRecord, type Engine } from '../../engine.ts';
import { seededNumbers } from '../../testing/seeded-numbers.ts';
import { SimulatedDisk, systemError } from '../../testing/simulated-disk.ts';
import { bytes, silentLog, text } from '../../testing/world.ts';
import { LogEngine } from '../log-engine.ts';
import { checkLog } from './check-journal.ts';
import { openLog } from './open-journal.ts';
import type { JournalSizes } from './sizes.ts';

const tiny: JournalSizes = { smallestSegment: 1500, largestSegment: 3000, reserve: 256, step: 512 };
/** Looks at every so manieth byte. 1 takes a minute. */
const stride = Number(process.env.DAMAGE_STRIDE ?? 13);
const keys = Array.from({ length: 24 }, (_, i) => `/things/default/thing-${i}`);
const contentFor = (key: string): string => `the value of ${key}: ${'lorem ipsum '.repeat(key.length % 9)}`;

describe('a damaged journal', () => {
  let disk: SimulatedDisk;
  const open = async (): Promise<Engine> => {
    const ids = { uid: () => '00000000-0000-4000-8000-000000000000' };
    return new LogEngine(await openLog({ disk, ids, log: silentLog, sizes: tiny, closed: async () => {} }));
  };

  beforeEach(async () => {
    disk = new SimulatedDisk({ random: seededNumbers(7) });
    await using engine = await open();
    for (const key of keys) await engine.commit(key, bytes(contentFor(key)), null);
  });

  const segments = async (): Promise<string[]> =>
    (await disk.list()).filter((name) => name.endsWith('.journal')).sort();
  /** The keys that cannot be read; all others have their values. */
  const damagedKeys = async (engine: Engine): Promise<string[]> => {
    const { rows } = await engine.read('');
    expect(rows.map(({ key }) => key)).toEqual([...keys].sort());
    const damaged = rows.filter(({ value }) => value instanceof DamagedRecord);
    for (const { key, value } of rows) if (!(value instanceof DamagedRecord)) expect(text(value)).toBe(contentFor(key));
    for (const { key, value } of damaged) expect((value as DamagedRecord).message).toContain(key);
    return damaged.map(({ key }) => key);
  };

  it('has at most one damaged object for one wrong bit, wherever it is', async () => {
    const sound = disk;
    let hurt = 0;
    for (const name of await segments()) {
      for (let at = 0; at < sound.contentOf(name).length; at += stride) {
        disk = sound.crash();
        const content = disk.contentOf(name);
        content[at] = (content[at] as number) ^ (1 << (at % 8));
        await using engine = await open();
        const damaged = await damagedKeys(engine);
        expect(damaged.length).toBeLessThanOrEqual(1);
        hurt += damaged.length;
      }
    }
    // Values are most of what there is.
    expect(hurt * stride).toBeGreaterThan(1000);
  });

  it('knows the keys of what a broken sector of a finished segment held', async () => {
    const [name = ''] = await segments();
    disk.contentOf(name).fill(0x5a, 512, 1024);
    await using engine = await open();
    const damaged = await damagedKeys(engine);
    expect(damaged.length).toBeGreaterThan(1);
    expect(damaged.length).toBeLessThan(10);
  });

  it('is not opened when nobody can tell whose records are gone', async () => {
    const name = (await segments()).at(-1) as string;
    disk.contentOf(name).fill(0x5a, 130, 300);
    await expect(open()).rejects.toThrow(/is damaged at bytes 128 to \d+, so that it is not even known which objects/);
    expect([...disk.openFiles]).toEqual([]);
  });

  it('is closed again when a file between the others is missing, and when a disk fails that was read from', async () => {
    const [, second = ''] = await segments();
    disk.fault = ({ kind, name }) => (kind === 'read' && name === second ? systemError('EIO') : undefined);
    await expect(open()).rejects.toThrow();
    disk.fault = () => undefined;
    await disk.remove(second);
    await expect(open()).rejects.toThrow('a file of the store is missing');
    expect([...disk.openFiles]).toEqual([]);
  });

  it('is opened again when what is lost was given up, and gives no revision away twice', async () => {
    const name = (await segments()).at(-1) as string;
    const newest = await (await open()).revision();
    disk.contentOf(name).fill(0x5a, 130, 300);
    const check = async (giveUpLost: boolean) => {
      const parts = { disk, log: silentLog, sizes: tiny, closed: async () => {} };
      await using found = await checkLog(parts, { giveUpLost });
      return { lost: found.lost.length, objects: found.objects };
    };
    const { lost, objects } = await check(false);
    expect([lost, objects < keys.length]).toEqual([1, true]);
    await expect(open()).rejects.toThrow('is damaged at bytes');
    expect(await check(true)).toEqual({ lost, objects });
    expect(await check(false)).toEqual({ lost: 0, objects });
    await using engine = await open();
    expect((await engine.read('')).rows).toHaveLength(objects);
    const written = await engine.commit('/things/default/new', bytes('new'), null);
    expect(written.committed && written.revision).toBeGreaterThan(newest);
  });

  it('tells a damaged last value from one that was cut off', async () => {
    const name = (await segments()).at(-1) as string;
    const last = keys.at(-1) as string;
    const at = disk.contentOf(name).lastIndexOf(contentFor(last));
    disk.contentOf(name)[at + 3] = 0;
    await using engine = await open();
    expect(await damagedKeys(engine)).toEqual([last]);
  });

  it.each([
    ['value', 'a value that is written anew'],
    ['removal', null],
  ])('opens with all that was answered after a last %s that was cut off at any byte', async (_, value) => {
    const key = keys[3] as string;
    const rowsOf = async (engine: Engine): Promise<(string | null | DamagedRecord)[]> =>
      (await engine.read('')).rows.map((row) => (row.value instanceof DamagedRecord ? row.value : text(row.value)));
    const name = (await segments()).at(-1) as string;
    const before = Buffer.from(disk.contentOf(name));
    const rows = { old: [] as unknown[], new: [] as unknown[] };
    {
      await using engine = await open();
      rows.old = await rowsOf(engine);
      const live = (await engine.get(key))?.revision as number;
      await engine.commit(key, value === null ? null : bytes(value), live);
      rows.new = await rowsOf(engine);
    }
    const after = Buffer.from(disk.contentOf(name));
    const from = after.findIndex((byte, at) => byte !== (before[at] ?? 0));
    const to = after.findLastIndex((byte, at) => byte !== (before[at] ?? 0)) + 1;
    expect(to - from).toBeGreaterThan(40);
    for (let cut = from; cut <= to; cut++) {
      disk = disk.crash();
      after.copy(disk.contentOf(name), from, from, to);
      disk.contentOf(name).fill(0, cut, to);
      await using engine = await open();
      // A write that nobody was answered may be there or not: one missing byte can be found again by the checksum.
      const allowed = cut === to ? [rows.new] : [rows.old, rows.new];
      expect(allowed, `cut at ${cut - from}`).toContainEqual(await rowsOf(engine));
    }
  });

  it('counts a damaged object until it is written anew or removed', async () => {
    const [name = ''] = await segments();
    const content = disk.contentOf(name);
    for (const key of keys.slice(0, 2)) content.write('XX', content.indexOf(contentFor(key)) + 4);
    await using engine = await open();
    await engine.probe();
    expect([...engine.health().damaged.keys()]).toEqual(keys.slice(0, 2));
    const revisions = await Promise.all(keys.slice(0, 2).map(async (key) => (await engine.get(key))?.revision ?? null));
    await engine.commit(keys[0] as string, bytes('anew'), revisions[0] as number);
    await engine.commit(keys[1] as string, null, revisions[1] as number);
    expect(engine.health().damaged.size).toBe(0);
    expect(text((await engine.get(keys[0] as string))?.value)).toBe('anew');
  });

  it('is not looked through any further when the server stops', async () => {
    const [name = ''] = await segments();
    const content = disk.contentOf(name);
    content.write('XX', content.indexOf(contentFor(keys[0] as string)) + 4);
    await using engine = await open();
    await engine.probe(AbortSignal.abort());
    expect(engine.health().damaged.size).toBe(0);
    await engine.probe();
    expect(engine.health().damaged.size).toBe(1);
  });

  it('keeps a damaged object as it is when its segment is rewritten', async () => {
    const [name = ''] = await segments();
    const content = disk.contentOf(name);
    content.write('XX', content.indexOf(contentFor(keys[0] as string)) + 4);
    {
      await using engine = await open();
      for (const key of keys.slice(1)) {
        const live = (await engine.get(key))?.revision as number;
        await engine.commit(key, bytes(contentFor(key)), live);
      }
      await engine.compact(await engine.revision());
    }
    expect(await segments()).not.toContain(name);
    await using engine = await open();
    expect(await damagedKeys(engine)).toEqual([keys[0]]);
  });

  it('passes over a file that a rewritten one stands for, whatever is wrong with it', async () => {
    const [name = ''] = await segments();
    {
      await using engine = await open();
      for (const key of keys)
        await engine.commit(key, bytes(contentFor(key)), (await engine.get(key))?.revision as number);
      await engine.compact(await engine.revision());
    }
    expect(await segments()).not.toContain(name);
    const left = await disk.create(name);
    await left.write(Buffer.alloc(2000, 'x'), 0);
    await left.close();
    await using engine = await open();
    expect(await damagedKeys(engine)).toEqual([]);
    expect(await segments()).not.toContain(name);
  });
});
