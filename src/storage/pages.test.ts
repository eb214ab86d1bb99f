import { expect, it } from 'vitest';
import { Entry } from './entry.ts';
import { partOf } from './pages.ts';
import { SortedMap } from './sorted-map.ts';

const all = SortedMap.fromSorted(
  Array.from({ length: 2000 }, (_, at) => new Entry(`a/${String(at).padStart(4, '0')}`, at + 1, new Uint8Array(1))),
);

it.each([
  [undefined, 1000],
  [10, 100],
  [5000, 1],
])('a selector of weight %s looks at %i entries before others get their turn', async (weight, expected) => {
  let looks = 0;
  const matches = (): boolean => ++looks > 0;
  const freshness = { need: 'newest' } as const;
  await partOf(
    all,
    { under: 'a/', freshness, matches, ...(weight && { weight }) },
    { after: undefined, left: Number.POSITIVE_INFINITY },
  );
  expect(looks).toBe(expected);
});
