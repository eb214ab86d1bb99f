import type { Json, JsonObject } from '#meta';
import type { FieldDescription, FieldRules, StructType } from '#schema';

/** How OpenAPI tells what is declared of a kind of one's own. Bounds that are excluded are told as OpenAPI 3.0 does. */

type Keyword = (rules: FieldRules) => JsonObject;

const same =
  (...names: readonly (keyof FieldRules)[]): Keyword =>
  (rules) =>
    Object.fromEntries(names.filter((name) => rules[name] !== undefined).map((name) => [name, rules[name] as Json]));

const ofValues: readonly Keyword[] = [
  same('minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format'),
  ({ exclusiveMinimum: bound }) => (bound === undefined ? {} : { minimum: bound, exclusiveMinimum: true }),
  ({ exclusiveMaximum: bound }) => (bound === undefined ? {} : { maximum: bound, exclusiveMaximum: true }),
  ({ values }) => (values === undefined ? {} : { enum: [...values] }),
];

const ofFields: readonly Keyword[] = [
  same('minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'nullable'),
  (rules) => validations(rulesOf(rules)),
];

/** Of the value of a field, or of the items of its list or map. */
export function itemKeywords({ rules }: FieldDescription): JsonObject {
  return rules === undefined ? {} : Object.assign({}, ...ofValues.map((keyword) => keyword(rules)));
}

/** Of the field itself. */
export function listKeywords({ rules }: FieldDescription): JsonObject {
  return rules === undefined ? {} : Object.assign({}, ...ofFields.map((keyword) => keyword(rules)));
}

/** Of the fields of a struct together. */
export function structKeywords({ rules }: StructType): JsonObject {
  if (rules === undefined) return {};
  return validations([
    ...rules.oneOf.map((names) => countRule(names, { atMost: false })),
    ...rules.atMostOneOf.map((names) => countRule(names, { atMost: true })),
    ...rules.cel.map((rule) => ({ ...rule })),
  ]);
}

function rulesOf({ cel = [], immutable }: FieldRules): readonly JsonObject[] {
  const fixed = immutable === undefined ? [] : [{ rule: 'self == oldSelf', message: 'field is immutable' }];
  return [...fixed, ...cel.map((rule) => ({ ...rule }))];
}

function countRule(names: readonly string[], { atMost }: { readonly atMost: boolean }): JsonObject {
  const count = `[${names.map((name) => `has(self.${name})`).join(', ')}].filter(x, x).size()`;
  const all = names.map((name) => `\`${name}\``).join(', ');
  return {
    rule: `${count} ${atMost ? '<=' : '=='} 1`,
    message: `must specify ${atMost ? 'at most' : 'exactly'} one of: ${all}`,
  };
}

function validations(rules: readonly JsonObject[]): JsonObject {
  return rules.length === 0 ? {} : { 'x-kubernetes-validations': [...rules] };
}
