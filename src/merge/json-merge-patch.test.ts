import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#meta';
import { applyJsonMergePatch, MalformedPatchError, orderAsMerged } from './index.ts';
import { jsonText, jsonValue, nested } from './testing/json-values.ts';

describe('a JSON merge patch', () => {
  it.each<[string, JsonObject, Json, Json]>([
    ['adds', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ['replaces', { a: 1 }, { a: 'x' }, { a: 'x' }],
    ['removes by null', { a: 1, b: 2 }, { a: null, c: null }, { b: 2 }],
    ['merges within', { a: { b: 1, c: { d: 1 } } }, { a: { c: { e: 2 } } }, { a: { b: 1, c: { d: 1, e: 2 } } }],
    ['changes nothing when empty', { a: { b: null } }, {}, { a: { b: null } }],
    ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['keeps nulls that are items', { a: [1] }, { a: [null, 1] }, { a: [null, 1] }],
    ['removes null members of items', { a: [1] }, { a: [{ b: null, c: 1 }] }, { a: [{ c: 1 }] }],
    ['keeps them where a list replaces an object', { a: {} }, { a: [{ b: null }] }, { a: [{ b: null }] }],
    ['replaces scalars by objects', { a: 1 }, { a: { b: { c: null } } }, { a: { b: {} } }],
    ['replaces null by objects', { a: null }, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
    ['replaces objects by scalars', { a: { b: 1 } }, { a: false }, { a: false }],
    ['does not find what JavaScript has', {}, { constructor: { name: 'x' } }, { constructor: { name: 'x' } }],
  ])('%s', (_, document, patch, result) => {
    expect(applyJsonMergePatch(document, patch)).toEqual(result);
  });

  it('takes __proto__ for a member', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true}}') as Json;
    const result = applyJsonMergePatch({ a: 1 }, patch);
    expect(JSON.stringify(result)).toBe('{"a":1,"__proto__":{"polluted":true}}');
    const again = applyJsonMergePatch(result as JsonObject, JSON.parse('{"__proto__":{"more":1}}') as Json);
    expect(JSON.stringify(again)).toBe('{"a":1,"__proto__":{"polluted":true,"more":1}}');
  });

  it('merges as deep as bodies go', () => {
    expect(() => applyJsonMergePatch(nested(10_000), nested(10_000))).not.toThrow();
    expect(() => applyJsonMergePatch(nested(10_001), nested(10_001))).toThrow('exceeded max depth');
    expect(() => applyJsonMergePatch({}, nested(10_002))).toThrow('exceeded max depth');
  });

  it.each<[string, Json, boolean, string]>([
    [
      'a list',
      [1],
      false,
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      'a text',
      'x',
      false,
      'error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}',
    ],
    ['null', null, false, 'Invalid JSON Patch'],
    ['a text, leniently', 'x', true, 'Invalid JSON Patch'],
    ['null, leniently', null, true, 'Invalid JSON Patch'],
  ])('cannot be %s', (_, patch, lenient, message) => {
    expect(() => applyJsonMergePatch({}, patch, { lenient })).toThrow(new MalformedPatchError(message));
  });

  it('is the result when it is a list and is read leniently', () => {
    expect(applyJsonMergePatch({}, [{ a: null }, null], { lenient: true })).toEqual([{}, null]);
  });
});

describe('for any JSON merge patch', () => {
  const withoutNulls = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(withoutNulls);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([, member]) => member !== null);
    return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member as Json)]));
  };
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), jsonValue).map((o) => o as JsonObject);

  /** The patch that makes one document of another. */
  const diff = (from: JsonObject, to: JsonObject): JsonObject => {
    const entries: [string, Json][] = [];
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const [a, b] = [from, to].map((side) => (Object.hasOwn(side, key) ? side[key] : undefined));
      if (b === undefined) entries.push([key, null]);
      else if (isPlain(a) && isPlain(b)) entries.push([key, diff(a, b)]);
      else if (a === undefined || jsonText(a) !== jsonText(b)) entries.push([key, b]);
    }
    return Object.fromEntries(entries);
  };
  const isPlain = (value: Json | undefined): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

  it('the difference between two documents makes the one of the other', () => {
    fc.assert(
      fc.property(object, object, (a, b) => {
        const [from, to] = [withoutNulls(a) as JsonObject, withoutNulls(b) as JsonObject];
        expect(jsonText(applyJsonMergePatch(from, diff(from, to)))).toBe(jsonText(to));
      }),
      { numRuns: 500 },
    );
  });

  it('the document and the patch stay as they were, and patching again changes nothing', () => {
    fc.assert(
      fc.property(object, object, (document, patch) => {
        const before = jsonText([document, patch]);
        const once = applyJsonMergePatch(document, patch) as JsonObject;
        expect(jsonText([document, patch])).toBe(before);
        const clean = withoutNulls(once) as JsonObject;
        expect(jsonText(withoutNulls(applyJsonMergePatch(clean, patch)))).toBe(jsonText(clean));
      }),
      { numRuns: 500 },
    );
  });
});

it('is shown in order of keys wherever the patch said something', () => {
  const patch = { b: { z: 1 }, n: { y: [{ f: 1, e: 2 }], x: 1 } };
  const result = applyJsonMergePatch({ c: { d: 1, a: 2 }, b: { y: { k: 1, j: 2 }, a: 1 } }, patch);
  expect(JSON.stringify(orderAsMerged(result, patch))).toBe(
    '{"b":{"a":1,"y":{"k":1,"j":2},"z":1},"c":{"d":1,"a":2},"n":{"x":1,"y":[{"e":2,"f":1}]}}',
  );
});
