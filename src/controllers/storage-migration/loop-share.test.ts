import { expect, it } from 'vitest';
import { nextTurn } from '#meta';
import { LoopShare } from './loop-share.ts';

/** Tells how many objects a job has begun before anybody else gets a turn, in each of the first portions. */
async function portions(turnMs: number, bytes: number): Promise<readonly number[]> {
  let now = 0;
  const share = new LoopShare({ now: () => now, elapsed: () => now, sleep: async () => {} });
  let [begun, isOver] = [0, false];
  const job = (async () => {
    while (!isOver) {
      await share.take(bytes);
      begun++;
    }
  })();
  const seen: number[] = [];
  for (let turn = 0; seen.length < 2; turn++) {
    const before = begun;
    now += turnMs;
    await nextTurn();
    if (turn === 0) seen.push(begun);
    else if (begun > before) seen.push(begun - before);
  }
  isOver = true;
  await job;
  return seen;
}

it('a job that is alone gets the same portion in each turn', async () => {
  expect(await portions(0, 100)).toEqual([32, 32]);
});

it('a job beside others gets a small one, and large objects count for what they are', async () => {
  expect(await portions(1, 100)).toEqual([32, 4]);
  expect(await portions(1, 2048)).toEqual([16, 2]);
});

it('one object is taken in each turn, however large', async () => {
  expect(await portions(1, 10_000_000)).toEqual([1, 1]);
});
