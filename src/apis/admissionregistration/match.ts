import { type FieldError, type FieldPath, fieldErrors, pathSegmentName, qualifiedNameFaults } from '#meta';
import { validateBy } from '../field-validation.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { conditionRules, type Expressions } from './expression-validation.ts';
import { type ResourceRule, validateRule } from './resource-rule-validation.ts';
import type { Types } from './v1/types.gen.ts';

/** Which requests webhooks and policies are for. */

type NamedRule = Types['NamedRuleWithOperations'];
export type MatchResources = Types['MatchResources'];
export type MatchCondition = Types['MatchCondition'];

const MAX_CONDITIONS = 64;

/** `supported` in order of name; an absent value is fine. */
export function validateOption(
  field: FieldPath,
  value: string | undefined,
  supported: readonly string[],
): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [fieldErrors.notSupported(field, value, supported)];
}

export const failurePolicies = ['Fail', 'Ignore'];
export const matchPolicies = ['Equivalent', 'Exact'];
export const reinvocationPolicies = ['IfNeeded', 'Never'];

export function defaultRules(rules: readonly ResourceRule[] | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= '*';
}

export function defaultMatch(match: MatchResources | undefined): void {
  if (match === undefined) return;
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  defaultRules(match.resourceRules);
  defaultRules(match.excludeResourceRules);
}

export function validateMatch(field: FieldPath, match: MatchResources | undefined): FieldError[] {
  if (match === undefined) return [];
  const { matchPolicy, resourceRules = [], excludeResourceRules = [] } = match;
  const rules = { resourceRules, excludeResourceRules };
  return [
    ...validateOption(field.child('matchPolicy'), matchPolicy, matchPolicies),
    ...validateLabelSelector(field.child('namespaceSelector'), match.namespaceSelector),
    ...validateLabelSelector(field.child('objectSelector'), match.objectSelector),
    ...Object.entries(rules).flatMap(([part, list]) =>
      list.flatMap((rule, at) => validateNamedRule(field.child(part).index(at), rule)),
    ),
  ];
}

function validateNamedRule(field: FieldPath, rule: NamedRule): FieldError[] {
  const names = rule.resourceNames ?? [];
  const faults = names.flatMap((name, at) => {
    const own = field.child('resourceNames').index(at);
    const invalid = validateBy(own, name, (text) => pathSegmentName(text, { prefix: false }));
    return names.indexOf(name) < at ? [...invalid, fieldErrors.duplicate(own, name)] : invalid;
  });
  return [...faults, ...validateRule(field, rule)];
}

/** What conditions may use. */
interface ConditionScope {
  readonly params: boolean;
  /** Expressions that were stored before. */
  readonly stored: Expressions;
}

export function validateMatchConditions(
  field: FieldPath,
  conditions: readonly MatchCondition[],
  scope: ConditionScope,
): FieldError[] {
  const faults = conditions.flatMap((condition, at) => {
    const { name = '' } = condition;
    const repeated = name !== '' && conditions.slice(0, at).some((other) => other.name === name);
    const own = validateMatchCondition(field.index(at), condition, scope);
    return repeated ? [...own, fieldErrors.duplicate(field.index(at).child('name'), name)] : own;
  });
  if (conditions.length <= MAX_CONDITIONS) return faults;
  return [fieldErrors.tooMany(field, conditions.length, MAX_CONDITIONS), ...faults];
}

function validateMatchCondition(
  field: FieldPath,
  { name = '', expression = '' }: MatchCondition,
  { params, stored }: ConditionScope,
): FieldError[] {
  const trimmed = expression.trim();
  const condition = { expression: trimmed, result: 'condition' } as const;
  return [
    ...(trimmed === ''
      ? [fieldErrors.required(field.child('expression'))]
      : conditionRules({ params }).validate(field.child('expression'), condition, stored)),
    ...(name === ''
      ? [fieldErrors.required(field.child('name'))]
      : validateBy(field.child('name'), name, qualifiedNameFaults)),
  ];
}

export function conditionExpressions(conditions: readonly MatchCondition[] = []): Expressions {
  return new Set(conditions.map(({ expression = '' }) => expression));
}
