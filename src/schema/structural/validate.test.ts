import { describe, expect, it } from 'vitest';
import { formatFieldError, type Json, path } from '#meta';
import type { JsonSchema } from './json-schema.ts';
import { compileSchema } from './structural-schema.ts';
import { validateValue, validateValueUpdate } from './validate.ts';
import { validateObject, validateUpdate } from './validate-object.ts';

const faults = (schema: JsonSchema, value: Json): string[] =>
  validateValue(compileSchema(schema), value).map(formatFieldError);
const under = (name: string, schema: JsonSchema): JsonSchema => ({ type: 'object', properties: { [name]: schema } });

describe('numbers', () => {
  it.each<[string, JsonSchema, Json, string[]]>([
    ['a big integer fits int64', { type: 'integer', format: 'int64' }, 9223372036854775807n, []],
    [
      'a bigger one does not',
      { type: 'integer' },
      9223372036854775808n,
      [
        'x: Invalid value: "number": x in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in x',
      ],
    ],
    [
      'a big integer has limits',
      { type: 'integer', maximum: 9007199254740993n },
      9007199254740994n,
      ['x: Invalid value: 9007199254740994: x in body should be less than or equal to 9007199254740993'],
    ],
    [
      'a big integer has multiples',
      { type: 'integer', multipleOf: 3 },
      9007199254740994n,
      ['x: Invalid value: 9007199254740994: x in body should be a multiple of 3'],
    ],
    [
      'a fraction as maximum is told whole',
      { type: 'number', maximum: 2.5 },
      3,
      ['x: Invalid value: 3: x in body should be less than or equal to 2'],
    ],
    [
      'a fraction as maximum is none for a whole number',
      { type: 'number', maximum: 2.5, exclusiveMaximum: true },
      2,
      ['x: Invalid value: 2: x in body should be less than 2'],
    ],
    ['a fraction as minimum is none for a whole number', { type: 'number', minimum: 0.5 }, 0, []],
    ['a fraction as multiple is none for a whole number', { type: 'number', multipleOf: 2.5 }, 4, []],
    [
      'nothing is left of a small fraction as multiple of a whole number',
      { type: 'number', multipleOf: 0.1 },
      5,
      ['x: Invalid value: 0: factor MultipleOf declared for x must be positive: 0'],
    ],
    [
      'a fraction has fractions as limits',
      { type: 'number', multipleOf: 2.5, maximum: 3.25 },
      3.5,
      [
        'x: Invalid value: 3.5: x in body should be a multiple of 2.5',
        'x: Invalid value: 3.5: x in body should be less than or equal to 3.25',
      ],
    ],
    [
      'a multiple of nothing is nothing',
      { type: 'number', multipleOf: -2 },
      4,
      ['x: Invalid value: -2: factor MultipleOf declared for x must be positive: -2'],
    ],
    ['rounding does not break multiples', { type: 'number', multipleOf: 0.1 }, 0.3, []],
    [
      'a fraction that comes out too small is no multiple, as with Go',
      { type: 'number', multipleOf: 0.01 },
      19.99,
      ['x: Invalid value: 19.99: x in body should be a multiple of 0.01'],
    ],
    [
      'next to nothing is no multiple of much',
      { type: 'number', multipleOf: 1e10 },
      0.1,
      ['x: Invalid value: 0.1: x in body should be a multiple of 1e+10'],
    ],
    [
      'an integer cannot have limits that are none',
      { type: 'integer', multipleOf: 1.5, minimum: 0.5, maximum: 2.5 },
      3,
      [
        '<nil>: Invalid value: "": MultipleOf value must be of type integer (default format) in x',
        '<nil>: Invalid value: "": Minimum boundary value must be of type integer (default format) in x',
        '<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in x',
        'x: Invalid value: 3: x in body should be less than or equal to 2.5',
      ],
    ],
    [
      'a limit has the format of the value',
      { type: 'integer', format: 'int32', maximum: 2147483648 },
      1,
      ['<nil>: Invalid value: "": Maximum boundary value must be of type integer with format int32 in x'],
    ],
    [
      'what is nearly whole is an integer to the type, though not to its range',
      { type: 'integer' },
      123456789.123,
      ['<nil>: Invalid value: "": Checked value must be of type integer (default format) in x'],
    ],
    ['an integer is a number', { type: 'number' }, 1, []],
    ['a float fits into 32 bits', { type: 'number', format: 'float' }, 3.4028234e38, []],
    [
      'limits hold inside of int-or-string',
      { 'x-kubernetes-int-or-string': true, maximum: 1 },
      2,
      ['x: Invalid value: 2: x in body should be less than or equal to 1'],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(faults(under('x', schema), { x: value })).toEqual(expected);
  });
});

describe('values', () => {
  it.each<[string, JsonSchema, Json, string[]]>([
    ['characters are counted, not bytes', { type: 'string', maxLength: 2 }, '😀😀', []],
    ['an unknown format is ignored', { type: 'string', format: 'zip' }, 'x', []],
    ['a format stands in for the type of a list', { type: 'string', format: 'uuid' }, [1], []],
    [
      'a format of numbers does not',
      { type: 'integer', format: 'int32' },
      [1],
      ['x: Invalid value: "array": x in body must be of type integer: "array"'],
    ],
    [
      'null is of no type',
      { type: 'string' },
      null,
      ['x: Invalid value: "null": x in body must be of type string: "null"'],
    ],
    ['null passes where it may', { type: 'string', nullable: true, minLength: 3 }, null, []],
    ['null passes where nothing is said', { 'x-kubernetes-preserve-unknown-fields': true }, null, []],
    ['an enumeration compares as JSON', { type: 'object', enum: [{ a: 1, b: [2] }] }, { b: [2], a: 1 }, []],
    [
      'an enumeration shows other things than texts as JSON',
      { type: 'integer', enum: [{ b: 1, a: 2 }, 'x', null] as Json[] },
      5,
      ['x: Unsupported value: 5: supported values: "{\\"a\\":2,\\"b\\":1}", "x", "null"'],
    ],
    ['uniqueItems means nothing', { type: 'array', uniqueItems: true, items: { type: 'string' } }, ['a', 'a'], []],
    [
      'refused keys are named',
      { type: 'object', additionalProperties: false },
      { k: 1 },
      ['x: Invalid value: "k": x.k in body is a forbidden property'],
    ],
    [
      'a broken pattern matches nothing',
      { type: 'string', pattern: '(' },
      'a',
      [
        'x: Invalid value: "a": x in body should match \'(, but pattern is invalid: error parsing regexp: missing closing ): `(`\'',
      ],
    ],
    [
      'an object where a text of a format should be',
      { type: 'string', format: 'date' },
      {},
      ['x: Invalid value: "": x in body must be of type date: ""'],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(faults(under('x', schema), { x: value })).toEqual(expected);
  });

  it('tells the faults of siblings in the order of their names, and what is missing last', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['z'],
      properties: {
        b: { type: 'string' },
        a: { type: 'object', properties: { q: { type: 'string' }, p: { type: 'string' } } },
      },
    };
    const told = faults(schema, { b: 1, a: { q: 1, p: 1 } }).map((text) => text.split(':')[0]);
    expect(told).toEqual(['a.p', 'a.q', 'b', 'z']);
  });

  it('tells the same fault once', () => {
    const schema = under('x', { type: 'integer', minimum: 5, allOf: [{ minimum: 5 }, { minimum: 5 }] });
    expect(faults(schema, { x: 1 })).toEqual([
      'x: Invalid value: 1: x in body should be greater than or equal to 5',
      '<nil>: Invalid value: "": "x" must validate all the schemas (allOf). None validated',
    ]);
  });

  it('names values by where they stand', () => {
    const map = compileSchema({ type: 'object', additionalProperties: { type: 'integer' } });
    expect(validateValue(map, { k: 'x' }, { at: path('here') }).map(formatFieldError)).toEqual([
      'here.k: Invalid value: "string": .k in body must be of type integer: "string"',
    ]);
    const list = compileSchema({ type: 'array', items: { type: 'integer' } });
    expect(validateValue(list, ['x'], { at: path('here') }).map(formatFieldError)).toEqual([
      'here.[0]: Invalid value: "string": [0] in body must be of type integer: "string"',
    ]);
  });

  it('does not take names of the language for fields', () => {
    const schema: JsonSchema = { type: 'object', required: ['constructor', '__proto__', 'toString'] };
    expect(faults(schema, {})).toHaveLength(3);
    expect(faults(schema, JSON.parse('{"constructor":1,"__proto__":2,"toString":3}'))).toEqual([]);
  });
});

