import { expect, it } from 'vitest';
import { ageOf } from './age.ts';

it.each([
  [0, '0s'],
  [45, '45s'],
  [90, '1m30s'],
  [12 * 60 + 5, '12m'],
  [3 * 3600 + 300, '3h5m'],
  [2 * 86_400 + 3600, '2d'],
])('%d seconds ago is said %s', (seconds, text) => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(ageOf(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
});
it('says nothing of no time', () => {
  expect(ageOf(undefined, 0)).toBe('');
});
