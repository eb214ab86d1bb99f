import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldSet } from './field-set.ts';
import { readFieldsV1, writeFieldsV1 } from './fields-v1.ts';
import { excluding, including } from './filter.ts';
import { formatPath, indexElement, keyElement, type Path, pathOf, valueElement } from './path-element.ts';

const named = (name: string) => keyElement([{ name: 'name', value: name }]);
const setOf = (...paths: Path[]) => FieldSet.of(...paths);
const texts = (set: FieldSet) => Array.from(set.paths(), formatPath);

const a = setOf(pathOf('a'), pathOf('a', 'b'), pathOf('c', named('x'), 'd'), pathOf('e'));
const b = setOf(pathOf('a', 'b'), pathOf('c', named('x')), pathOf('e'), pathOf('f'));

describe('a field set', () => {
  it('has its members, and not what leads to them', () => {
    expect(a.has(pathOf('a', 'b'))).toBe(true);
    expect(a.has(pathOf('c'))).toBe(false);
    expect(a.has(pathOf('c', named('x'), 'd'))).toBe(true);
    expect(a.has([])).toBe(false);
    expect(a.size).toBe(4);
  });

  it('lists the members of a level before those below', () => {
    expect(texts(a)).toEqual(['.a', '.e', '.a.b', '.c[name="x"].d']);
  });

  it.each([
    ['union', a.union(b), ['.a', '.e', '.f', '.a.b', '.c[name="x"]', '.c[name="x"].d']],
    ['intersection', a.intersection(b), ['.e', '.a.b']],
    ['difference', a.difference(b), ['.a', '.c[name="x"].d']],
    ['recursive difference', a.recursiveDifference(b), ['.a']],
    ['leaves', a.leaves(), ['.e', '.a.b', '.c[name="x"].d']],
  ])('knows its %s', (_, set, expected) => {
    expect(texts(set)).toEqual(expected);
  });

  it('is itself where an operation changes nothing', () => {
    expect(a.union(a.leaves())).toBe(a);
    expect(a.difference(setOf(pathOf('z')))).toBe(a);
    expect(a.recursiveDifference(setOf(pathOf('a', 'z')))).toBe(a);
    expect(
      setOf(pathOf('e'))
        .intersection(a)
        .equals(setOf(pathOf('e'))),
    ).toBe(true);
  });

  it('is filtered by what to leave out, or by what to leave', () => {
    expect(texts(excluding(setOf(pathOf('a'), pathOf('c', named('y'))))(a))).toEqual(['.e', '.c[name="x"].d']);
    expect(texts(including([...pathOf('c'), '*', ...pathOf('d')], pathOf('e'))(a))).toEqual(['.e', '.c[name="x"].d']);
    expect(texts(including(pathOf('a'))(a))).toEqual(['.a', '.a.b']);
  });
});

const element = fc.oneof(
  fc.constantFrom('a', 'b', 'é', '\u{1f600}', '\uffee').map((name) => pathOf(name)[0] as Path[number]),
  fc.constantFrom('x', 1, 1.5, true, null).map((value) => keyElement([{ name: 'k', value }])),
  fc.constantFrom('x', '<', 1, 12, 1.5, 1e-7, false).map(valueElement),
  fc.nat(12).map(indexElement),
);
const fieldSets = fc
  .array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 12 })
  .map((paths) => setOf(...paths));

describe('any field sets', () => {
  const hold = (law: (x: FieldSet, y: FieldSet) => void) => fc.assert(fc.property(fieldSets, fieldSets, law));

  it('obey the laws of sets', () => {
    hold((x, y) => {
      expect(x.union(y).equals(y.union(x))).toBe(true);
      expect(x.intersection(y).equals(y.intersection(x))).toBe(true);
      expect(x.difference(y).union(x.intersection(y)).equals(x)).toBe(true);
      expect(x.difference(y).intersection(y).isEmpty).toBe(true);
      expect(x.difference(x.difference(y)).equals(x.intersection(y))).toBe(true);
      expect(x.recursiveDifference(y).difference(x.difference(y)).isEmpty).toBe(true);
    });
  });

  it('hold exactly the paths they list', () => {
    hold((x, y) => {
      const both = new Set([...texts(x), ...texts(y)]);
      expect(new Set(texts(x.union(y)))).toEqual(both);
      for (const path of x.paths()) expect(x.difference(y).has(path)).toBe(!y.has(path));
    });
  });

  it('come back the same from their JSON, in whatever order that is', () => {
    hold((x) => {
      const json = JSON.stringify(writeFieldsV1(x));
      expect(readFieldsV1(JSON.parse(json)).equals(x)).toBe(true);
      const shuffled = readFieldsV1(reversed(JSON.parse(json)));
      expect(JSON.stringify(writeFieldsV1(shuffled))).toBe(json);
    });
  });
});

type Fields = { [key: string]: Fields };

function reversed(fields: Fields): Fields {
  const entries = Object.entries(fields).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, reversed(inner)]));
}
