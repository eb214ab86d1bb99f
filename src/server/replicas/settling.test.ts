import { expect, it } from 'vitest';
import { openMemory } from '#storage';
import { quickClock, silentLog } from '../../storage/testing/world.ts';
import { randomIds } from '../world.ts';
import { Settling } from './settling.ts';

const world = { clock: quickClock(), ids: randomIds, log: silentLog };

it('is answered by the leader, after its controllers have settled', async () => {
  const engine = openMemory();
  const stop = new AbortController();
  const told: string[] = [];
  const asking = new Settling(engine, world).ask().then(() => told.push('answered'));
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    told.push('settled');
  };
  const leading = new Settling(engine, world).answer(settle, stop.signal);
  await asking;
  stop.abort();
  await leading;
  expect(told).toEqual(['settled', 'answered']);
  expect((await engine.read('')).rows).toEqual([]);
});

it('says so when nobody leads', async () => {
  const clock = quickClock();
  const asking = new Settling(openMemory(), { ...world, clock }).ask();
  setTimeout(() => clock.ahead(61_000), 30);
  await expect(asking).rejects.toThrow('no server on this store leads');
});
