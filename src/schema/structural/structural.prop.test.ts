import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloneJson, type Json, type JsonObject, numericEqual, path } from '#meta';
import { applyDefaults, dropNulls } from './default.ts';
import { coerceObject } from './embedded-metadata.ts';
import type { JsonSchema } from './json-schema.ts';
import { publishSchema } from './openapi.ts';
import { pruneObject } from './prune.ts';
import { compileSchema } from './structural-schema.ts';
import { isStructural, validateSchemaDefinition } from './validate-definition.ts';
import { validateObject, validateUpdate } from './validate-object.ts';

const name = fc.constantFrom('a', 'b', 'c', 'metadata', 'kind', 'apiVersion', '__proto__', 'constructor');
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.constantFrom('', 'a', 'ab', '2024-01-01', '1h', '\ud800'),
);

function record<T>(value: fc.Arbitrary<T>): fc.Arbitrary<{ [key: string]: T }> {
  return fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => {
    const object: { [key: string]: T } = {};
    for (const [key, one] of entries) {
      Object.defineProperty(object, key, { value: one, enumerable: true, configurable: true, writable: true });
    }
    return object;
  });
}

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('json'), { maxLength: 3 }),
    record(tie('json')),
  ) as fc.Arbitrary<Json>,
}));
const object = record(json) as fc.Arbitrary<JsonObject>;

/** Any mixture of keywords, sensible or not. */
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const schemas = fc.array(tie('schema'), { maxLength: 2 });
  const keywords = fc.record(
    {
      type: fc.constantFrom('object', 'array', 'string', 'integer', 'number', 'boolean', 'null', ''),
      format: fc.constantFrom('date', 'duration', 'int32', 'float', 'zip'),
      nullable: fc.boolean(),
      default: json,
      enum: fc.array(json, { maxLength: 2 }),
      maximum: fc.integer({ min: -3, max: 3 }),
      exclusiveMaximum: fc.boolean(),
      minimum: fc.double({ min: -3, max: 3, noNaN: true }),
      multipleOf: fc.constantFrom(0, 1, 2.5, -1),
      maxLength: fc.nat(2),
      minLength: fc.nat(2),
      pattern: fc.constantFrom('a', '^(a+)+$', '(', ''),
      maxItems: fc.nat(2),
      minProperties: fc.nat(2),
      required: fc.array(name, { maxLength: 2 }),
      items: tie('schema'),
      properties: record(tie('schema')),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      allOf: schemas,
      anyOf: schemas,
      oneOf: schemas,
      not: tie('schema'),
      'x-kubernetes-preserve-unknown-fields': fc.boolean(),
      'x-kubernetes-embedded-resource': fc.boolean(),
      'x-kubernetes-int-or-string': fc.boolean(),
      'x-kubernetes-list-type': fc.constantFrom('atomic', 'set', 'map', 'bag'),
      'x-kubernetes-list-map-keys': fc.array(name, { maxLength: 2 }),
      'x-kubernetes-validations': fc.array(
        fc.record({ rule: fc.constantFrom('', 'true'), fieldPath: fc.constantFrom('.a', "['b']", '.a[') }),
        { maxLength: 1 },
      ),
    },
    { requiredKeys: [] },
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      { weight: 1, arbitrary: fc.constant({}) },
      { weight: 4, arbitrary: keywords },
    ) as fc.Arbitrary<JsonSchema>,
  };
});

const runs = { numRuns: 200 };

describe('whatever the schema and the object', () => {
  it('pruning twice is pruning once', () => {
    fc.assert(
      fc.property(schema, object, (source, value) => {
        const compiled = compileSchema(source);
        pruneObject(compiled, value);
        const once = cloneJson(value);
        expect(pruneObject(compiled, value)).toEqual([]);
        expect(numericEqual(value, once)).toBe(true);
      }),
      runs,
    );
  });

  it('defaulting twice is defaulting once, and leaves no nulls to drop', () => {
    fc.assert(
      fc.property(schema, object, (source, value) => {
        const compiled = compileSchema(source);
        applyDefaults(compiled, value);
        const once = cloneJson(value);
        applyDefaults(compiled, value);
        dropNulls(compiled, value);
        expect(numericEqual(value, once)).toBe(true);
      }),
      runs,
    );
  });

  it('it is judged, published and compared without failing', () => {
    fc.assert(
      fc.property(schema, object, object, (source, value, live) => {
        const compiled = compileSchema(source);
        applyDefaults(compiled, value);
        coerceObject(compiled, value, { dropInvalid: true });
        const found = validateObject(compiled, value);
        expect(validateUpdate(compiled, value, live).length).toBeLessThanOrEqual(found.length);
        for (const openapi of [2, 3] as const) {
          publishSchema(compileSchema(source), { gvk: { group: 'g', version: 'v1', kind: 'K' }, openapi });
        }
      }),
      runs,
    );
  });

  it('a schema without faults is structural', () => {
    fc.assert(
      fc.property(schema, (source) => {
        if (validateSchemaDefinition(source, path('schema')).length === 0) expect(isStructural(source)).toBe(true);
      }),
      runs,
    );
  });
});
