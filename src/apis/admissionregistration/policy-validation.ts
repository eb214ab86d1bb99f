import {
  byteLength,
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  type JsonObject,
  type KubeObject,
  path,
  qualifiedNameFaults,
  sameJson,
} from '#meta';
import { faultsOf } from '../field-validation.ts';
import {
  failurePolicies,
  type MatchCondition,
  type MatchResources,
  validateCondition,
  validateMatch,
  validateOption,
} from './match.ts';
import type { Types } from './v1/types.gen.ts';

/** What policies share. Whether an expression means anything is not looked at. */

export type ParamKind = Types['ParamKind'];
type Variable = Types['Variable'];
export interface PolicySpec extends JsonObject {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  failurePolicy?: string;
  matchConditions?: MatchCondition[];
  variables?: Variable[];
}
export interface Policy extends KubeObject {
  spec?: PolicySpec;
}

export function validatePolicy(spec: PolicySpec, live: PolicySpec | undefined): FieldError[] {
  const field = path('spec');
  const { failurePolicy, paramKind, matchConstraints, matchConditions = [], variables = [] } = spec;
  return [
    ...validateOption(field.child('failurePolicy'), failurePolicy, failurePolicies),
    ...(paramKind === undefined ? [] : validateParamKind(field.child('paramKind'), paramKind)),
    ...validateConstraint(field.child('matchConstraints'), matchConstraints),
    ...(keepsConditions(spec, live) ? [] : validateCondition(field.child('matchConditions'), matchConditions)),
    ...variables.flatMap((variable, at) => validateVariable(field.child('variables').index(at), variable)),
  ];
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
  const faults = apiVersionFaults(field.child('apiVersion'), apiVersion);
  if (kind === '') return [...faults, fieldErrors.required(field.child('kind'))];
  const kindFaults = dns1035LabelFaults(kind.toLowerCase());
  if (kindFaults.length === 0) return faults;
  const why = `may have mixed case, but should otherwise match: ${kindFaults.join(',')}`;
  return [...faults, fieldErrors.invalid(field.child('kind'), kind, why)];
}

function apiVersionFaults(field: FieldPath, apiVersion: string): FieldError[] {
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

function validateVariable(field: FieldPath, { name = '', expression = '' }: Variable): FieldError[] {
  const faults: FieldError[] = [];
  if (name.trim() === '') faults.push(fieldErrors.required(field.child('name'), 'name is not specified'));
  else if (!isIdentifier(name)) {
    faults.push(fieldErrors.invalid(field.child('name'), name, 'must be a valid CEL identifier'));
  }
  if (expression.trim() !== '') return faults;
  return [...faults, fieldErrors.required(field.child('expression'), 'expression is not specified')];
}

export type Validation = Types['Validation'];
export type AuditAnnotation = Types['AuditAnnotation'];

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const maxValueExpression = 5 * 1024;

export function validateValidation(field: FieldPath, validation: Validation): FieldError[] {
  const { expression = '', message = '', reason, messageExpression = '' } = validation;
  const faults: FieldError[] = [];
  if (expression.trim() === '') {
    faults.push(fieldErrors.required(field.child('expression'), 'expression is not specified'));
  }
  const blank = 'must be non-empty if specified';
  if (messageExpression !== '' && messageExpression.trim() === '') {
    faults.push(fieldErrors.invalid(field.child('messageExpression'), messageExpression, blank));
  }
  if (message !== '' && message.trim() === '') faults.push(fieldErrors.invalid(field.child('message'), message, blank));
  else if (/[\n\r]/.test(message.trim())) {
    faults.push(fieldErrors.invalid(field.child('message'), message, 'must not contain line breaks'));
  }
  return [...faults, ...validateOption(field.child('reason'), reason, reasons)];
}

export function validateAnnotation(field: FieldPath, name: string, annotation: AuditAnnotation): FieldError[] {
  const { key = '', valueExpression = '' } = annotation;
  const faults =
    name === ''
      ? [fieldErrors.invalid(field.child('key'), key, 'requires metadata.name be non-empty')]
      : faultsOf(field.child('key'), `${name}/${key}`, qualifiedNameFaults);
  const value = field.child('valueExpression');
  const length = byteLength(valueExpression.trim());
  if (length === 0) faults.push(fieldErrors.required(value, 'valueExpression is not specified'));
  else if (length > maxValueExpression) {
    faults.push(fieldErrors.required(value, `must not exceed ${maxValueExpression} bytes in length`));
  }
  return faults;
}