describe('limits', () => {
  it('refuses what is nested too deeply instead of failing', () => {
    let deep: Json = 1;
    for (let i = 0; i < 9000; i++) deep = i % 2 === 0 ? [deep] : { a: deep };
    const schema = compileSchema(under('x', { 'x-kubernetes-preserve-unknown-fields': true }));
    const expected = ['<nil>: Invalid value: "": must not be nested deeper than 1000 levels'];
    expect(validateObject(schema, { x: deep }).map(formatFieldError)).toEqual(expected);
    expect(validateUpdate(schema, { x: deep }, { x: deep }).map(formatFieldError)).toEqual(expected);
  });

  it('takes time linear in the value', () => {
    const schema = compileSchema({
      type: 'object',
      properties: {
        set: {
          type: 'array',
          'x-kubernetes-list-type': 'set',
          items: { type: 'string', pattern: '^(a+)+$', maxLength: 4 },
        },
        map: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer', maximum: 1 } } },
        },
      },
    });
    const object = {
      set: Array.from({ length: 30_000 }, (_, i) => `long${i}`),
      map: Array.from({ length: 30_000 }, (_, i) => ({ k: `k${i}`, v: 2 })),
    };
    expect(validateObject(schema, object)).toHaveLength(60_000);
    expect(validateUpdate(schema, { ...object, set: ['aaaa'] }, object)).toHaveLength(0);
  });

  it('comes to an end with a pattern that others run for ever with', () => {
    const schema = compileSchema({ type: 'string', pattern: '^(a+)+$' });
    expect(validateValue(schema, `${'a'.repeat(50_000)}b`)).toHaveLength(1);
  });
});

