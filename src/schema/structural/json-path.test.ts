import { describe, expect, it } from 'vitest';
import type { Json } from '#meta';
import { columnCell, JsonPath, lookup } from './json-path.ts';
import { JsonPathError } from './json-path-parse.ts';

const columns: [type: string, path: string][] = [
  ['string', '.spec.s'],
  ['integer', '.spec.i'],
  ['number', '.spec.n'],
  ['boolean', '.spec.b'],
  ['string', '.spec.list[0]'],
  ['string', '.spec.objs[*].name'],
  ['string', '.spec.list'],
  ['string', '.spec.map'],
  ['string', ".spec.map['a.b']"],
  ['string', '.spec.objs[?(@.name=="two")].v'],
  ['integer', '.spec.list'],
];

const full = {
  s: 'text',
  i: 42,
  n: 1.25,
  b: true,
  list: ['x', 2, true],
  objs: [
    { name: 'one', v: 1 },
    { name: 'two', v: 2 },
  ],
  map: { d: { e: [1] }, 'a.b': 'c' },
};
const rows: [name: string, spec: Json, cells: Json[]][] = [
  ['full', full, ['text', 42, 1.25, true, 'x', 'one', '["x",2,true]', '{"a.b":"c","d":{"e":[1]}}', null, '2', null]],
  ['empty', {}, [null, null, null, null, null, null, null, null, null, null, null]],
  [
    'odd',
    { s: 5, i: 'x', n: '1', b: 'true', list: [], objs: [], map: {} },
    ['5', null, null, null, null, null, '[]', '{}', null, null, null],
  ],
  [
    'numbers',
    { s: true, i: 3.7, n: 10, b: 0, list: [null], objs: [{ name: null }, {}] },
    ['true', 3, 10, null, '<no value>', '<no value>', '[null]', null, null, null, null],
  ],
  [
    'large',
    { s: { nested: ['deep'] }, i: 12345678901, n: 1e21, list: [1.5] },
    ['{"nested":["deep"]}', 12345678901, 1e21, null, '1.5', null, '[1.5]', null, null, null, null],
  ],
];

describe('a printer column', () => {
  it.each(rows)('shows what the real server shows of an object: %s', (_, spec, cells) => {
    const shown = columns.map(([type, path]) => columnCell(type, new JsonPath(path).first({ spec })));
    expect(shown).toEqual(cells);
  });
});

describe('a path', () => {
  const data: Json = {
    a: { b: [1, 2, 3, 4] },
    c: [{ d: 'x', n: 1 }, { d: 'y', n: 2 }, {}],
    'e.f': true,
    k: { e: { f: 9 } },
  };
  it.each<[string, Json[]]>([
    ['.a.b[0]', [1]],
    ['.a.b[-1]', [4]],
    ['.a.b[-1:]', [4]],
    ['.a.b[1:3]', [2, 3]],
    ['.a.b[::2]', [1, 3]],
    ['.a.b[0,2]', [1, 3]],
    ['.a.b[*]', [1, 2, 3, 4]],
    ['.a.*', [[1, 2, 3, 4]]],
    ['$.a.b[1]', [2]],
    ['a', []],
    ['.c[*].d', ['x', 'y']],
    ['.c[?(@.n>1)].d', ['y']],
    [".c[?(@.d=='x')].n", [1]],
    ['.c[?(@.d!="x")].n', [2]],
    ['.c[?(@.d)].n', [1, 2]],
    ['..d', ['x', 'y']],
    ['.e\\.f', [true]],
    [".k['e.f']", [9]],
    ['.k["e"]', []],
    ['.missing.deep', []],
    ['', [data]],
  ])('finds what it leads to: %s', (path, expected) => {
    if (path === 'a' || path.includes('"e"')) expect(() => new JsonPath(path).find(data)).toThrow(JsonPathError);
    else expect(new JsonPath(path).find(data)).toEqual(expected);
  });

  it.each([
    ['.a[', 'unterminated array'],
    ['.a[x]', 'invalid array index x'],
    ['.a[?(@.b', 'unterminated filter'],
    ['.a[?(@.b)', 'unclosed array expect ]'],
    ['.a(', undefined],
    ['(a)', "unrecognized character in action: U+0028 '('"],
    ['"abc', 'unterminated quoted string'],
    ['....a', 'invalid multiple recursive descent'],
    ['1.2.3', 'cannot parse number 1.2.3'],
  ])('that cannot be read says why: %s', (path, message) => {
    if (message === undefined) expect(new JsonPath(path).find({ 'a(': 1 })).toEqual([1]);
    else expect(() => new JsonPath(path)).toThrow(new JsonPathError(message));
  });

  it.each([
    ['.a.b[9]', 'array index out of bounds: index 9, length 4'],
    ['.a[0]', 'map[string]interface {} is not array or slice'],
    ['.a[?(@.x)]', '{"b":[1,2,3,4]} is not array or slice and cannot be filtered'],
    ['.c[?(@.n=="x")]', 'incompatible types for comparison'],
    ['.a range', 'unrecognized identifier range'],
  ])('that cannot be followed says why: %s', (path, message) => {
    expect(() => new JsonPath(path).find(data)).toThrow(new JsonPathError(message));
    expect(new JsonPath(path).first(data)).toBeUndefined();
  });

  it('does not multiply without end', () => {
    let deep: Json = { a: 1 };
    for (let i = 0; i < 60; i++) deep = { a: deep };
    expect(() => new JsonPath('...*...*...*...*...*').find(deep)).toThrow('found more than');
  });

  it('sees own properties only', () => {
    expect(new JsonPath('.constructor').find({})).toEqual([]);
    expect(new JsonPath('.__proto__').find(JSON.parse('{"__proto__":1}'))).toEqual([1]);
  });
});

describe('a simple path', () => {
  it.each<[string, Json | undefined]>([
    ['.spec.replicas', 3],
    ['spec.replicas', 3],
    ['.spec.none.deep', undefined],
    ['.spec.replicas.deep', undefined],
    ['.constructor', undefined],
  ])('is looked up: %s', (path, expected) => {
    expect(lookup({ spec: { replicas: 3 } }, path)).toEqual(expected);
  });
});
