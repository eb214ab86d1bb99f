import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#meta';
import { applyDefaults } from './default.ts';
import type { JsonSchema } from './json-schema.ts';
import { pruneObject } from './prune.ts';
import { compileSchema, type StructuralSchema } from './structural-schema.ts';
import { validateObject } from './validate-object.ts';

/** Properties of all kinds, the sixth of which contains six more. */
function properties(count: number, depth: number): { [name: string]: JsonSchema } {
  const kinds: JsonSchema[] = [
    { type: 'string', maxLength: 64, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$' },
    { type: 'integer', minimum: 0, maximum: 100_000, format: 'int32' },
    { type: 'boolean', default: true },
    { type: 'string', enum: ['a', 'b', 'c'], default: 'a' },
    { type: 'array', items: { type: 'string', maxLength: 20 }, 'x-kubernetes-list-type': 'set' },
    depth > 0
      ? { type: 'object', properties: properties(6, depth - 1), required: ['field0'] }
      : { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
  ];
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, kinds[i % 6] as JsonSchema]));
}
const sample: Json[] = ['my-name-abc', 42, false, 'b', ['alpha', 'beta']];
function objectFor(count: number, depth: number): JsonObject {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `field${i}`,
      sample[i % 6] ?? (depth > 0 ? objectFor(6, depth - 1) : '50%'),
    ]),
  );
}
const schemaOf = (count: number, depth: number): JsonSchema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: properties(count, depth) } },
});

function take(schema: StructuralSchema, object: JsonObject): void {
  applyDefaults(schema, object);
  pruneObject(schema, object);
  expect(validateObject(schema, object)).toEqual([]);
}
/** Counts how often anything in it is looked at. */
function counting<T extends object>(value: T, count: () => void): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      count();
      const member = Reflect.get(target, key, receiver) as unknown;
      return typeof member === 'object' && member !== null ? counting(member, count) : member;
    },
  });
}

describe('the cost', () => {
  it('of a first use grows by no more than two looks at each part of the schema that is not used', () => {
    const looks = (depth: number): number => {
      let count = 0;
      take(compileSchema(counting(schemaOf(120, depth), () => count++)), { spec: objectFor(5, 0) });
      return count;
    };
    const members = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 0
        : Object.values(value).reduce((sum: number, member) => sum + 1 + members(member), 0);
    const added = members(schemaOf(120, 6)) - members(schemaOf(120, 3));
    expect(looks(6) - looks(3)).toBeLessThan(2 * added);
  });
});
