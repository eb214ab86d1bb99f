import { type FieldError, type FieldPath, fieldErrors, type ValidationRule } from '#meta';
import { resolveFieldPath } from '../field-path.ts';
import type { JsonSchema } from '../json-schema.ts';

const reasons: readonly string[] = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/** The form of `x-kubernetes-validations`; what the expressions in them say is not looked at. */
export function validateRuleForms(schema: JsonSchema, at: FieldPath): FieldError[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return rules.flatMap((rule, i) => {
    const ruleAt = at.child('x-kubernetes-validations').index(i);
    return [...validateText(rule, ruleAt), ...validateReason(rule, ruleAt), ...validateFieldPath(schema, rule, ruleAt)];
  });
}

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);

function validateText(
  { rule = '', message = '', messageExpression = '' }: ValidationRule,
  at: FieldPath,
): FieldError[] {
  const found: FieldError[] = [];
  if (rule.trim() === '') {
    found.push(fieldErrors.required(at.child('rule'), 'rule is not specified'));
  } else if (message !== '' && message.trim() === '') {
    found.push(fieldErrors.invalid(at.child('message'), message, 'must be non-empty if specified'));
  } else if (hasLineBreak(message.trim())) {
    found.push(fieldErrors.invalid(at.child('message'), message, 'must not contain line breaks'));
  } else if (hasLineBreak(rule.trim()) && message.trim() === '') {
    const detail = 'message must be specified if rule contains line breaks';
    found.push(fieldErrors.required(at.child('message'), detail));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    const detail = 'messageExpression must be non-empty if specified';
    found.push(fieldErrors.required(at.child('messageExpression'), detail));
  }
  return found;
}

function validateReason({ reason }: ValidationRule, at: FieldPath): FieldError[] {
  if (reason === undefined || reason === null || reasons.includes(reason)) return [];
  return [fieldErrors.notSupported(at.child('reason'), reason, reasons)];
}

function validateFieldPath(schema: JsonSchema, { fieldPath = '' }: ValidationRule, ruleAt: FieldPath): FieldError[] {
  if (fieldPath === '') return [];
  const at = ruleAt.child('fieldPath');
  const found: FieldError[] = [];
  if (fieldPath.trim() === '') found.push(fieldErrors.invalid(at, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) found.push(fieldErrors.invalid(at, fieldPath, 'must not contain line breaks'));
  if (typeof resolveFieldPath(schema, fieldPath) === 'string') {
    found.push(fieldErrors.invalid(at, fieldPath, 'must be a valid path'));
  }
  return found;
}
