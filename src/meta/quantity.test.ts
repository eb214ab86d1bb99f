import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalQuantity, parseQuantity, Quantity, QuantityError } from './quantity.ts';

test.each([
  ['0', '0'],
  ['0Ki', '0'],
  ['-0', '0'],
  ['.', '0'],
  ['1', '1'],
  ['1000', '1k'],
  ['1500', '1500'],
  ['1.5', '1500m'],
  ['0.5', '500m'],
  ['.5', '500m'],
  ['1000m', '1'],
  ['0.1m', '100u'],
  ['0.1n', '1n'],
  ['-0.1n', '-1n'],
  ['1e3', '1e3'],
  ['1E3', '1E3'],
  ['10e2', '1e3'],
  ['1e-3', '1e-3'],
  ['1e1', '10'],
  ['1Gi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['1024Mi', '1Gi'],
  ['1024', '1024'],
  ['0.5Ki', '512'],
  ['0.1Ki', '102400m'],
  ['0.0001Ki', '102400u'],
  ['100Ei', '9223372036854775807'],
  ['123456789012345678901', '123456789012345678901'],
  ['100G', '100G'],
  ['100000M', '100G'],
  ['1000E', '1000E'],
  ['1e2147483647', '10e2147483646'],
  ['1e-2147483648', '1e-9'],
])('%s is written as %s', (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical);
});

test.each(['1.250', '+5', '05', '100Ki'])('%s counts as canonical and is kept', (text) => {
  expect(canonicalQuantity(text)).toBe(text);
});

const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const suffix = "unable to parse quantity's suffix";

test.each([
  ['', format],
  ['abc', format],
  ['1Q', format],
  ['1..2', format],
  ['1 Gi', format],
  ['1e3x', format],
  ['9'.repeat(2000), format],
  ['1mm', suffix],
  ['--1', suffix],
  ['1e', suffix],
  ['1K', suffix],
  ['1i', suffix],
  ['1+5', suffix],
  ['1e99999999999999999999', suffix],
  ['Ei', 'unable to parse numeric part of quantity'],
])('%j is no quantity', (text, message) => {
  expect(() => parseQuantity(text)).toThrow(new QuantityError(message));
});

test.each([
  ['1', '1000m', 0],
  ['1Ki', '1k', 1],
  ['-1', '1', -1],
  ['-2', '-1', -1],
  ['0', '-0.1', 1],
  ['1e2000000000', '1e1999999999', 1],
  ['-1e2000000000', '1', -1],
  ['999m', '1', -1],
])('%s against %s is %i', (a, b, order) => {
  expect(parseQuantity(a).compare(parseQuantity(b))).toBe(order);
  expect(parseQuantity(b).compare(parseQuantity(a)) + order).toBe(0);
});

test.each([
  ['1.5', 2n, 1500n],
  ['-1.5', -2n, -1500n],
  ['1Ki', 1024n, 1024000n],
  ['1n', 1n, 1n],
  ['100E', 9223372036854775807n, 9223372036854775807n],
  ['-1e2000000000', -9223372036854775808n, -9223372036854775808n],
])('%s in whole units and thousandths', (text, value, milli) => {
  expect([parseQuantity(text).value(), parseQuantity(text).milliValue()]).toEqual([value, milli]);
});

test('sums keep the unit of the first, and zero has none', () => {
  const sum = (a: string, b: string): string => parseQuantity(a).add(parseQuantity(b)).toString();
  expect(sum('1Gi', '1Gi')).toBe('2Gi');
  expect(sum('1Gi', '1M')).toBe('1074741824');
  expect(sum('0', '1Ki')).toBe('1Ki');
  expect(sum('500m', '0.5')).toBe('1');
  expect(parseQuantity('1').subtract(parseQuantity('1500m')).toString()).toBe('-500m');
  expect(parseQuantity('250m').times(4).toString()).toBe('1');
});

test('amounts are made from numbers and rounded up', () => {
  expect(Quantity.of(2048, 'BinarySI').toString()).toBe('2Ki');
  expect(Quantity.ofMilli(1500).toString()).toBe('1500m');
  expect(parseQuantity('1.0001').roundUp(-3).toString()).toBe('1001m');
  expect(parseQuantity('1.5Gi').toNumber()).toBe(1610612736);
  expect(JSON.stringify({ cpu: parseQuantity('0.5') })).toBe('{"cpu":"500m"}');
});

test('the canonical text means the same amount and is stable', () => {
  const suffixes = ['', 'n', 'u', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'e-3', 'E4'];
  fc.assert(
    fc.property(fc.integer(), fc.nat(999), fc.constantFrom(...suffixes), (whole, fraction, unit) => {
      const quantity = parseQuantity(`${whole}.${fraction}${unit}`);
      const again = parseQuantity(quantity.toString());
      expect(again.equals(quantity)).toBe(true);
      expect(parseQuantity(again.add(parseQuantity('0')).toString()).toString()).toBe(
        again.add(parseQuantity('0')).toString(),
      );
    }),
  );
});
