import { byteLength, type FieldError, type FieldPath, fieldErrors, path, qualifiedNameFaults } from '#meta';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { ExpressionRules, type Expressions, noExpressions } from './expression-validation.ts';
import { validateOption } from './match.ts';
import { validatePolicy } from './policy-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { admissionV1 } from './v1/types.ts';

type Validation = Types['Validation'];
type AuditAnnotation = Types['AuditAnnotation'];
type ValidatingSpec = Types['ValidatingAdmissionPolicySpec'];
type ValidatingPolicy = Types['ValidatingAdmissionPolicy'];

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MAX_VALUE_EXPRESSION = 5 * 1024;
const MAX_ANNOTATIONS = 20;

/** Expressions that were stored before, by where they stand. */
interface StoredBefore {
  readonly validations: Expressions;
  readonly messages: Expressions;
  readonly annotations: Expressions;
}

function storedIn(live: ValidatingSpec | undefined): StoredBefore {
  if (live === undefined) return { validations: noExpressions, messages: noExpressions, annotations: noExpressions };
  const { validations = [], auditAnnotations = [] } = live;
  return {
    validations: new Set(validations.map(({ expression = '' }) => expression)),
    messages: new Set(validations.map(({ messageExpression = '' }) => messageExpression)),
    annotations: new Set(auditAnnotations.map(({ valueExpression = '' }) => valueExpression)),
  };
}

interface Checking {
  readonly rules: ExpressionRules;
  readonly stored: StoredBefore;
}

export function validateValidatingPolicy(policy: ValidatingPolicy, live?: ValidatingPolicy): FieldError[] {
  const { spec = {}, metadata } = policy;
  const { validations = [], auditAnnotations: annotations = [] } = spec;
  const field = path('spec');
  const checking = { rules: ExpressionRules.of(spec), stored: storedIn(live?.spec) };
  const { rules, stored } = checking;
  const faults = validatePolicy({ spec, live: live?.spec, rules, storedVariables: stored.validations });
  if (validations.length === 0 && annotations.length === 0) {
    const why = 'validations or auditAnnotations must contain at least one item';
    return [
      ...faults,
      ...['validations', 'auditAnnotations'].map((part) => fieldErrors.required(field.child(part), why)),
    ];
  }
  return [
    ...faults,
    ...validations.flatMap((one, at) => validateValidation(field.child('validations').index(at), one, checking)),
    ...validateAnnotations(field.child('auditAnnotations'), annotations, { ...checking, name: metadata.name ?? '' }),
  ];
}

function validateValidation(field: FieldPath, validation: Validation, { rules, stored }: Checking): FieldError[] {
  const { expression = '', message = '', reason } = validation;
  const own = field.child('expression');
  const faults =
    expression.trim() === ''
      ? [fieldErrors.required(own, 'expression is not specified')]
      : rules.validate(own, { expression, result: 'condition' }, stored.validations);
  return [
    ...faults,
    ...validateMessageExpression(field.child('messageExpression'), validation, { rules, stored }),
    ...validateMessage(field.child('message'), message),
    ...validateOption(field.child('reason'), reason, reasons),
  ];
}

const BLANK = 'must be non-empty if specified';

function validateMessageExpression(field: FieldPath, { messageExpression = '' }: Validation, checking: Checking) {
  if (messageExpression === '') return [];
  if (messageExpression.trim() === '') return [fieldErrors.invalid(field, messageExpression, BLANK)];
  const written = { expression: messageExpression, result: 'message', authorizer: false } as const;
  return checking.rules.validate(field, written, checking.stored.messages);
}

function validateMessage(field: FieldPath, message: string): FieldError[] {
  if (message !== '' && message.trim() === '') return [fieldErrors.invalid(field, message, BLANK)];
  if (!/[\n\r]/.test(message.trim())) return [];
  return [fieldErrors.invalid(field, message, 'must not contain line breaks')];
}

interface AnnotationChecking extends Checking {
  /** Of the policy. */
  readonly name: string;
}

function validateAnnotations(
  field: FieldPath,
  annotations: readonly AuditAnnotation[],
  checking: AnnotationChecking,
): FieldError[] {
  const faults = annotations.flatMap((annotation, at) => {
    const { key = '' } = annotation;
    const own = validateAnnotation(field.index(at), annotation, checking);
    const repeated = annotations.slice(0, at).some((other) => (other.key ?? '') === key);
    return repeated ? [...own, fieldErrors.duplicate(field.index(at).child('key'), key)] : own;
  });
  if (annotations.length <= MAX_ANNOTATIONS) return faults;
  const shown = annotations.map((annotation) => goValue(admissionV1.type('AuditAnnotation'), annotation));
  const why = `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`;
  return [fieldErrors.invalid(field, shown, why), ...faults];
}

function validateAnnotation(field: FieldPath, annotation: AuditAnnotation, checking: AnnotationChecking): FieldError[] {
  const { key = '', valueExpression = '' } = annotation;
  const faults =
    checking.name === ''
      ? [fieldErrors.invalid(field.child('key'), key, 'requires metadata.name be non-empty')]
      : validateBy(field.child('key'), `${checking.name}/${key}`, qualifiedNameFaults);
  return [...faults, ...validateValueExpression(field.child('valueExpression'), valueExpression, checking)];
}

function validateValueExpression(field: FieldPath, valueExpression: string, { rules, stored }: Checking): FieldError[] {
  const expression = valueExpression.trim();
  if (expression === '') return [fieldErrors.required(field, 'valueExpression is not specified')];
  if (byteLength(expression) > MAX_VALUE_EXPRESSION) {
    return [fieldErrors.required(field, `must not exceed ${MAX_VALUE_EXPRESSION} bytes in length`)];
  }
  return rules.validate(field, { expression, result: 'annotation', shown: valueExpression }, stored.annotations);
}
