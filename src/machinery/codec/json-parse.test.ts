import { describe, expect, it } from 'vitest';
import { DecodeError } from '../version-codec.ts';
import { encodeJson } from './go-json.ts';
import { parseJson, unrecognizedBody, versionKindOf } from './json-parse.ts';

const parse = (text: string) => parseJson(Buffer.from(text), { duplicates: true });
const failure = (text: string): DecodeError => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  throw new Error('did not fail');
};

describe('reading JSON', () => {
  it.each([
    ['', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['{"kind":"ConfigMap","metadata":{"name":"x"', 'unexpected end of JSON input'],
    ['{"kind":ConfigMap}', "invalid character 'C' looking for beginning of value"],
    ['{"kind":"ConfigMap",}', "invalid character '}' looking for beginning of object key string"],
    ['{"a":1} xyz', "invalid character 'x' after top-level value"],
    ['apiVersion: v1\n', "invalid character 'a' looking for beginning of value"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['tru', "invalid character ' ' in literal true (expecting 'e')"],
    ['[-', "invalid character ' ' in numeric literal"],
    ['1.', "invalid character ' ' after decimal point in numeric literal"],
    ['1e+', "invalid character ' ' in exponent of numeric literal"],
    ['"\\', "invalid character ' ' in string escape code"],
    ['"\\u1', "invalid character ' ' in \\u hexadecimal character escape"],
    ['"a', 'unexpected end of JSON input'],
    ['tru3', "invalid character '3' in literal true (expecting 'e')"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['01', "invalid character '1' after top-level value"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['{"a":1e999}', 'json: cannot unmarshal number 1e999 into Go value of type float64'],
  ])('refuses %j in the words of Go', (text, message) => {
    expect(failure(text).message).toBe(message);
  });

  it.each([
    'null',
    '[]',
    '{"a":[1,{"b":null}],"c":"d"}',
    ' {\n\t"a" : [ true , false ] }\r\n\n',
    '"\\u00e9\\n\\/"',
    '-0.5e-3',
  ])('reads %j as the native parser does', (text) => {
    expect(parse(text)).toMatchObject({ value: JSON.parse(text), duplicates: [] });
  });

  it('keeps integers past 2^53 exact', () => {
    const { value } = parse('{"a":9223372036854775807,"b":[-9223372036854775808,9007199254740993]}');
    expect(value).toEqual({ a: 9223372036854775807n, b: [-9223372036854775808n, 9007199254740993n] });
    expect(encodeJson(value)).toBe('{"a":9223372036854775807,"b":[-9223372036854775808,9007199254740993]}');
  });

  it('remembers how fractions were written', () => {
    const { value, literals } = parse('{"a":1.0,"b":[2,3.50]}');
    expect(value).toEqual({ a: 1, b: [2, 3.5] });
    expect(literals?.get(value as object)?.get('a')).toBe('1.0');
    expect(literals?.get((value as { b: object }).b)?.get(1)).toBe('3.50');
  });

  it('reports duplicate keys with their path, the last one wins', () => {
    const { value, duplicates } = parse(
      '{"metadata":{"labels":{"a":"1","a":"2"}},"list":[{},{"x":1,"x":2,"x":3}],"metadata":{"b":1}}',
    );
    expect(duplicates).toEqual([
      'duplicate field "metadata.labels.a"',
      'duplicate field "list[1].x"',
      'duplicate field "metadata"',
    ]);
    expect(value).toEqual({ metadata: { b: 1 }, list: [{}, { x: 3 }] });
  });

  it('does not look for duplicates unless asked', () => {
    expect(parseJson(Buffer.from('{"a":1,"a":2}'), { duplicates: false }).duplicates).toEqual([]);
  });

  it.each(['{"__proto__":{"polluted":true}}', '{ "__proto__": {"polluted":true}}'])(
    'takes __proto__ as a key: %s',
    (text) => {
      const { value } = parse(text);
      expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    },
  );

  it('replaces lone surrogates', () => {
    expect(parse('["\\ud800","\\ud83d\\ude00"]').value).toEqual(['\ufffd', '😀']);
  });

  it.each([
    '{"a": 1, "a": 2}',
    '{"a" : 1, "a" : 2}',
    '{"a" :1,"b":":","a":2}',
    '{"b":":","a":[{"c":1}],"a":2}',
    '{"a":"\\":","a":2}',
  ])('finds the key that %s has twice, however it is written', (text) => {
    expect(parse(text).duplicates).toEqual(['duplicate field "a"']);
  });

  it('reads minus zero as zero, also between spaces', () => {
    expect(Object.is((parse('{"a": -0}').value as { a: number }).a, 0)).toBe(true);
  });

  it('goes as deep as Go and no deeper', () => {
    expect(() => parse('['.repeat(10_000) + ']'.repeat(10_000))).not.toThrow();
    expect(failure('['.repeat(10_001) + ']'.repeat(10_001)).message).toBe("invalid character '[' exceeded max depth");
    expect(failure('['.repeat(1_000_000)).message).toBe("invalid character '[' exceeded max depth");
  });
});

describe('a body that cannot be read', () => {
  it.each([
    ['{', "couldn't get version/kind; json parse error: unexpected end of JSON input ({)"],
    ['', "couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)"],
    [
      'apiVersion: v1\nkind: ConfigMap\n',
      "couldn't get version/kind; json parse error: invalid character 'a' looking for beginning of value (61706956657273696f6e3a2076310a6b696e643a20436f6e6669674d6170 ...)",
    ],
    [
      '{"kind":"ConfigMap","metadata":{"name":"x"',
      'couldn\'t get version/kind; json parse error: unexpected end of JSON input ({"kind":"ConfigMap","metadata" ...)',
    ],
  ])('is summed up: %j', (text, message) => {
    expect(unrecognizedBody('ConfigMap', failure(text), Buffer.from(text))).toBe(
      `the object provided is unrecognized (must be of type ConfigMap): ${message}`,
    );
  });

  it('tells what stands where an object should', () => {
    expect(() => versionKindOf([])).toThrow(
      'json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    );
    expect(() => versionKindOf({ kind: 5 })).toThrow(
      'json: cannot unmarshal number into Go struct field .kind of type string',
    );
    expect(versionKindOf(null)).toEqual({ apiVersion: '', kind: '' });
    expect(versionKindOf({ kind: 'A', apiVersion: 'v1' })).toEqual({ apiVersion: 'v1', kind: 'A' });
  });
});

describe('writing JSON', () => {
  it('escapes what Go escapes', () => {
    expect(encodeJson('<b>&\u2028\u2029"\\\n\u0001')).toBe('"\\u003cb\\u003e\\u0026\\u2028\\u2029\\"\\\\\\n\\u0001"');
  });
  it('writes floats as Go does', () => {
    const deep = `${'{"a":['.repeat(5000)}1,"x"${']}'.repeat(5000)}`;
    expect(encodeJson(parseJson(Buffer.from(deep), { duplicates: true }).value)).toBe(deep);
    expect(encodeJson([1, 1.5, 1e21, 1e-7, 0.000001, 100000000000000000000])).toBe(
      '[1,1.5,1e+21,1e-7,0.000001,100000000000000000000]',
    );
  });
});
