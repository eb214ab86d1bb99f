import { beforeEach, describe, expect, it } from 'vitest';
import { type Engine, StorageFailure, StorageFull } from '../../engine.ts';
import { seededNumbers } from '../../testing/seeded-numbers.ts';
import { SimulatedDisk, systemError } from '../../testing/simulated-disk.ts';
import { bytes, silentLog, text } from '../../testing/world.ts';
import { LogEngine } from '../log-engine.ts';
import { openLog } from './open-journal.ts';
import type { JournalSizes } from './sizes.ts';

const tiny: JournalSizes = { smallestSegment: 4096, largestSegment: 16_384, reserve: 4096, step: 2048 };
const large = new Uint8Array(700).fill(1);

describe('a journal on a disk', () => {
  let disk: SimulatedDisk;
  let engine: Engine;
  const open = async (): Promise<Engine> => {
    const ids = { uid: () => '00000000-0000-4000-8000-000000000000' };
    return new LogEngine(await openLog({ disk, ids, log: silentLog, sizes: tiny, closed: async () => {} }));
  };
  beforeEach(async () => {
    disk = new SimulatedDisk({ random: seededNumbers(3) });
    engine = await open();
  });

  const fill = async (): Promise<string[]> => {
    const keys: string[] = [];
    try {
      for (let i = 0; ; i++) {
        await engine.commit(`/full/${i}`, large, null);
        keys.push(`/full/${i}`);
      }
    } catch (error) {
      expect(error).toBeInstanceOf(StorageFull);
    }
    return keys;
  };
  const remove = async (key: string): Promise<void> => {
    const live = (await engine.get(key))?.revision as number;
    expect(await engine.commit(key, null, live)).toMatchObject({ committed: true });
  };
  /** Until what runs beside the writes is done. */
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 500; i++) await new Promise((resolve) => setImmediate(resolve));
  };

  describe('that is full', () => {
    let keys: string[];
    beforeEach(async () => {
      disk.capacity = 60_000;
      keys = await fill();
    });

    it('says so, and still reads', async () => {
      expect(engine.health().trouble).toMatchObject({ kind: 'full' });
      expect(engine.health().trouble?.why).toMatch(/^the disk is full \(ENOSPC: simulated\); nothing was written\./);
      expect((await engine.read('')).rows).toHaveLength(keys.length);
    });

    it('takes removals, what leads to them, and what makes objects smaller; nothing else', async () => {
      const revisions = (await engine.read('')).rows.map(({ revision }) => revision);
      const refused = engine.commit('/more', bytes('small'), null);
      await expect(refused).rejects.toThrow(StorageFull);
      await expect(engine.commit('/full/0', large, revisions[0] as number)).rejects.toThrow(StorageFull);
      await remove('/full/3');
      const smaller = (await engine.get('/full/1'))?.revision as number;
      expect(await engine.commit('/full/1', bytes('small'), smaller)).toMatchObject({ committed: true });
      const marked = { expected: (await engine.get('/full/2'))?.revision as number, frees: true };
      expect(await engine.commit('/full/2', large, marked)).toMatchObject({ committed: true });
      expect(engine.health().trouble?.kind).toBe('full');
    });

    it('takes removals also when they come together with what it refuses', async () => {
      const live = (await engine.get('/full/5'))?.revision as number;
      const outcomes = await Promise.allSettled([
        engine.commit('/more/1', large, null),
        engine.commit('/full/5', null, live),
        engine.commit('/more/2', large, null),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
      expect(await engine.get('/full/5')).toBeNull();
    });

    it('has room again when what was removed is forgotten', async () => {
      for (const key of keys.slice(5)) await remove(key);
      await engine.compact(await engine.revision());
      await settle();
      await engine.probe();
      expect(engine.health().trouble).toBeUndefined();
      expect((await fill()).length).toBeGreaterThan(keys.length / 2);
      expect((await engine.read('/full/')).rows.length).toBeGreaterThan(keys.length / 2);
    });

    it('can be opened, takes removals, and goes on when there is room', async () => {
      disk.capacity = disk.used;
      await engine[Symbol.asyncDispose]();
      engine = await open();
      expect((await engine.read('')).rows).toHaveLength(keys.length);
      await expect(engine.commit('/more', large, null)).rejects.toThrow(StorageFull);
      await remove('/full/0');
      disk.capacity = Number.POSITIVE_INFINITY;
      await engine.probe();
      expect(engine.health().trouble).toBeUndefined();
      expect(await engine.commit('/more', large, null)).toMatchObject({ committed: true });
    });

    it('can be opened after a power cut in the middle of a removal', async () => {
      void engine.commit('/full/9', null, (await engine.get('/full/9'))?.revision as number);
      await new Promise((resolve) => setImmediate(resolve));
      disk = disk.crash();
      disk.capacity = disk.used;
      engine = await open();
      expect((await engine.read('')).rows.length).toBeGreaterThanOrEqual(keys.length - 1);
      await remove('/full/0');
    });
  });

  it.each(['EIO', 'EROFS'])('that fails with %s says so, and writes again when the fault is gone', async (code) => {
    await engine.commit('/a', bytes('1'), null);
    disk.fault = ({ kind }) => (kind === 'read' ? undefined : systemError(code));
    for (let i = 0; i < 3; i++) await expect(engine.commit('/b', bytes('2'), null)).rejects.toThrow(StorageFailure);
    expect(engine.health().trouble).toMatchObject({ kind: 'failing', why: expect.stringContaining(code) });
    await engine.probe();
    expect(engine.health().trouble?.kind).toBe('failing');
    expect(text((await engine.get('/a'))?.value)).toBe('1');
    disk.fault = () => undefined;
    await engine.probe();
    expect(engine.health().trouble).toBeUndefined();
    await engine.commit('/b', bytes('3'), null);
    await engine[Symbol.asyncDispose]();
    engine = await open();
    expect((await engine.read('')).rows.map(({ value }) => text(value))).toEqual(['1', '3']);
  });

  it('that fails once in one place is not noticed by anybody', async () => {
    await engine.commit('/warm', bytes('0'), null);
    let faults = 1;
    disk.fault = ({ kind }) => (kind === 'write' && faults-- > 0 ? systemError('EIO') : undefined);
    expect(await engine.commit('/a', bytes('1'), null)).toMatchObject({ committed: true });
    expect(engine.health().trouble).toBeUndefined();
    disk = disk.crash();
    engine = await open();
    expect(text((await engine.get('/a'))?.value)).toBe('1');
  });
});
