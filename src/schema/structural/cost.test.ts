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
function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

// The limits are many times what it takes, for machines that have other things to do.
describe('the cost', () => {
  it('of defaulting, pruning and validating 2 KiB is a small part of a millisecond', () => {
    const schema = compileSchema(schemaOf(72, 2));
    const text = JSON.stringify({ spec: objectFor(54, 2) });
    expect(text.length).toBeGreaterThan(2000);
    const run = (): void => {
      for (let i = 0; i < 200; i++) take(schema, JSON.parse(text) as JsonObject);
    };
    run();
    expect(milliseconds(run) / 200).toBeLessThan(1);
  });

  it('of a first use grows with what is used and not with the schema', () => {
    const big = schemaOf(1200, 3);
    const small: JsonObject = { spec: objectFor(5, 0) };
    expect(milliseconds(() => take(compileSchema(big), small))).toBeLessThan(100);
  });
});
