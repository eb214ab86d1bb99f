import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#meta';
import { applyDefaults } from './default.ts';
import { coerceObject } from './embedded-metadata.ts';
import type { JsonSchema } from './json-schema.ts';
import { pruneObject, pruneValue } from './prune.ts';
import { compileSchema } from './structural-schema.ts';

function pruned(schema: JsonSchema, value: JsonObject): { value: JsonObject; removed: string[] } {
  const removed = pruneObject(compileSchema(schema), value);
  return { value, removed };
}

describe('pruning', () => {
  it.each<[string, JsonSchema, JsonObject, JsonObject, string[]]>([
    [
      'a list that preserves unknown fields passes that on to its items',
      {
        properties: {
          l: {
            type: 'array',
            'x-kubernetes-preserve-unknown-fields': true,
            items: { type: 'object', properties: { a: { type: 'object' } } },
          },
        },
      },
      { l: [{ a: { x: 1 }, b: 2 }] },
      { l: [{ a: {}, b: 2 }] },
      ['l[0].a.x'],
    ],
    [
      'lists without a schema lose what their objects have',
      { properties: { a: { additionalProperties: true } } },
      { a: { k: [[{ x: 1 }, 2]] } },
      { a: { k: [[{}, 2]] } },
      ['a.k[0][0].x'],
    ],
    [
      'additional properties that are refused are kept for validation',
      { properties: { a: { additionalProperties: false } } },
      { a: { k: 1 } },
      { a: { k: 1 } },
      [],
    ],
    ['a scalar in the place of an object stays', { properties: { a: { type: 'object' } } }, { a: 'x' }, { a: 'x' }, []],
    [
      'version, kind and metadata of the object stay',
      {},
      { apiVersion: 'v1', kind: 'A', metadata: { x: 1 } },
      { apiVersion: 'v1', kind: 'A', metadata: { x: 1 } },
      [],
    ],
    [
      'elsewhere they are fields like others',
      { properties: { a: {} } },
      { a: { kind: 'B', metadata: {} } },
      { a: {} },
      ['a.kind', 'a.metadata'],
    ],
  ])('%s', (_, schema, value, expected, removed) => {
    expect(pruned(schema, value)).toEqual({ value: expected, removed });
  });

  it('reports at most a hundred fields, and not without end', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, 1]));
    expect(pruned({}, { ...many })).toMatchObject({ value: {}, removed: { length: 100 } });
    const long = { ['x'.repeat(50_000)]: { ...many } };
    const { removed } = pruned({ additionalProperties: {} }, long);
    expect(removed.join('').length).toBeLessThan(200_000);
    expect(Object.values(long)).toEqual([{}]);
  });

  it('removes keys with names of the language, and only from the object itself', () => {
    const object = JSON.parse('{"__proto__":{"a":1},"constructor":1,"spec":{"toString":1}}') as JsonObject;
    expect(pruned({ properties: { spec: { type: 'object' } } }, object)).toEqual({
      value: { spec: {} },
      removed: ['__proto__', 'constructor', 'spec.toString'],
    });
  });

  it('survives any depth', () => {
    let deep: Json = { x: 1 };
    for (let i = 0; i < 9000; i++) deep = [deep];
    expect(pruneValue(compileSchema({ additionalProperties: true }), { a: deep })).toHaveLength(1);
  });
});

