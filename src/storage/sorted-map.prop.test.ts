import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from './key-order.ts';
import { SortedMap } from './sorted-map.ts';

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const wellFormed = fc.string({ unit: 'binary', maxLength: 6 });

describe('the order of keys', () => {
  it('is that of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(wellFormed, wellFormed, (a, b) => {
        expect(Math.sign(compareKeys(a, b))).toBe(byBytes(a, b));
      }),
    );
    expect(compareKeys('\u{10000}', '\uffff')).toBeGreaterThan(0);
  });
});

interface Item {
  readonly key: string;
  readonly n: number;
}
const key = fc.oneof(
  fc.constantFrom('', 'a/', 'a/1', 'b', 'b/\u{1f600}', 'b/\uffff'),
  fc.integer({ min: 0, max: 900 }).map((n) => `a/${n}`),
);
const step = fc.record({ key, remove: fc.integer({ min: 0, max: 2 }).map((n) => n === 0) });
const runs = fc.record({ start: fc.nat({ max: 900 }), steps: fc.array(step, { maxLength: 300, size: 'max' }) });

describe('the sorted map', () => {
  it('does what a map and a sort would do, and leaves old maps as they were', () => {
    fc.assert(
      fc.property(runs, key, fc.option(key), ({ start, steps }, prefix, after) => {
        const model = new Map<string, Item>();
        for (let n = 0; n < start; n++) model.set(`a/${n}`, { key: `a/${n}`, n: -1 });
        let map = SortedMap.fromSorted(sorted(model));
        const before = { map, items: sorted(model) };
        for (const [n, { key, remove }] of steps.entries()) {
          map = remove ? map.delete(key) : map.set({ key, n });
          if (remove) model.delete(key);
          else model.set(key, { key, n });
        }
        expect(map.size).toBe(model.size);
        expect(all(map)).toEqual(sorted(model));
        expect(all(before.map)).toEqual(before.items);
        expect(map.get(prefix)).toEqual(model.get(prefix));
        expectRange(map, model, { prefix, after: after ?? undefined });
      }),
      { numRuns: 60 },
    );
  });

  it('stays sound when it grows and empties one by one in any direction', () => {
    for (const order of [(n: number) => n, (n: number) => 2000 - n, (n: number) => (n * 7919) % 2003]) {
      let map = SortedMap.empty<Item>();
      for (let n = 0; n < 2000; n++) map = map.set({ key: String(order(n)).padStart(5, '0'), n });
      expect(map.range('').count()).toBe(2000);
      expect(isSorted(all(map))).toBe(true);
      for (let n = 0; n < 2000; n++) map = map.delete(String(order(n)).padStart(5, '0'));
      expect([map.size, all(map)]).toEqual([0, []]);
    }
  });
});

function expectRange(
  map: SortedMap<Item>,
  model: Map<string, Item>,
  at: { prefix: string; after: string | undefined },
) {
  const { prefix, after } = at;
  const wanted = sorted(model).filter(
    (item) => item.key.startsWith(prefix) && (after === undefined || byBytes(item.key, after) > 0),
  );
  const range = map.range(prefix, after);
  expect(range.count()).toBe(wanted.length);
  expect(range.take(7)).toEqual(wanted.slice(0, 7));
  expect(range.take(0)).toEqual([]);
  expect(range.take(Number.POSITIVE_INFINITY)).toEqual(wanted);
  expect(range.last()).toEqual(wanted.at(-1));
  for (const count of [0, 1, 7, wanted.length - 1, wanted.length, wanted.length + 1]) {
    const first = range.first(count);
    const expected = wanted.slice(0, Math.max(0, count));
    expect([first.take(Number.POSITIVE_INFINITY), first.last()]).toEqual([expected, expected.at(-1)]);
  }
  const pages = [...range.pages((item, count) => item.key.endsWith('3') || count === 5)];
  expect(pages.flat()).toEqual(wanted);
  expect(
    pages.every((page, at) => at === pages.length - 1 || page.length === 5 || page.at(-1)?.key.endsWith('3')),
  ).toBe(true);
}
const all = (map: SortedMap<Item>): Item[] => map.range('').take(Number.POSITIVE_INFINITY);
const sorted = (model: Map<string, Item>): Item[] => [...model.values()].sort((a, b) => byBytes(a.key, b.key));
const isSorted = (items: readonly Item[]): boolean =>
  items.every((item, i) => i === 0 || byBytes((items[i - 1] as Item).key, item.key) < 0);
