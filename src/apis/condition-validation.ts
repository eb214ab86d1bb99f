import { byteLength, type FieldError, type FieldPath, fieldErrors, patternFault, qualifiedNameFaults } from '#meta';
import type { MetaV1Types } from '#schema';
import { validateBy } from './field-validation.ts';

/** A finding in the form that newer kinds share. */
export type Condition = MetaV1Types['Condition'];

const statuses = ['False', 'True', 'Unknown'];
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;
const REASON_PATTERN = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const REASON_WORDS =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'";

export function validateConditions(conditions: readonly Condition[], field: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return conditions.flatMap((condition, position) => {
    const at = field.index(position);
    const { type = '' } = condition;
    const again = seen.has(type) ? [fieldErrors.duplicate(at.child('type'), type)] : [];
    seen.add(type);
    return [...again, ...validateCondition(condition, at)];
  });
}

function validateCondition(condition: Condition, at: FieldPath): FieldError[] {
  const { type = '', status = '', observedGeneration = 0, lastTransitionTime = null, message = '' } = condition;
  const faults: FieldError[] = [];
  faults.push(...validateBy(at.child('type'), type, qualifiedNameFaults));
  if (!statuses.includes(status)) faults.push(fieldErrors.notSupported(at.child('status'), status, statuses));
  if (observedGeneration < 0) {
    const why = 'must be greater than or equal to zero';
    faults.push(fieldErrors.invalid(at.child('observedGeneration'), observedGeneration, why));
  }
  if (lastTransitionTime === null) faults.push(fieldErrors.required(at.child('lastTransitionTime')));
  faults.push(...validateReason(condition, at.child('reason')));
  if (byteLength(message) > MAX_MESSAGE) faults.push(fieldErrors.tooLong(at.child('message'), MAX_MESSAGE));
  return faults;
}

function validateReason({ reason = '' }: Condition, at: FieldPath): FieldError[] {
  if (reason === '') return [fieldErrors.required(at)];
  const examples = ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'];
  return [
    ...(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(reason)
      ? []
      : [fieldErrors.invalid(at, reason, patternFault(REASON_WORDS, REASON_PATTERN, examples))]),
    ...(byteLength(reason) > MAX_REASON ? [fieldErrors.tooLong(at, MAX_REASON)] : []),
  ];
}
