import { describe, expect, it } from 'vitest';
import { doSteps, doStepsInTurns, type Steps } from './steps.ts';

function* visit(depth: number, seen: number[]): Steps {
  seen.push(depth);
  if (depth > 0) yield visit(depth - 1, seen);
  yield undefined;
  seen.push(-depth);
}

describe('work in steps', () => {
  it('is done in the order in which it is written', () => {
    const seen: number[] = [];
    doSteps(visit(2, seen));
    expect(seen).toEqual([2, 1, 0, -0, -1, -2]);
  });
  it('lets others in between, and is done at the end', async () => {
    const seen: number[] = [];
    let pauses = 0;
    await doStepsInTurns(visit(10_000, seen), async () => void pauses++);
    expect([seen.length, pauses]).toEqual([20_002, 15]);
  });
});