describe('an update', () => {
  const schema = compileSchema({
    type: 'object',
    properties: {
      kind: { type: 'string', maxLength: 1 },
      spec: {
        type: 'object',
        required: ['must'],
        properties: {
          must: { type: 'string' },
          a: {
            type: 'object',
            properties: { n: { type: 'integer' }, m: { type: 'integer' } },
            anyOf: [{ properties: { n: { maximum: 1 } } }],
          },
          open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, maxProperties: 1 },
        },
      },
    },
  });
  const update = (next: Json, old: Json): (string | undefined)[] =>
    validateValueUpdate(schema, next, { old }).map((fault) => formatFieldError(fault).split(':')[0]);

  it('forgives what has not changed, also inside of alternatives', () => {
    expect(update({ spec: { a: { n: 5, m: 1 } } }, { spec: { a: { n: 5, m: 1 } } })).toEqual([]);
    expect(update({ spec: { must: '', a: { n: 5, m: 2 } } }, { spec: { must: '', a: { n: 5, m: 1 } } })).toEqual([]);
    expect(update({ spec: { must: '', a: { n: 6, m: 1 } } }, { spec: { must: '', a: { n: 5, m: 1 } } })).toEqual([
      '<nil>',
      'spec.a.n',
    ]);
  });
  it('asks for required fields when their object has changed', () => {
    expect(update({ spec: { a: { m: 2 } } }, { spec: { a: { m: 1 } } })).toEqual(['spec.must']);
  });
  it('cannot know of what the schema does not describe whether it has changed', () => {
    const old = { spec: { must: '', open: { p: 1, q: 2 } } };
    expect(update(old, old)).toEqual(['spec.open']);
  });
  it('does not forgive the kind', () => {
    expect(update({ kind: 'Long' }, { kind: 'Long' })).toEqual([]);
    expect(update({ kind: 'Long', spec: { must: 'b' } }, { kind: 'Long', spec: { must: 'a' } })).toEqual(['kind']);
  });
});
