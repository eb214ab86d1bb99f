import { describe, expect, it } from 'vitest';
import { formatFieldError, type JsonObject, type ValidationRule } from '#meta';
import type { JsonSchema } from '../json-schema.ts';
import { compileSchema } from '../structural-schema.ts';
import { validateObject, validateObjectRules } from '../validate-object.ts';
import { RuleNode } from './rule-node.ts';
import { validateRules } from './validate-rules.ts';

const withRules = (schema: JsonSchema, ...rules: ValidationRule[]): JsonSchema => ({
  ...schema,
  'x-kubernetes-validations': rules,
});
const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'integer' };
const spec = (properties: { [name: string]: JsonSchema }, ...rules: ValidationRule[]): JsonSchema => ({
  type: 'object',
  properties: { spec: withRules({ type: 'object', properties }, ...rules) },
});

interface Verdict {
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

function judge(schema: JsonSchema, object: JsonObject, live?: JsonObject): Verdict {
  const warnings: string[] = [];
  const compiled = compileSchema(schema);
  const found = validateObject(compiled, object);
  const options = { found, warn: (warning: string) => warnings.push(warning) };
  const faults = validateObjectRules(compiled, object, live === undefined ? options : { ...options, live });
  return { faults: faults.map(formatFieldError), warnings };
}

interface Case {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly object: JsonObject;
  readonly live?: JsonObject;
  readonly faults: readonly string[];
  readonly warnings?: readonly string[];
}

const replicas = spec({ min: number, max: number }, { rule: 'self.min <= self.max' });
const items = (listType: string, rule: string): JsonSchema =>
  spec({
    list: {
      type: 'array',
      'x-kubernetes-list-type': listType,
      ...(listType === 'map' ? { 'x-kubernetes-list-map-keys': ['name'] } : {}),
      items: withRules({ type: 'object', properties: { name: text, size: number } }, { rule }),
    },
  });

const table: readonly Case[] = [
  { name: 'passes', schema: replicas, object: { spec: { min: 1, max: 2 } }, faults: [] },
  {
    name: 'fails with its own text',
    schema: replicas,
    object: { spec: { min: 3, max: 2 } },
    faults: ['spec: Invalid value: failed rule: self.min <= self.max'],
  },
  {
    name: 'fails with its message',
    schema: spec({ a: number }, { rule: 'self.a > 1', message: ' a must exceed 1 ' }),
    object: { spec: { a: 1 } },
    faults: ['spec: Invalid value: a must exceed 1'],
  },
  {
    name: 'fails with what an expression says',
    schema: spec({ a: number }, { rule: 'self.a > 1', messageExpression: '"%d is too small".format([self.a])' }),
    object: { spec: { a: 1 } },
    faults: ['spec: Invalid value: 1 is too small'],
  },
  {
    name: 'falls back to its message where the expression fails',
    schema: spec(
      { a: number, b: number },
      { rule: 'self.a > 1', message: 'no', messageExpression: 'string(1 / self.b)' },
    ),
    object: { spec: { a: 1, b: 0 } },
    faults: ['spec: Invalid value: no'],
  },
  {
    name: 'tells a reason and a field',
    schema: spec({ a: number }, { rule: 'false', message: 'never', reason: 'FieldValueForbidden', fieldPath: '.a' }),
    object: { spec: { a: 1 } },
    faults: ['spec.a: Forbidden: never'],
  },
  {
    name: 'shows the value of what is no object',
    schema: spec({ a: withRules(text, { rule: "self.startsWith('x')" }) }),
    object: { spec: { a: 'y' } },
    faults: [`spec.a: Invalid value: "y": failed rule: self.startsWith('x')`],
  },
  {
    name: 'that cannot be evaluated is no pass',
    schema: spec({ a: number, b: number }, { rule: 'self.a / self.b == 1' }),
    object: { spec: { a: 1, b: 0 } },
    faults: ['spec: Invalid value: "object": division by zero evaluating rule: self.a / self.b == 1'],
  },
  {
    name: 'that looks at a field that is not there fails',
    schema: spec({ a: number }, { rule: 'self.a > 1' }),
    object: { spec: {} },
    faults: ['spec: Invalid value: "object": no such key: a evaluating rule: self.a > 1'],
  },
  {
    name: 'about types that do not fit says so',
    schema: spec({ a: { 'x-kubernetes-int-or-string': true } }, { rule: 'self.a > 1' }),
    object: { spec: { a: 'b' } },
    faults: [
      `spec: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.a > 1`,
    ],
  },
  {
    name: 'says nothing about null',
    schema: spec({ a: { ...withRules(text, { rule: 'false' }), nullable: true } }),
    object: { spec: { a: null } },
    faults: [],
  },
  {
    name: 'sees escaped names',
    schema: spec({ 'a-b': number, namespace: text }, { rule: "self.a__dash__b > 1 && self.namespace == 'n'" }),
    object: { spec: { 'a-b': 2, namespace: 'n' } },
    faults: [],
  },
  {
    name: 'sees the name of the object at its root',
    schema: withRules({ type: 'object' }, { rule: "self.metadata.name == 'a' && self.kind == 'K'" }),
    object: { apiVersion: 'v1', kind: 'K', metadata: { name: 'b' } },
    faults: ["<nil>: Invalid value: failed rule: self.metadata.name == 'a' && self.kind == 'K'"],
  },
  {
    name: 'holds for values of a map',
    schema: spec({ m: { type: 'object', additionalProperties: withRules(number, { rule: 'self > 1' }) } }),
    object: { spec: { m: { b: 1, a: 0, c: 2 } } },
    faults: [
      'spec.m[a]: Invalid value: 0: failed rule: self > 1',
      'spec.m[b]: Invalid value: 1: failed rule: self > 1',
    ],
  },
  {
    name: 'compares sets without their order',
    schema: spec(
      { a: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' } },
      { rule: "self.a == ['y', 'x']" },
    ),
    object: { spec: { a: ['x', 'y'] } },
    faults: [],
  },
  {
    name: 'about a transition is left out for new objects',
    schema: spec({ a: number }, { rule: 'self.a >= oldSelf.a' }),
    object: { spec: { a: 1 } },
    faults: [],
  },
  {
    name: 'about a transition holds for updates, changed or not',
    schema: spec({ a: number }, { rule: 'self.a > oldSelf.a' }),
    object: { spec: { a: 1 } },
    live: { spec: { a: 1 } },
    faults: ['spec: Invalid value: failed rule: self.a > oldSelf.a'],
  },
  {
    name: 'finds the former items of map lists',
    schema: items('map', 'self.size >= oldSelf.size'),
    object: {
      spec: {
        list: [
          { name: 'b', size: 1 },
          { name: 'a', size: 1 },
        ],
      },
    },
    live: { spec: { list: [{ name: 'a', size: 2 }] } },
    faults: ['spec.list[1]: Invalid value: failed rule: self.size >= oldSelf.size'],
  },
  {
    name: 'with an optional old self is evaluated for new objects',
    schema: spec({ a: number }, { rule: 'oldSelf.hasValue() || self.a == 0', optionalOldSelf: true }),
    object: { spec: { a: 1 } },
    faults: ['spec: Invalid value: failed rule: oldSelf.hasValue() || self.a == 0'],
  },
  {
    name: 'with an optional old self sees the former value',
    schema: spec({ a: number }, { rule: 'self.a > oldSelf.a.orValue(0)', optionalOldSelf: true }),
    object: { spec: { a: 1 } },
    live: { spec: { a: 2 } },
    faults: ['spec: Invalid value: failed rule: self.a > oldSelf.a.orValue(0)'],
  },
  {
    name: 'sees an optional old self as plain JSON',
    schema: spec({ 'a-b': number }, { rule: 'oldSelf.value().a__dash__b == 1', optionalOldSelf: true }),
    object: { spec: { 'a-b': 1 } },
    live: { spec: { 'a-b': 1 } },
    faults: ['spec: Invalid value: "object": no such key: a__dash__b evaluating rule: oldSelf.value().a__dash__b == 1'],
  },
  {
    name: 'forgives what has not changed, with a warning',
    schema: replicas,
    object: { spec: { min: 3, max: 2 } },
    live: { spec: { max: 2, min: 3 } },
    faults: [],
    warnings: ['spec: Invalid value: failed rule: self.min <= self.max'],
  },
  {
    name: 'forgives items of a list that has not changed',
    schema: items('atomic', 'self.size > 1'),
    object: { spec: { list: [{ name: 'a', size: 1 }] } },
    live: { spec: { list: [{ name: 'a', size: 1 }] } },
    faults: [],
    warnings: ['spec.list[0]: Invalid value: failed rule: self.size > 1'],
  },
  {
    name: 'is not evaluated after faults that would make it meaningless',
    schema: spec({ a: number }, { rule: 'self.a > 1' }),
    object: { spec: { a: 'x' } },
    faults: [
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ],
  },
  {
    name: 'ends where one evaluation costs too much',
    schema: spec(
      { a: { type: 'array', items: number } },
      { rule: 'self.a.all(x, self.a.all(y, x == y || x != y))' },
      { rule: 'false' },
    ),
    object: { spec: { a: Array.from({ length: 1000 }, (_, i) => i) } },
    faults: [
      `spec: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.a.all(x, self.a.all(y, x == y || x != y))`,
    ],
  },
];

describe('a rule', () => {
  it.each(table)('$name', ({ schema, object, live, faults, warnings = [] }) => {
    expect(judge(schema, object, live)).toEqual({ faults, warnings });
  });

  it('is not there in a schema without any', () => {
    expect(compileSchema(spec({ a: number })).rules).toBeUndefined();
  });

  it('is not evaluated when the others have used up the budget', () => {
    const schema = spec({ a: number }, { rule: 'self.a > 0' }, { rule: 'self.a > 0' });
    const node = RuleNode.of(compileSchema(schema), { isResource: true }) as RuleNode;
    const { faults, remaining } = validateRules(node, { spec: { a: 1 } }, { budget: 4 });
    expect(faults.map(formatFieldError)).toEqual([
      'spec: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
    expect(remaining).toBe(-1);
  });
});
