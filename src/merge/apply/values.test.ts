import { describe, expect, it } from 'vitest';
import type { Json } from '#meta';
import { compare, isSame } from './compare.ts';
import { mergeValues } from './merge.ts';
import { ownedBy } from './ownership.ts';
import { formatPath, keyElement, pathOf, valueElement } from './path-element.ts';
import { extractKeyedItems, removeItems } from './remove.ts';
import { atomicList, deducedType, mapList, mapOf, scalarType, setList, structType } from './schema.ts';
import { TypeMismatchError } from './type-error.ts';
import { validate } from './validate.ts';
import { compareValues, MAX_NESTING, sameValue } from './values.ts';

const string = scalarType('string');
const item = structType({ fields: { name: string, value: scalarType('numeric'), on: scalarType('boolean') } });
const type = structType({
  fields: { set: setList(string), items: mapList(item, ['name']), atomic: atomicList(item), map: mapOf(string) },
});

describe('validation', () => {
  it.each<[Json, string]>([
    [{ map: { a: 1 } }, '.map.a: expected string, got &value.valueUnstructured{Value:1}'],
    [
      { map: { a: ['x', 1.5, null] } },
      '.map.a: expected string, got &value.valueUnstructured{Value:[]interface {}{"x", 1.5, interface {}(nil)}}',
    ],
    [{ map: ['a'] }, '.map: expected map, got &{[a]}'],
    [{ map: 'a' }, '.map: expected map, got &{a}'],
    [{ items: { name: 'web' } }, '.items: expected list, got &{map[name:web]}'],
    [{ items: [{ name: 'a', value: 'x' }] }, '.items[name="a"].value: expected numeric (int or float), got string'],
    [{ items: [{ name: 'a', on: 'x' }] }, '.items[name="a"].on: expected boolean, got &{x}'],
    [{ items: [null] }, '.items: element 0: associative list with keys may not have a null element'],
    [{ atomic: [{ value: 1 }, { other: 1 }] }, '.atomic[1].other: field not declared in schema'],
    [{ set: ['a', 'a'] }, '.set: duplicate entries for key [="a"]'],
    [{ set: [{}] }, ".set: element 0: associative list without keys has an element that's a map type"],
    [{ set: ['a', 'a'], map: 1 }, 'errors:\n  .set: duplicate entries for key [="a"]\n  .map: expected map, got &{1}'],
  ])('of %j says what is wrong', (value, message) => {
    expect(new TypeMismatchError(validate(value, type)).message).toBe(message);
  });

  it('allows duplicates where told, and null for anything', () => {
    expect(
      validate({ set: ['a', 'a'], items: [{ name: 'a' }, { name: 'a' }] }, type, { allowDuplicates: true }),
    ).toEqual([]);
    expect(validate({ set: null, items: [{ name: null, value: null }], atomic: null, map: null }, type)).toEqual([]);
  });
});

describe('paths', () => {
  it('print as Go prints them', () => {
    const key = keyElement([
      { name: 'b', value: 1.5 },
      { name: 'a', value: 'x"\u0001\u007fé\u200b\n' },
    ]);
    expect(formatPath(pathOf('spec', key, valueElement(true), valueElement(1234567.5), valueElement(null)))).toBe(
      '.spec[a="x\\"\\x01\\x7fé\\u200b\\n",b=1.5][=true][=1.2345675e+06][=null]',
    );
  });
});

describe('values', () => {
  it('are in order: numbers, strings, booleans, lists, objects, null', () => {
    const values: Json[] = [
      -1,
      1.5,
      2,
      9007199254740993n,
      'a',
      'b',
      false,
      true,
      [],
      [1],
      [2],
      { b: 1 },
      { a: 1 },
      { a: 2 },
      null,
    ];
    expect([...values].reverse().sort(compareValues)).toEqual([
      -1,
      1.5,
      2,
      9007199254740993n,
      'a',
      'b',
      false,
      true,
      [],
      [1],
      [2],
      { a: 1 },
      { a: 2 },
      { b: 1 },
      null,
    ]);
  });

  it('are the same whatever the order of members, and however deep', () => {
    expect(sameValue({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(sameValue({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(sameValue([1, 2], [2, 1])).toBe(false);
    const deep = (end: Json) => Array.from({ length: 9000 }).reduce<Json>((inner) => [inner], end);
    expect(sameValue(deep(1), deep(1))).toBe(true);
    expect(sameValue(deep(1), deep(2))).toBe(false);
  });

  it('are never changed by a merge or a removal', () => {
    const live = { set: ['a'], items: [{ name: 'x', value: 1 }] };
    const applied = { set: ['b'], items: [{ name: 'x', value: 2 }] };
    const before = structuredClone([live, applied]);
    mergeValues(live, applied, type);
    removeItems(live, ownedBy(live, type), type);
    expect([live, applied]).toEqual(before);
  });

  it('nested too deeply are refused, not followed until the stack ends', () => {
    const deep = (end: Json) => Array.from({ length: 9000 }).reduce<Json>((inner) => ({ a: inner }), end);
    expect(validate(deep(1), deducedType)).toMatchObject([{ message: 'the value is nested too deeply' }]);
    expect(() => compare(deep(1), deep(2), deducedType)).toThrow(TypeMismatchError);
    expect(() => compare({}, deep(2), deducedType)).toThrow(TypeMismatchError);
    expect(() => mergeValues(deep(1), deep(2), deducedType)).toThrow(TypeMismatchError);
    expect(() => ownedBy(deep(1), deducedType)).toThrow(TypeMismatchError);
    const fine = Array.from({ length: MAX_NESTING - 1 }).reduce<Json>((inner) => ({ a: inner }), 1);
    expect(validate(fine, deducedType)).toEqual([]);
    expect(ownedBy(fine, deducedType).size).toBe(MAX_NESTING - 1);
  });
});

describe('comparison', () => {
  it('tells what was added, modified and removed', () => {
    const before = { set: ['a', 'b'], items: [{ name: 'x', value: 1 }], map: { k: 'v', gone: 'v' } };
    const after = { set: ['b', 'c'], items: [{ name: 'x', value: 2 }], map: { k: 'v' }, atomic: [] };
    const { added, modified, removed } = compare(before, after, type);
    expect([`${added}`, `${modified}`, `${removed}`]).toEqual([
      '.atomic\n.set[="c"]',
      '.items[name="x"].value',
      '.map.gone\n.set[="a"]',
    ]);
    expect(isSame(compare(after, structuredClone(after), type))).toBe(true);
  });

  it('does not mind the order of items, but that of atomic lists', () => {
    expect(isSame(compare({ set: ['a', 'b'] }, { set: ['b', 'a'] }, type))).toBe(true);
    expect(`${compare({ atomic: [{ value: 1 }, {}] }, { atomic: [{}, { value: 1 }] }, type).modified}`).toBe('.atomic');
  });
});

describe('extraction', () => {
  it('takes what is owned, with the keys of items, so that it can be applied', () => {
    const value = {
      items: [
        { name: 'x', value: 1, on: true },
        { name: 'y', value: 1 },
      ],
      map: { k: 'v', l: 'w' },
    };
    const owned = ownedBy({ items: [{ name: 'x', on: true }], map: { l: 'w' } }, type).difference(
      ownedBy({ items: [{ name: 'x' }] }, type),
    );
    expect(extractKeyedItems(value, owned, type)).toEqual({ items: [{ name: 'x', on: true }], map: { l: 'w' } });
  });
});
