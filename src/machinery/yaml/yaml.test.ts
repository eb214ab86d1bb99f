import { describe, expect, it } from 'vitest';
import type { Json } from '#meta';
import { DecodeError } from '../version-codec.ts';
import { parseYaml, toYaml } from './index.ts';

const parse = (text: string) => parseYaml(Buffer.from(text), { duplicates: true });

function refusal(text: string | Buffer): string {
  try {
    return JSON.stringify(parseYaml(Buffer.from(text), { duplicates: true }).value);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

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
    ['a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 3\n', { a: { b: 1 }, c: { b: 1 }, d: { b: 1, e: 3 } }],
    ['a: {<<: [{b: 1}, {c: 3}]}', { a: { b: 1, c: 3 } }],
    ['a: 18446744073709551615\nb: -9223372036854775808\n', { a: 2 ** 64, b: -(2n ** 63n) }],
    ['a: 9007199254740993.0\nb: 1.0\nc: 1e21\n', { a: 9007199254740992n, b: 1, c: 1e21 }],
    ['1.5: a\n1e6: b\n~x: c\n0x10: d\n', { 1.5: 'a', '1e+06': 'b', '~x': 'c', 16: 'd' }],
    ['a: one\n  two\n\n  three\nb: "x\n  y"\n', { a: 'one two\nthree', b: 'x y' }],
    ['- >-\n  folded\n  text\n\n    more\n- |+\n  kept\n\n', ['folded text\n\n  more', 'kept\n\n']],
    ['[a: b, {c, d: }, ? e]', [{ a: 'b' }, { c: null, d: null }, { e: null }]],
    ['%TAG !e! tag:example.com,2000:\n---\na: !e!thing b\n', { a: 'b' }],
    ['a: !!binary aGk=\nb: !!float 1\nc: !<tag:yaml.org,2002:str> 5\nd: ! 6\n', { a: 'hi', b: 1, c: '5', d: '6' }],
    ["\ufeffa: \"\\x41\\u00e9\\U0001F600\\\n  \\ b\"\r\nc: 'it''s'\r\n", { a: 'A\u00e9\u{1f600} b', c: "it's" }],
    ['[]: b', []],
    ['---\na: 1\n', { a: 1 }],
    ['a: 1\n---\nb: [\n', { a: 1 }],
    ['', null],
    ['just words', 'just words'],
    ['{"a":[1,"x",{"b":null}]}', { a: [1, 'x', { b: null }] }],
  ])('reads %s', (text, value) => {
    expect(parse(text)).toMatchObject({ value, duplicates: [] });
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

  it('reports what is merged over a key that is there', () => {
    expect(parse('a: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n')).toEqual({
      value: { a: { b: 1 }, c: { b: 2 } },
      duplicates: ['line 4: key "b" already set in map'],
    });
    expect(parse('a: &x {b: 1}\nc:\n  b: 2\n  <<: *x\n').value).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  it.each([
    ['kind: ConfigMap\nmetadata:\n\tname: x\n', 'yaml: line 3: found character that cannot start any token'],
    ['a: 1\n b: 2\nc: 3\n d: 4\n', 'yaml: line 2: mapping values are not allowed in this context'],
    ['x:\n  name: one\n data: {a: b}\n', 'yaml: line 2: did not find expected key'],
    ['{"kind":"ConfigMap","metadata":{"name":"one"', "yaml: line 1: did not find expected ',' or '}'"],
    ['a: [1, 2\nb: 3\n', "yaml: line 1: did not find expected ',' or ']'"],
    ['a: b: c\n', 'yaml: mapping values are not allowed in this context'],
    ['a: 1\n- b\n', 'yaml: line 1: did not find expected key'],
    ['a:\n- b\n c: d\n', 'yaml: line 3: mapping values are not allowed in this context'],
    ['a:\n- b\nc\nd: e\n', "yaml: line 4: could not find expected ':'"],
    ['a: "b\n', 'yaml: line 2: found unexpected end of stream'],
    ['\n"a\\qb"', 'yaml: line 2: found unknown escape character'],
    ['\n"a\\ud800b"', 'yaml: line 2: found invalid Unicode character escape code'],
    ['\na: |0\n', 'yaml: line 2: found an indentation indicator equal to 0'],
    ['\na: |x\n', 'yaml: line 2: did not find expected comment or line break'],
    ['a:\n  |\n\tb', 'yaml: line 3: found a tab character where an indentation space is expected'],
    ['a:\n  b\n\tc', 'yaml: line 3: found a tab character that violates indentation'],
    ['\n- &\n', 'yaml: line 2: did not find expected alphabetic or numeric character'],
    ['\n- !e!x y\n', 'yaml: line 1: found undefined tag handle'],
    ['\n%NO 1\n---\n', 'yaml: line 2: found unknown directive name'],
    ['%YAML 1.2\n---\n', 'yaml: found incompatible YAML document'],
    ['%YAML 1.1\n%YAML 1.1\n---\n', 'yaml: line 1: found duplicate %YAML directive'],
    ['\n%YAML 1.1\n', 'yaml: line 2: did not find expected <document start>'],
    ['a: *b\n', "yaml: unknown anchor 'b' referenced"],
    ['a: &a [*a]\n', "yaml: anchor 'a' value contains itself"],
    ['a: {<<: [1]}', 'yaml: map merge requires map or sequence of maps as the value'],
    ['a: .nan\nA: .inf\n', 'json: unsupported value: +Inf'],
    ['a: !!int x\n', 'yaml: cannot decode !!str `x` as a !!int'],
    ['a: !!binary "%"\n', 'yaml: !!binary value contains invalid base64 data'],
    ['{[a]: b}', 'yaml: invalid map key: []interface {}{"a"}'],
    ['x: y\n[]: b\n', 'yaml: line 1: did not find expected key'],
    ['~: b', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "b"'],
    ['a: \x07', 'yaml: control characters are not allowed'],
  ])('refuses %j', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it('tells of bytes that are no text before anything else that was read with them', () => {
    const bad = Buffer.from([0xff]);
    expect(refusal(Buffer.concat([Buffer.from('a: b: c\n'), bad]))).toBe('yaml: invalid leading UTF-8 octet');
    const apart = Buffer.concat([Buffer.from('a: b: c\n'), Buffer.alloc(600, 'x'), bad]);
    expect(refusal(apart)).toBe('yaml: mapping values are not allowed in this context');
    expect(refusal(Buffer.from([0x61, 0xc3]))).toBe('yaml: incomplete UTF-8 octet sequence');
  });

  it('reads UTF-16 where a mark of the byte order says so', () => {
    const text = Buffer.from('\ufeffa: "\u00e9\u{1f600}"\n', 'utf16le');
    expect(parseYaml(text, { duplicates: true }).value).toEqual({ a: '\u00e9\u{1f600}' });
    expect(parseYaml(Buffer.from(text).swap16(), { duplicates: true }).value).toEqual({ a: '\u00e9\u{1f600}' });
  });

  it('takes a key of 1024 characters, and no more', () => {
    expect(Object.keys(parse(`${'\u{1f600}'.repeat(1024)}: 1`).value as object)).toHaveLength(1);
    expect(refusal(`a: 1\n${'x'.repeat(1025)}: 1`)).toBe("yaml: line 2: could not find expected ':'");
  });

  it.each([
    ['flow collections', '['.repeat(100_000), 'yaml: exceeded max depth of 10000'],
    ['block collections', '- '.repeat(100_000), 'yaml: exceeded max depth of 10000'],
    ['both', `${'- '.repeat(9000)}${'['.repeat(2000)}${']'.repeat(2000)}`, "invalid character '[' exceeded max depth"],
  ])('refuses %s that are too deep', (_, text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it('reads what is just as deep as JSON may be', () => {
    const text = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    let depth = 0;
    for (let value = parse(text).value; Array.isArray(value); value = value[0] as Json) depth++;
    expect(depth).toBe(10_000);
  });

  it.each([
    ['brackets', '['.repeat(1_500_000)],
    ['newlines', '\n'.repeat(3_000_000)],
    ['nested keys', `${'['.repeat(450)}${']:'.repeat(450)}\n`.repeat(100)],
    ['items', `[${'x,'.repeat(350_000)}]`],
    ['handles', `${Array.from({ length: 50_000 }, (_, at) => `%TAG !h${at}! x\n`).join('')}--- a`],
  ])('comes to an end with a body of %s', (_, text) => {
    expect(() => {
      try {
        parse(text);
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
      }
    }).not.toThrow();
  });

  it('takes the last anchor before an alias', () => {
    const text = 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n';
    expect(parse(text).value).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  it('reads hundreds of thousands of aliases', () => {
    const text = `a: &x y\nb: [${'*x,'.repeat(200_000)}]\n`;
    expect((parse(text).value as { b: Json[] }).b).toHaveLength(200_000);
  });

  it('refuses a bomb of aliases', () => {
    const levels = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [before, name] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh']) {
      levels.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`);
    }
    expect(() => parse(levels.join('\n'))).toThrow('yaml: document contains excessive aliasing');
  });

  it('refuses a long text that many aliases stand for', () => {
    expect(refusal(`a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(200)}]`)).toBe(
      'yaml: document contains excessive aliasing',
    );
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

  it('quotes a key that would merge', () => {
    expect(toYaml({ '<<': '<<' })).toBe('"<<": <<\n');
    expect(parse(toYaml({ '<<': '<<' })).value).toEqual({ '<<': '<<' });
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
