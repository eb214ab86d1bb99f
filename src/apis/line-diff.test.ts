import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

const letters = 'abcdefghijklmnopqrst'.split('');
const text = (lines: readonly string[]): string => lines.join('\n');
const changed = (change: (lines: string[]) => void): string => {
  const lines = [...letters];
  change(lines);
  return text(lines);
};

it('says nothing of equal texts', () => {
  expect(lineDiff(text(letters), text(letters))).toBe('');
});

it.each<[string, (lines: string[]) => void, string]>([
  ['a line in the middle', (l) => l.splice(9, 1, 'X'), '@@ -7,7 +7,7 @@\n g\n h\n i\n-j\n+X\n k\n l\n m\n'],
  ['the first line', (l) => l.splice(0, 1), '@@ -1,4 +1,3 @@\n-a\n b\n c\n d\n'],
  ['the end', (l) => l.push('z'), '@@ -18,3 +18,4 @@\n r\n s\n t\n+z\n'],
  [
    'lines near each other',
    (l) => l.splice(4, 7, 'X', ...l.slice(5, 10), 'Y'),
    '@@ -2,13 +2,13 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n i\n j\n-k\n+Y\n l\n m\n n\n',
  ],
  [
    'lines far from each other',
    (l) => {
      l[2] = 'X';
      l[16] = 'Y';
    },
    '@@ -1,6 +1,6 @@\n a\n b\n-c\n+X\n d\n e\n f\n@@ -14,7 +14,7 @@\n n\n o\n p\n-q\n+Y\n r\n s\n t\n',
  ],
])('shows a change of %s', (_, change, expected) => {
  expect(lineDiff(text(letters), changed(change))).toBe(expected);
});
