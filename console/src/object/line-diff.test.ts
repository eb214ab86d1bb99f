import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines, withContext } from './line-diff.ts';

const signs = { same: ' ', removed: '-', added: '+' } as const;
const diff = (before: string, after: string): string[] =>
  diffLines(before.split(''), after.split(''), (line) => line).map(({ kind, line }) => signs[kind] + line);

it('tells which lines were removed and added', () => {
  expect(diff('abcd', 'abxd')).toEqual([' a', ' b', '-c', '+x', ' d']);
  expect(diff('ab', 'ba')).toEqual(['-a', ' b', '+a']);
  expect(diff('ab', 'ab')).toEqual([' a', ' b']);
});
it('has both texts in it, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after, (line) => line);
      expect(lines.filter(({ kind }) => kind !== 'added').map(({ line }) => line)).toEqual(before);
      expect(lines.filter(({ kind }) => kind !== 'removed').map(({ line }) => line)).toEqual(after);
    }),
  );
});
it('leaves out what is far from a difference', () => {
  const lines = diffLines([...'abcdefgh'], [...'abcdXfgh'], (line) => line);
  expect(withContext(lines, 1).map((line) => line?.line ?? '…')).toEqual(['…', 'd', 'e', 'X', 'f', '…']);
});
