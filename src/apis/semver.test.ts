import { describe, expect, it } from 'vitest';
import { compareSemver, parseSemver, type Semver } from './semver.ts';

describe('versions by semver.org', () => {
  const inOrder = [
    '0.0.0',
    '0.9.10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ].map((text) => parseSemver(text) as Semver);

  it('have an order in which numbers are numbers and what comes before a release is less', () => {
    for (const [i, a] of inOrder.entries()) {
      for (const [j, b] of inOrder.entries()) expect(Math.sign(compareSemver(a, b))).toBe(Math.sign(i - j));
    }
  });
  it('are the same whatever they were built from', () => {
    expect(compareSemver(parseSemver('1.0.0+a') as Semver, parseSemver('1.0.0+b.2') as Semver)).toBe(0);
  });
  it.each([
    '',
    '1',
    '1.2',
    'v1.2.3',
    '1.2.3.4',
    '01.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3+',
    'one',
    `1.2.3-${'a'.repeat(2000)}`,
  ])('are not %j', (text) => {
    expect(parseSemver(text)).toBeUndefined();
  });
});
