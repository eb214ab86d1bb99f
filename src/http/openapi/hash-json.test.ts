import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doSteps, doStepsInTurns, type Json } from '#meta';
import { hashJson } from './hash-json.ts';

function hashOf(value: Json): string {
  const hash = createHash('sha512');
  doSteps(hashJson(value, hash));
  return hash.digest('hex');
}

describe('the hash of a value', () => {
  it('is that of equal values, and of no other', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const copy = JSON.parse(JSON.stringify(a)) as Json;
        expect(hashOf(copy)).toBe(hashOf(JSON.parse(JSON.stringify(copy)) as Json));
        expect(hashOf(a as Json) === hashOf(b as Json)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });
  it('is made with others in between', async () => {
    let pauses = 0;
    const list = Array.from({ length: 100_000 }, (_, at) => `value${at}`);
    await doStepsInTurns(hashJson(list, createHash('sha512')), async () => void pauses++);
    expect(pauses).toBeGreaterThan(50);
  });
});
