import { expect, it } from 'vitest';
import { otherValues, withValue } from './trace-moves.ts';

it('tries values of the same kind', () => {
  expect(otherValues(3)).toEqual([4]);
  expect(otherValues(true)).toEqual([false]);
  expect(otherValues('a:1')).toEqual(['a:11', 'xa:1']);
  expect(otherValues(null)).toEqual([]);
});
it('changes one place of a copy', () => {
  const object = { spec: { list: [{ a: 1 }, { a: 2 }] } };
  expect(withValue(object, ['spec', 'list', 1, 'a'], 3)).toEqual({ spec: { list: [{ a: 1 }, { a: 3 }] } });
  expect(object.spec.list[1]?.a).toBe(2);
});