describe('defaults', () => {
  const defaulted = (schema: JsonSchema, value: JsonObject): JsonObject => {
    applyDefaults(compileSchema(schema), value);
    return value;
  };
  it.each<[string, JsonSchema, JsonObject, JsonObject]>([
    [
      'replace a null in a map',
      { properties: { m: { additionalProperties: { type: 'string', default: 'd' } } } },
      { m: { a: null } },
      { m: { a: 'd' } },
    ],
    [
      'replace a null in a list',
      { properties: { l: { items: { type: 'string', default: 'd' } } } },
      { l: [null] },
      { l: ['d'] },
    ],
    [
      'leave a null in a list that has none',
      { properties: { l: { items: { type: 'string' } } } },
      { l: [null] },
      { l: [null] },
    ],
    [
      'leave a null that is allowed',
      { properties: { a: { type: 'string', nullable: true, default: 'd' } } },
      { a: null },
      { a: null },
    ],
    [
      'apply inside of defaults',
      {
        properties: {
          a: { default: {}, properties: { b: { default: [{}], items: { properties: { c: { default: 1 } } } } } },
        },
      },
      {},
      { a: { b: [{ c: 1 }] } },
    ],
    ['of null are none', { properties: { a: { type: 'string', default: null } } }, {}, {}],
    [
      'may be false, zero or empty',
      { properties: { a: { default: false }, b: { default: 0 }, c: { default: '' } } },
      {},
      { a: false, b: 0, c: '' },
    ],
    [
      'are not looked for on a wrong type',
      { properties: { a: { properties: { b: { default: 1 } } } } },
      { a: 'x' },
      { a: 'x' },
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(defaulted(schema, value)).toEqual(expected);
  });

  it('are not shared between objects', () => {
    const schema = compileSchema({ properties: { a: { default: { list: [1] } } } });
    const [one, other]: [JsonObject, JsonObject] = [{}, {}];
    applyDefaults(schema, one);
    applyDefaults(schema, other);
    (one.a as { list: number[] }).list.push(2);
    expect(other).toEqual({ a: { list: [1] } });
  });
});

describe('metadata of embedded resources', () => {
  const schema = compileSchema({
    type: 'object',
    properties: {
      dict: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
  });
  it('is reported with the keys of maps in brackets, after what was pruned', () => {
    const object = { metadata: { odd: 1 }, extra: 1, dict: { one: { metadata: { name: 'n', odd: 1 } } } };
    expect(coerceObject(schema, object)).toEqual({
      unknownFields: ['metadata.odd', 'extra', 'dict[one].metadata.odd'],
    });
    expect(object).toEqual({ metadata: {}, dict: { one: { metadata: { name: 'n' } } } });
  });
  it('is all that is read of an object of another kind', () => {
    const object = { metadata: { odd: 1 }, extra: null, dict: { one: { metadata: { odd: 1 } } } };
    expect(coerceObject(schema, object, { onlyMetadata: true })).toEqual({ unknownFields: ['metadata.odd'] });
    expect(object).toEqual({ metadata: {}, extra: null, dict: { one: { metadata: { odd: 1 } } } });
  });
  it('is told in the order of its keys', () => {
    const object = { metadata: { z: 1, ownerReferences: [{ y: 1, b: 1 }], a: 1 } };
    expect(coerceObject(schema, object, { onlyMetadata: true }).unknownFields).toEqual([
      'metadata.a',
      'metadata.ownerReferences[0].b',
      'metadata.ownerReferences[0].y',
      'metadata.z',
    ]);
  });
  it.each([
    [{ name: 1, labels: 2 }, 'number into Go struct field ObjectMeta.labels of type map[string]string'],
    [{ labels: 'x', deletionTimestamp: 5 }, 'number into Go struct field ObjectMeta.deletionTimestamp of type string'],
    [
      { annotations: { a: 1 }, creationTimestamp: {} },
      'object into Go struct field ObjectMeta.creationTimestamp of type string',
    ],
  ])('tells the first key with a wrong value, but times before all others: %j', (metadata, what) => {
    const { error } = coerceObject(schema, { metadata } as unknown as JsonObject);
    expect(error).toBe(`json: cannot unmarshal ${what}`);
  });
  it('loses what cannot be read when that is asked for, and refuses it otherwise', () => {
    const make = (): JsonObject => ({
      metadata: { name: 'x', labels: { a: 1 }, generation: 'two' },
      dict: { one: { kind: 5, apiVersion: 'v1', metadata: { name: 'y', finalizers: 'z' } } },
    });
    const kept = make();
    expect(coerceObject(schema, kept, { dropInvalid: true })).toEqual({ unknownFields: [] });
    expect(kept).toEqual({ metadata: { name: 'x' }, dict: { one: { apiVersion: 'v1', metadata: { name: 'y' } } } });
    expect(coerceObject(schema, make()).error).toBe(
      'json: cannot unmarshal string into Go struct field ObjectMeta.generation of type int64',
    );
    const embedded = { ...make(), metadata: {} };
    expect(coerceObject(schema, embedded).error).toBe('dict[one].kind: Invalid value: 5: must be a string');
  });
});
