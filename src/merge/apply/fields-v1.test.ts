import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { FieldSet } from './field-set.ts';
import { FieldsV1Error, readFieldsV1, writeFieldsV1 } from './fields-v1.ts';
import { formatPath, keyElement, type Path, pathOf, valueElement } from './path-element.ts';

const paths = (fields: JsonObject) => Array.from(readFieldsV1(fields).paths(), formatPath);
const written = (...of: Path[]) => JSON.stringify(writeFieldsV1(FieldSet.of(...of)));

describe('FieldsV1', () => {
  it('says with a dot that a field with others below is a member too', () => {
    expect(paths({ 'f:a': { '.': {}, 'f:b': {} }, 'f:c': { 'f:d': {} } })).toEqual(['.a', '.a.b', '.c.d']);
    expect(written(pathOf('a'), pathOf('a', 'b'), pathOf('c', 'd'))).toBe('{"f:a":{".":{},"f:b":{}},"f:c":{"f:d":{}}}');
  });

  it('is written as Go writes it', () => {
    const odd = 'x<&>\b\f\n\u0001\u2028é"\\\u007f';
    expect(written(pathOf(valueElement(odd)))).toBe(
      '{"v:\\"x\\\\u003c\\\\u0026\\\\u003e\\\\u0008\\\\u000c\\\\n\\\\u0001\\\\u2028é\\\\\\"\\\\\\\\\u007f\\"":{}}',
    );
    const key = keyElement([
      { name: 'z<', value: 1 },
      { name: 'a\b', value: 1.5 },
    ]);
    expect(written(pathOf(key, 'q'))).toBe('{"k:{\\"a\\\\u0008\\":1.5,\\"z<\\":1}":{"f:q":{}}}');
    expect(written(pathOf(valueElement(1e-7)), pathOf(valueElement(1e21)), pathOf(valueElement(12345678)))).toBe(
      '{"v:1e-07":{},"v:12345678":{},"v:1e+21":{}}',
    );
  });

  it('orders fields, keyed items, values and positions, names by their bytes', () => {
    const fields = {
      'i:10': {},
      'i:9': {},
      'v:"a"': {},
      'v:2': {},
      'v:10': {},
      'k:{"n":1}': {},
      'f:\u{1f600}': {},
      'f:\uffee': {},
    };
    expect(JSON.stringify(writeFieldsV1(FieldSet.empty.union(readFieldsV1({ ...fields, 'f:': {} }))))).toContain('f:');
    const set = readFieldsV1(fields);
    expect(set.nodes.map(({ element }) => element.text)).toEqual([
      'f:\uffee',
      'f:\u{1f600}',
      'k:{"n":1}',
      'v:2',
      'v:10',
      'v:"a"',
      'i:9',
      'i:10',
    ]);
  });

  it('keeps integers that a double cannot hold', () => {
    const fields = { 'v:9007199254740993': {} };
    expect(JSON.stringify(writeFieldsV1(readFieldsV1(fields).union(FieldSet.of(pathOf('a')))))).toBe(
      '{"f:a":{},"v:9007199254740993":{}}',
    );
  });

  it('leaves out kinds of elements that it does not know', () => {
    expect(paths({ 'z:new': {}, 'f:a': { 'z:new': {} } })).toEqual(['.a']);
  });

  it('takes names like __proto__ for names', () => {
    expect(paths(JSON.parse('{"f:__proto__":{"f:constructor":{}}}'))).toEqual(['.__proto__.constructor']);
  });

  it.each([['fa'], ['f'], [''], ['v:'], ['v:{'], ['k:1'], ['k:{"a":1}x'], ['i:a'], ['i:']])(
    'refuses the element %j',
    (key) => {
      expect(() => readFieldsV1({ [key]: {} })).toThrow(FieldsV1Error);
    },
  );

  it('refuses fields that are no objects, and what is nested too deeply', () => {
    expect(() => readFieldsV1({ 'f:a': 1 })).toThrow(FieldsV1Error);
    let deep: JsonObject = {};
    for (let depth = 0; depth < 9000; depth++) deep = { 'f:a': deep };
    expect(() => readFieldsV1(deep)).toThrow('nested too deeply');
  });
});
