import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloneJson, type Json } from './json.ts';
import { numericEqual, sameJson, semanticEqual, storedEqual, strictlyEqual } from './json-equality.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe('a copy', () => {
  it('is equal and shares nothing', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = cloneJson(value);
        expect(copy).toEqual(value);
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });
  it('takes __proto__ for a key like any other', () => {
    const copy = cloneJson(JSON.parse('{"__proto__":{"polluted":1},"constructor":2}') as Json);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});

describe('equal in meaning', () => {
  it.each<[Json | undefined, Json | undefined]>([
    [undefined, null],
    [undefined, {}],
    [undefined, []],
    [null, []],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: {} }, {}],
    [{ a: [{ b: null }] }, { a: [{}] }],
  ])('are %j and %j', (a, b) => {
    expect(semanticEqual(a, b)).toBe(true);
    expect(semanticEqual(b, a)).toBe(true);
  });
  it.each<[Json | undefined, Json | undefined]>([
    [1, 2],
    [0, undefined],
    ['', undefined],
    [false, undefined],
    [1, '1'],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], { 0: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [JSON.parse('{"__proto__":1}'), {}],
    [JSON.parse('{"toString":1}'), {}],
  ])('are not %j and %j', (a, b) => {
    expect(semanticEqual(a, b)).toBe(false);
    expect(semanticEqual(b, a)).toBe(false);
  });
  it('is everything and its copy', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(semanticEqual(value, cloneJson(value))).toBe(true);
      }),
    );
  });
});

describe('equal as values of a type', () => {
  it.each<[Json | undefined, Json | undefined, boolean]>([
    [{ tolerations: [] }, {}, true],
    [{ rules: null }, { rules: [] }, true],
    [{ hard: null }, { hard: {} }, true],
    [{ affinity: {} }, {}, false],
    [{ containers: [{ securityContext: {} }] }, { containers: [{}] }, false],
    [{ replicas: 0 }, {}, false],
  ])('are %j and %j: %j', (a, b, same) => {
    expect(sameJson(a, b)).toBe(same);
    expect(sameJson(b, a)).toBe(same);
  });
});

describe('the other equalities', () => {
  it.each<[string, Json | undefined, Json | undefined, { stored: boolean; strict: boolean; numeric: boolean }]>([
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, { stored: true, strict: true, numeric: true }],
    ['zero and nothing', { a: 0 }, {}, { stored: true, strict: false, numeric: false }],
    ['an empty list and nothing', { a: [] }, {}, { stored: true, strict: false, numeric: false }],
    ['an integer kept either way', { a: 1 }, { a: 1n }, { stored: false, strict: false, numeric: true }],
    ['another integer', { a: 1 }, { a: 2n }, { stored: false, strict: false, numeric: false }],
    ['a list and an object', [1], { 0: 1 }, { stored: false, strict: false, numeric: false }],
  ])('differ about %s', (_, a, b, { stored, strict, numeric }) => {
    expect([storedEqual(a, b), strictlyEqual(a, b), numericEqual(a, b)]).toEqual([stored, strict, numeric]);
    expect([storedEqual(b, a), strictlyEqual(b, a), numericEqual(b, a)]).toEqual([stored, strict, numeric]);
  });
});
