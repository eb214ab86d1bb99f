import { describe, expect, it, vi } from 'vitest';
import { ApiError, apiErrors } from '#meta';
import { quickClock, silentLog } from '../storage/testing/world.ts';
import { manualClock } from './testing/clock.ts';
import { WorkQueue } from './work-queue.ts';

const world = { clock: quickClock(), log: silentLog };

/** Work that ends when it is told to. */
function slowWork() {
  const done: string[] = [];
  const open = new Map<string, () => void>();
  let most = 0;
  const work = async (key: string): Promise<void> => {
    await new Promise<void>((resolve) => {
      open.set(key, resolve);
      most = Math.max(most, open.size);
    });
    open.delete(key);
    done.push(key);
  };
  return { done, open, work, most: () => most };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a work queue', () => {
  it('works once on a key that is added many times', async () => {
    const done: string[] = [];
    const queue = new WorkQueue({ name: 'q', world, concurrency: 1, work: async (key) => void done.push(key) });
    for (const key of ['a', 'b', 'b', 'c', 'b']) queue.add(key);
    await queue.idle();
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('works again on a key that is added while it is worked on, and never twice at the same time', async () => {
    const { done, open, work, most } = slowWork();
    const queue = new WorkQueue({ name: 'q', world, work });
    queue.add('a');
    queue.add('a');
    queue.add('a');
    expect(queue.isIdle).toBe(false);
    open.get('a')?.();
    await turn();
    expect(done).toEqual(['a']);
    open.get('a')?.();
    await queue.idle();
    expect(done).toEqual(['a', 'a']);
    expect(most()).toBe(1);
  });

  it.each([
    ['a refusal, in a sentence and ever less often', apiErrors.badRequest('no'), [1, 2, 4, 8], { error: 'no' }],
    ['a lost race, only when it goes on', apiErrors.conflict({ group: '', resource: 'r' }, 'a', 'x'), [8], {}],
    ['what nobody foresaw, each time and with its cause', new Error('bug'), [1, 2, 3, 4, 5, 6, 7, 8, 9], {}],
  ])('tells of %s', async (_, error, told, why) => {
    const warned: Record<string, unknown>[] = [];
    const log = { ...silentLog, warn: (_text: string, about?: object) => void warned.push({ ...about }) };
    let failures = 0;
    const work = async () => {
      if (++failures < 10) throw error;
    };
    const queue = new WorkQueue({ name: 'q', world: { clock: quickClock(), log }, work });
    queue.add('a');
    await vi.waitFor(() => expect(failures).toBe(10), { timeout: 600_000 });
    await queue.idle();
    expect(warned.map((about) => about.failures)).toEqual(told);
    expect(warned[0]).toMatchObject(why);
    expect('cause' in (warned[0] ?? {})).toBe(!(error instanceof ApiError));
  });

  it('works on no more keys at a time than it may', async () => {
    const { done, open, work, most } = slowWork();
    const queue = new WorkQueue({ name: 'q', world, work, concurrency: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) queue.add(key);
    while (done.length < 5) {
      for (const end of [...open.values()]) end();
      await turn();
    }
    await queue.idle();
    expect(most()).toBe(2);
  });

  it('comes back to a key that failed, after waits that double', async () => {
    const waits: number[] = [];
    const clock = { now: () => 0, elapsed: () => 0, sleep: async (ms: number) => void waits.push(ms) };
    let failures = 4;
    const work = async (): Promise<void> => {
      if (failures-- > 0) throw new Error('not yet');
    };
    const queue = new WorkQueue({ name: 'q', world: { clock, log: silentLog }, work });
    queue.add('a');
    await queue.idle();
    expect(waits).toEqual([5, 10, 20, 40]);
    failures = 1;
    queue.add('a');
    await queue.idle();
    expect(waits.at(-1)).toBe(5);
  });

  it('does not wait for a key that fails for ever', async () => {
    const work = async (): Promise<void> => {
      throw new Error('never');
    };
    const queue = new WorkQueue({ name: 'q', world, work });
    queue.add('a');
    await queue.idle();
    await queue.stop();
  });

  it('lets what runs end when it is stopped, and begins nothing more', async () => {
    const { done, open, work } = slowWork();
    const queue = new WorkQueue({ name: 'q', world, work, concurrency: 1 });
    queue.add('a');
    queue.add('b');
    const stopped = queue.stop();
    queue.add('c');
    open.get('a')?.();
    await stopped;
    expect(done).toEqual(['a']);
  });

  it('looks at a key again when it is time, the sooner of two times, and nobody waits for it', async () => {
    const clock = manualClock();
    const done: string[] = [];
    const queue = new WorkQueue({
      name: 'q',
      world: { clock, log: silentLog },
      work: async (key) => void done.push(key),
    });
    queue.addAfter('late', 60_000);
    queue.addAfter('soon', 5000);
    queue.addAfter('soon', 50_000);
    queue.addAfter('late', 10_000);
    await queue.idle();
    expect(done).toEqual([]);
    for (const expected of [['soon'], ['soon', 'late']]) {
      clock.ahead(5000);
      await turn();
      expect(done).toEqual(expected);
    }
    clock.ahead(3_600_000);
    await turn();
    expect(done).toEqual(['soon', 'late']);
    queue.addAfter('never', 2000);
    await queue.stop();
    clock.ahead(3000);
    await turn();
    expect(done).toEqual(['soon', 'late']);
  });

  it('waits for times that are further ahead than a timer can be', async () => {
    const clock = manualClock();
    const done: string[] = [];
    const queue = new WorkQueue({
      name: 'q',
      world: { clock, log: silentLog },
      work: async (key) => void done.push(key),
    });
    queue.addAfter('next year', 365 * 86_400_000);
    for (let day = 0; day < 365; day++) {
      expect(done).toEqual([]);
      clock.ahead(86_400_000);
      await turn();
    }
    expect(done).toEqual(['next year']);
  });
});
