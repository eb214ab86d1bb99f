import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson, JsonIndenter } from './json-indenter.ts';

const indented = (text: string): string => Buffer.from(indentJson(Buffer.from(text))).toString();

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
    ['[{},{}]\n', '[\n  {},\n  {}\n]'],
  ])('of %s', (compact, expected) => {
    expect(indented(compact)).toBe(expected);
  });
  it('keeps the order of keys and the spelling of numbers', () => {
    expect(indented('{"2":1.0,"1":9007199254740993}')).toBe('{\n  "2": 1.0,\n  "1": 9007199254740993\n}');
  });
  it('is what JSON.stringify makes of any value, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat(), { maxLength: 5 }), (value, cuts) => {
        const compact = Buffer.from(JSON.stringify(value));
        const places = cuts.map((cut) => cut % (compact.length + 1)).sort((a, b) => a - b);
        const indenter = new JsonIndenter();
        const pieces = [0, ...places].map((from, at) => indenter.push(compact.subarray(from, places[at])));
        expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(JSON.parse(compact.toString()), null, 2));
      }),
    );
  });
});
