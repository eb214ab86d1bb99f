import type { ShapeKeywords, ValidationRule } from '#meta';
import type { FieldRules } from './rule-flags.ts';
import type { FieldDescription, StructType } from './type-description.ts';

/** What is declared of a type, in the words of OpenAPI 3.0. */

/** Expressions that stand for a declaration of another kind (`immutable`, `oneof=`), which is checked on its own. */
const derivedRules = new WeakSet<ValidationRule>();

/** Whether the type declares it as an expression, with `rule=`. */
export const isDeclaredExpression = (rule: ValidationRule): boolean => !derivedRules.has(rule);

function derived(rule: ValidationRule): ValidationRule {
  derivedRules.add(rule);
  return rule;
}

type Keyword = (rules: FieldRules) => ShapeKeywords;

const same =
  (...names: readonly (keyof FieldRules)[]): Keyword =>
  (rules) =>
    Object.fromEntries(names.filter((name) => rules[name] !== undefined).map((name) => [name, rules[name]]));

const ofValues: readonly Keyword[] = [
  same('minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'format'),
  ({ exclusiveMinimum: bound }) => (bound === undefined ? {} : { minimum: bound, exclusiveMinimum: true }),
  ({ exclusiveMaximum: bound }) => (bound === undefined ? {} : { maximum: bound, exclusiveMaximum: true }),
  ({ values }) => (values === undefined ? {} : { enum: values }),
  ({ numbers }) => (numbers === undefined ? {} : { enum: numbers }),
];

const ofFields: readonly Keyword[] = [
  same('minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'nullable'),
  (rules) => validations(rulesOf(rules)),
];

/** Of the value of a field, or of the items of its list or map. */
export function valueRules({ rules }: FieldDescription): ShapeKeywords {
  return rules === undefined ? {} : Object.assign({}, ...ofValues.map((keyword) => keyword(rules)));
}

/** Of the field itself. */
export function fieldRules({ rules }: FieldDescription): ShapeKeywords {
  return rules === undefined ? {} : Object.assign({}, ...ofFields.map((keyword) => keyword(rules)));
}

/** Of the fields of a struct together. */
export function structRules({ rules }: StructType): ShapeKeywords {
  if (rules === undefined) return {};
  return validations([
    ...rules.oneOf.map((names) => countRule(names, { atMost: false })),
    ...rules.atMostOneOf.map((names) => countRule(names, { atMost: true })),
    ...rules.cel,
  ]);
}

function rulesOf({ cel = [], immutable }: FieldRules): readonly ValidationRule[] {
  const fixed = immutable === undefined ? [] : [derived({ rule: 'self == oldSelf', message: 'field is immutable' })];
  return [...fixed, ...cel];
}

function countRule(names: readonly string[], { atMost }: { readonly atMost: boolean }): ValidationRule {
  const count = `[${names.map((name) => `has(self.${name})`).join(', ')}].filter(x, x).size()`;
  const all = names.map((name) => `\`${name}\``).join(', ');
  return derived({
    rule: `${count} ${atMost ? '<=' : '=='} 1`,
    message: `must specify ${atMost ? 'at most' : 'exactly'} one of: ${all}`,
  });
}

function validations(rules: readonly ValidationRule[]): ShapeKeywords {
  return rules.length === 0 ? {} : { 'x-kubernetes-validations': rules };
}
