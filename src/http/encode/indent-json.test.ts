import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from './indent-json.ts';

describe('indented JSON', () => {
  it.each([
    ['{}', '{}'],
    ['[]', '[]'],
    ['"a"', '"a"'],
    ['{"a":1}', '{\n  "a": 1\n}'],
    ['{"a":{},"b":[]}', '{\n  "a": {},\n  "b": []\n}'],
    ['[1,[2]]', '[\n  1,\n  [\n    2\n  ]\n]'],
    ['{"a:b,{}[]":"c:d,{}[]"}', '{\n  "a:b,{}[]": "c:d,{}[]"\n}'],
    ['["\\"","\\\\"]', '[\n  "\\"",\n  "\\\\"\n]'],
  ])('of %s', (compact, expected) => {
    expect(indentJson(compact)).toBe(expected);
  });
  it('keeps the order of keys and the spelling of numbers', () => {
    expect(indentJson('{"2":1.0,"1":9007199254740993}')).toBe('{\n  "2": 1.0,\n  "1": 9007199254740993\n}');
  });
  it('is what JSON.stringify makes of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const compact = JSON.stringify(value);
        expect(indentJson(compact)).toBe(JSON.stringify(JSON.parse(compact), null, 2));
      }),
    );
  });
});
