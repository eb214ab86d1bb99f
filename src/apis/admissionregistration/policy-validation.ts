import {
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  path,
  sameJson,
} from '#meta';
import { type ExpressionRules, type Expressions, noExpressions } from './expression-validation.ts';
import {
  conditionExpressions,
  failurePolicies,
  type MatchResources,
  validateMatch,
  validateMatchConditions,
  validateOption,
} from './match.ts';
import type { Types } from './v1/types.gen.ts';

/** What policies share. */

export type ParamKind = Types['ParamKind'];
type Variable = Types['Variable'];
export type Policy = Types['ValidatingAdmissionPolicy'] | Types['MutatingAdmissionPolicy'];
export type PolicySpec = NonNullable<Policy['spec']>;

/** A policy that is written, and the one that is there. */
interface PolicyChange {
  readonly spec: PolicySpec;
  readonly live: PolicySpec | undefined;
  readonly rules: ExpressionRules;
  /** What the real server looks among to tell whether the expression of a variable was stored before. */
  readonly storedVariables?: Expressions;
  /** Further faults of the operations that the policy is for. */
  operations?(): FieldError[];
}

export function validatePolicy(change: PolicyChange): FieldError[] {
  const { spec, live, rules, storedVariables = noExpressions } = change;
  const field = path('spec');
  const { variables = [] } = spec;
  return [
    ...validateMatching(field, spec),
    ...(change.operations?.() ?? []),
    ...validateConditionsOf(field.child('matchConditions'), spec, live),
    ...variables.flatMap((variable, at) => {
      const own = field.child('variables').index(at);
      return [
        ...validateVariable(own, variable),
        ...validateVariableExpression(own, variable, { rules, storedVariables }),
      ];
    }),
  ];
}

function validateMatching(field: FieldPath, { failurePolicy, paramKind, matchConstraints }: PolicySpec): FieldError[] {
  return [
    ...validateOption(field.child('failurePolicy'), failurePolicy, failurePolicies),
    ...(paramKind === undefined ? [] : validateParamKind(field.child('paramKind'), paramKind)),
    ...validateConstraint(field.child('matchConstraints'), matchConstraints),
  ];
}

function validateConditionsOf(field: FieldPath, spec: PolicySpec, live: PolicySpec | undefined): FieldError[] {
  if (keepsConditions(spec, live)) return [];
  const scope = { params: spec.paramKind !== undefined, stored: conditionExpressions(live?.matchConditions) };
  return validateMatchConditions(field, spec.matchConditions ?? [], scope);
}

function keepsConditions(spec: PolicySpec, live: PolicySpec | undefined): boolean {
  if (live === undefined) return false;
  return sameJson(spec.paramKind, live.paramKind) && sameJson(spec.matchConditions, live.matchConditions);
}

function validateConstraint(field: FieldPath, match: MatchResources | undefined): FieldError[] {
  if (match === undefined) return [fieldErrors.required(field)];
  const faults = validateMatch(field, match);
  return (match.resourceRules ?? []).length > 0
    ? faults
    : [...faults, fieldErrors.required(field.child('resourceRules'))];
}

function validateParamKind(field: FieldPath, { apiVersion = '', kind = '' }: ParamKind): FieldError[] {
  const faults = validateApiVersion(field.child('apiVersion'), apiVersion);
  if (kind === '') return [...faults, fieldErrors.required(field.child('kind'))];
  const kindFaults = dns1035LabelFaults(kind.toLowerCase());
  if (kindFaults.length === 0) return faults;
  const why = `may have mixed case, but should otherwise match: ${kindFaults.join(',')}`;
  return [...faults, fieldErrors.invalid(field.child('kind'), kind, why)];
}

function validateApiVersion(field: FieldPath, apiVersion: string): FieldError[] {
  if (apiVersion === '') return [fieldErrors.required(field)];
  const parts = apiVersion.split('/');
  if (parts.length > 2)
    return [fieldErrors.invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version, group = ''] = parts.toReversed() as [string, string?];
  const faults = group === '' ? [] : validateJoined(field, group, dns1123SubdomainFaults);
  if (version === '') return [...faults, fieldErrors.invalid(field, apiVersion, 'version must be specified')];
  return [...faults, ...validateJoined(field, version, dns1035LabelFaults)];
}

function validateJoined(field: FieldPath, value: string, rule: (value: string) => readonly string[]): FieldError[] {
  const faults = rule(value);
  return faults.length === 0 ? [] : [fieldErrors.invalid(field, value, faults.join(','))];
}

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
const isIdentifier = (name: string): boolean => /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reserved.has(name);

function validateVariable(field: FieldPath, { name = '' }: Variable): FieldError[] {
  if (name.trim() === '') return [fieldErrors.required(field.child('name'), 'name is not specified')];
  if (isIdentifier(name)) return [];
  return [fieldErrors.invalid(field.child('name'), name, 'must be a valid CEL identifier')];
}

function validateVariableExpression(
  field: FieldPath,
  { name = '', expression = '' }: Variable,
  { rules, storedVariables }: { readonly rules: ExpressionRules; readonly storedVariables: Expressions },
): FieldError[] {
  const own = field.child('expression');
  if (expression.trim() === '') return [fieldErrors.required(own, 'expression is not specified')];
  return rules.validateVariable(own, { name, expression }, storedVariables);
}
