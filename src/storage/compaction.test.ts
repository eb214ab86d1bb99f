import { expect, it } from 'vitest';
import { runCompaction } from './compaction.ts';
import { openMemory } from './engines/memory.ts';
import { bytes, silentLog } from './testing/world.ts';

/** A clock that moves only when the test says so. */
function steppedClock() {
  let now = 1_000_000;
  let wake: () => void = () => {};
  return {
    now: () => now,
    elapsed: () => now,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const stopped = (): void => resolve();
        wake = () => {
          now += ms;
          signal?.removeEventListener('abort', stopped);
          resolve();
        };
        signal?.addEventListener('abort', stopped);
      }),
    async step() {
      wake();
      for (let i = 0; i < 8; i++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('forgets what is older than the history, and nothing younger', async () => {
  await using engine = openMemory();
  const clock = steppedClock();
  const stop = new AbortController();
  const put = async (value: string) => {
    const there = await engine.get('/a');
    const result = await engine.commit('/a', bytes(value), there?.revision ?? null);
    return result.committed ? result.revision : 0;
  };
  const old = await put('1');
  const running = runCompaction(engine, { historyMs: 100_000, clock, signal: stop.signal, log: silentLog });
  await new Promise((resolve) => setImmediate(resolve));
  const young = await put('2');
  for (let i = 0; i < 9; i++) await clock.step();
  await engine.read('', { revision: old });
  await clock.step();
  expect((await engine.read('', { revision: old })).rows).toHaveLength(1);
  await clock.step();
  await expect(engine.read('', { revision: old })).rejects.toThrow('no longer kept');
  expect((await engine.read('', { revision: young })).rows).toHaveLength(1);
  stop.abort();
  await running;
});

it('goes on after a failure', async () => {
  const clock = steppedClock();
  const stop = new AbortController();
  const warnings: string[] = [];
  const compacted: number[] = [];
  await using engine = openMemory();
  const failing = Object.assign(Object.create(engine) as typeof engine, {
    revision: async () => 5,
    compact: async (before: number) => {
      compacted.push(before);
      if (compacted.length === 1) throw new Error('disk full');
    },
  });
  const log = { ...silentLog, warn: (message: string) => warnings.push(message) };
  const running = runCompaction(failing, { historyMs: 1000, clock, signal: stop.signal, log });
  for (let i = 0; i < 4; i++) await clock.step();
  expect(warnings).toHaveLength(1);
  expect(compacted.length).toBeGreaterThan(1);
  stop.abort();
  await running;
});
