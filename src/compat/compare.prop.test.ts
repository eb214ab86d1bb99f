import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { compareDefinitions, type Finding, readDefinition } from './index.ts';
import { exampleDefinition } from './rules/index.ts';

const scalar = fc.oneof(
  fc.record(
    {
      type: fc.constant('string'),
      maxLength: fc.integer({ min: 1, max: 9 }),
      pattern: fc.constantFrom('^a', 'b$', '^[a-z]*$'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constant('string'),
    enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
  }),
  fc.record(
    { type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 5 }), maximum: fc.integer({ min: 5, max: 9 }) },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('integer'), default: fc.integer({ min: 0, max: 9 }) }),
  fc.constant({ type: 'boolean' }),
);
const field = fc.oneof(
  { weight: 3, arbitrary: scalar },
  scalar.map((items) => ({ type: 'array', items })),
  fc
    .dictionary(fc.constantFrom('x', 'y', 'z'), scalar, { maxKeys: 3 })
    .map((properties) => ({ type: 'object', properties })),
);
const fields = fc.dictionary(fc.constantFrom('one', 'two', 'three', 'four', 'five'), field, {
  maxKeys: 5,
}) as fc.Arbitrary<JsonObject>;
const found = (old: JsonObject, next: JsonObject): readonly Finding[] => {
  const read = (spec: JsonObject) => readDefinition(exampleDefinition({ spec }), { origin: 'example', line: 1 });
  return compareDefinitions(read(old), read(next));
};
const keyOf = ({ rule, path, message }: Finding): string => `${rule} ${path} ${message}`;

describe('comparing definitions', () => {
  it('finds nothing between a definition and itself', () => {
    fc.assert(
      fc.property(fields, (spec) => {
        expect(found(spec, structuredClone(spec))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
  it('finds in one step what it finds in two, as far as the second does not undo the first', () => {
    fc.assert(
      fc.property(fields, field, field, (spec, first, second) => {
        const a = { ...spec, left: { type: 'string' }, right: { type: 'string' } };
        const b = { ...a, left: first as JsonObject };
        const c = { ...b, right: second as JsonObject };
        // Whether an object can be made that shows a rollback depends on the rest of the definition.
        const whole = new Set(found(a, c).map(keyOf));
        for (const finding of [...found(a, b), ...found(b, c)]) {
          if (finding.rule !== 'rollback-unsafe') expect(whole).toContain(keyOf(finding));
        }
      }),
      { numRuns: 150 },
    );
  });
  it('finds a removal backwards where it found an addition forwards', () => {
    fc.assert(
      fc.property(fields, field, (spec, added) => {
        const grown = { ...spec, lonely: added as JsonObject };
        expect(found(spec, grown).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(found(grown, spec).map(({ rule, path }) => `${rule} ${path}`)).toContain('field-removed spec.lonely');
      }),
      { numRuns: 100 },
    );
  });
});
