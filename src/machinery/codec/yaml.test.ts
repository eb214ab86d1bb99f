import { describe, expect, it } from 'vitest';
import type { Json } from '#meta';
import { DecodeError } from '../resource-definition.ts';
import { parseYaml, toYaml } from './yaml.ts';

const parse = (text: string) => parseYaml(Buffer.from(text), { duplicates: true });

describe('reading YAML', () => {
  it.each<[string, Json]>([
    ['a: yes\nb: y\nc: off\nd: N\n', { a: true, b: true, c: false, d: false }],
    ['a: ~\nb:\nc: null\n', { a: null, b: null, c: null }],
    [
      'a: 010\nb: 0x1f\nc: 1_000\nd: 1e3\ne: -5\nf: .5\ng: 08\n',
      { a: 8, b: 31, c: 1000, d: 1000, e: -5, f: 0.5, g: 8 },
    ],
    [
      'a: 12:30\nb: 2001-01-01\nc: "y"\nd: !!str 5\ne: 1.2.3\n',
      { a: '12:30', b: '2001-01-01', c: 'y', d: '5', e: '1.2.3' },
    ],
    ['y: 1\n2: b\n', { true: 1, 2: 'b' }],
    ['a: 9223372036854775807\n', { a: 9223372036854775807n }],
    ['a: |\n  two\n  lines\nb: >\n  one\n  line\n', { a: 'two\nlines\n', b: 'one line\n' }],
    ['a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  b: 2\n  e: 3\n', { a: { b: 1 }, c: { b: 1 }, d: { b: 2, e: 3 } }],
    ['---\na: 1\n', { a: 1 }],
    ['a: 1\n---\nb: [\n', { a: 1 }],
    ['', null],
    ['just words', 'just words'],
    ['{"a":[1,"x",{"b":null}]}', { a: [1, 'x', { b: null }] }],
  ])('reads %s', (text, value) => {
    expect(parse(text)).toEqual({ value, duplicates: [] });
  });

  it('reports duplicate keys by line, the last one wins', () => {
    expect(parse('kind: A\nlabels:\n  x: "1"\n  x: "2"\ndata:\n  a: "1"\n  a: "2"\n')).toEqual({
      value: { kind: 'A', labels: { x: '2' }, data: { a: '2' } },
      duplicates: ['line 4: key "x" already set in map', 'line 7: key "a" already set in map'],
    });
  });

  it('takes __proto__ as a key', () => {
    const { value } = parse('__proto__: {polluted: 1}\n');
    expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([
    ['kind: ConfigMap\nmetadata:\n\tname: x\n', 'yaml: line 3: found character that cannot start any token'],
    [
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n data: {a: b}\n',
      'yaml: line 4: did not find expected key',
    ],
    ['{"kind":"ConfigMap","metadata":{"name":"one"', "yaml: line 1: did not find expected ',' or '}'"],
    ['a: b: c\n', 'yaml: line 1: mapping values are not allowed in this context'],
    ['a: *b\n', "yaml: unknown anchor 'b' referenced"],
    ['a: &a [*a]\n', "yaml: anchor 'a' value contains itself"],
    ['a: .nan\n', 'json: unsupported value: NaN'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('refuses what is too deep', () => {
    expect(() => parse('['.repeat(100_000))).toThrow(DecodeError);
  });

  it('takes the last anchor before an alias', () => {
    const text = 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n';
    expect(parse(text).value).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  it('reads thousands of aliases without walking the document for each', () => {
    const text = `a: &x y\nb: [${'*x,'.repeat(20_000)}]\n`;
    const began = performance.now();
    expect((parse(text).value as { b: Json[] }).b).toHaveLength(20_000);
    // A walk for each would take half a minute.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('refuses a bomb of aliases', () => {
    const levels = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh']) {
      levels.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`);
    }
    expect(() => parse(levels.join('\n'))).toThrow('yaml: document contains excessive aliasing');
  });
});

describe('writing YAML', () => {
  it('writes as the real server does', () => {
    const data = {
      a: 'line one\nline two\n',
      b: 'true',
      c: '1.5',
      d: '',
      'e.f': 'x: y',
      g: '- z',
      h: "it's",
    };
    const managedFields = [
      { apiVersion: 'v1', fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } }, time: '2024-01-01T00:00:00Z' },
    ];
    expect(
      toYaml({ kind: 'ConfigMap', apiVersion: 'v1', data, metadata: { managedFields, labels: { num: '12' } } }),
    ).toBe(
      `apiVersion: v1
data:
  a: |
    line one
    line two
  b: "true"
  c: "1.5"
  d: ""
  e.f: 'x: y'
  g: '- z'
  h: it's
kind: ConfigMap
metadata:
  labels:
    num: "12"
  managedFields:
  - apiVersion: v1
    fieldsV1:
      f:data:
        .: {}
        f:a: {}
    time: "2024-01-01T00:00:00Z"
`,
    );
  });

  it.each<[Json, string]>([
    ['y', '"y"'],
    ['null', '"null"'],
    ['12:30', '"12:30"'],
    ['0x1f', '"0x1f"'],
    ['# no', "'# no'"],
    ['a #b', "'a #b'"],
    ['a#b', 'a#b'],
    ['a:b', 'a:b'],
    ['a:', "'a:'"],
    ['trailing ', "'trailing '"],
    ['tab\there', '"tab\\there"'],
    ['😀', '"\\U0001F600"'],
    ['é ü', 'é ü'],
    ['a\nb', '|-\n  a\n  b'],
    ['a\n\n', '|+\n  a\n'],
    [' a\n', '|2\n   a'],
    ['a \nb', '"a \\nb"'],
    [null, 'null'],
    [1234567.5, '1.2345675e+06'],
    [1000000, '1000000'],
    [12345678901234567890n, '12345678901234567890'],
    [[], '[]'],
    [{}, '{}'],
  ])('writes a value as %#', (value, text) => {
    expect(toYaml({ k: value })).toBe(`k: ${text}\n`);
  });

  it('orders keys naturally', () => {
    expect(toYaml({ a10: 1, a2: 2, B: 3, a: 4, 1: 5, _x: 6 })).toBe('_x: 6\n"1": 5\nB: 3\na: 4\na2: 2\na10: 1\n');
  });

  it('nests lists', () => {
    expect(toYaml({ l: [{ a: 1, b: [1, [2, 3], []] }, 'x', {}] })).toBe(
      'l:\n- a: 1\n  b:\n  - 1\n  - - 2\n    - 3\n  - []\n- x\n- {}\n',
    );
    expect(toYaml([1, { a: 2 }])).toBe('- 1\n- a: 2\n');
  });

  it('breaks long lines at spaces', () => {
    const words = 'The quick brown fox jumps over the lazy dog and then goes on and on and on until the end';
    expect(toYaml({ long: words })).toBe(
      'long: The quick brown fox jumps over the lazy dog and then goes on and on and on until\n  the end\n',
    );
    expect(parse(toYaml({ long: `${words}: ${words}` })).value).toEqual({ long: `${words}: ${words}` });
  });
});
