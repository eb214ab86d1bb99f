import { expect, test } from 'vitest';
import { compareVersions } from './version-priority.ts';

test('versions sort from the most to the least preferred', () => {
  const best = 'v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10'.split(' ');
  expect(best.toReversed().sort(compareVersions)).toEqual(best);
});

test.each([
  ['v1', 'v1', 0],
  ['v1', 'v1beta1', -1],
  ['v1alpha1', 'v1beta1', 1],
  ['v1beta2', 'v1beta10', 1],
  ['v1', 'v1gamma1', -1],
  ['v99999999999999999999', 'v1', 1],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
});
