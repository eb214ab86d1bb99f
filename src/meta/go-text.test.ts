import { expect, test } from 'vitest';
import { goCodePoint, goJson, goNumber, goNumError, goQuote, parseInt64 } from './go-text.ts';

test.each([
  ['plain', '"plain"'],
  ['a\x07b', '"a\\ab"'],
  ['\b\f\n\r\t\v"\\', '"\\b\\f\\n\\r\\t\\v\\"\\\\"'],
  ['\x01\x7f', '"\\x01\\x7f"'],
  ['\u0080\u200b', '"\\u0080\\u200b"'],
  ['é日😀', '"é日😀"'],
  ['\u{e0001}', '"\\U000e0001"'],
  ['\u00a0', '"\\u00a0"'],
  ['\ud800', '"\ufffd"'],
  ["<&>'", '"<&>\'"'],
])('%j is quoted as %s', (text, quoted) => {
  expect(goQuote(text)).toBe(quoted);
});

test.each([
  [null, 'null'],
  [undefined, 'null'],
  [{ b: 1, a: [true, '<&>'], c: undefined }, '{"b":1,"a":[true,"\\u003c\\u0026\\u003e"]}'],
  [{ big: 9007199254740993n }, '{"big":9007199254740993}'],
  ['\u2028', '"\\u2028"'],
  [JSON.parse('{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
])('JSON as Go writes it (%#)', (value, text) => {
  expect(goJson(value)).toBe(text);
});

test.each([
  [0, '0'],
  [-1, '-1'],
  [1.5, '1.5'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [-2.5e-12, '-2.5e-12'],
  [1e21, '1e+21'],
  [123456.5, '123456.5'],
  [1234567.5, '1.2345675e+06'],
  [2 ** 63, '9.223372036854776e+18'],
  [2500000, '2500000'],
  [2n ** 63n - 1n, '9223372036854775807'],
])('the number %s', (value, text) => {
  expect(goNumber(value)).toBe(text);
});

test.each([
  ['0', 0n],
  ['+7', 7n],
  ['-007', -7n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
  ['9223372036854775808', 'range'],
  ['9'.repeat(10_000), 'range'],
  ['', 'syntax'],
  ['1_0', 'syntax'],
  ['1.0', 'syntax'],
  [' 1', 'syntax'],
])('the text %j as an int64', (text, value) => {
  expect(parseInt64(text)).toBe(value);
});

test('errors of numbers quote the text', () => {
  expect(goNumError('ParseInt', 'a"b', 'syntax')).toBe('strconv.ParseInt: parsing "a\\"b": invalid syntax');
  expect(goNumError('ParseUint', '99', 'range')).toBe('strconv.ParseUint: parsing "99": value out of range');
});

test('code points have at least four digits', () => {
  expect([goCodePoint('\x07'), goCodePoint('😀')]).toEqual(['U+0007', 'U+1F600']);
});
