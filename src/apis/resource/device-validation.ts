import { deviceSelectorFault } from '#cel';
import {
  byteLength,
  type FieldError,
  type FieldPath,
  fieldErrors,
  isJsonObject,
  type Json,
  labelValueFaults,
  qualifiedNameFaults,
} from '#meta';
import { validateDeclared } from '#resource';
import { validateBy } from '../field-validation.ts';
import { validateDriverName, validateList } from './names.ts';
import type { Types } from './v1/types.gen.ts';
import { resourceV1 } from './v1/types.ts';

/** What classes, claims and slices say about devices in the same words. */

type DeviceSelector = Types['DeviceSelector'];
type DeviceConfiguration = Types['DeviceConfiguration'];
type DeviceToleration = Types['DeviceToleration'];
export type DeviceTaint = Types['DeviceTaint'];
interface BindingConditions {
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
}

const MAX_SELECTORS = 32;
const MAX_EXPRESSION = 10 * 1024;
const MAX_PARAMETERS = 10 * 1024;
export const MAX_CONFIGURATIONS = 32;
const MAX_BINDING_CONDITIONS = 4;
const effects = ['NoExecute', 'NoSchedule', 'None'];
const operators = ['Equal', 'Exists'];

export function validateSelector(field: FieldPath, selectors: readonly DeviceSelector[]): FieldError[] {
  return validateList(field, selectors, {
    max: MAX_SELECTORS,
    each({ cel }, own) {
      if (cel === undefined) return [fieldErrors.required(own.child('cel'))];
      return validateExpression(own.child('cel', 'expression'), cel.expression ?? '');
    },
  });
}

function validateExpression(field: FieldPath, expression: string): FieldError[] {
  // What is too long is not even compiled.
  if (byteLength(expression) > MAX_EXPRESSION) return [fieldErrors.tooLong(field, MAX_EXPRESSION)];
  const fault = deviceSelectorFault(expression);
  switch (fault?.kind) {
    case 'invalid':
      return [fieldErrors.invalid(field, expression, fault.detail)];
    case 'internal':
      return [fieldErrors.internal(field, fault.detail)];
    case 'too expensive':
      return [fieldErrors.forbidden(field, 'too complex, exceeds cost limit')];
    default:
      return [];
  }
}

export function validateConfiguration(field: FieldPath, { opaque }: DeviceConfiguration): FieldError[] {
  if (opaque === undefined) return [fieldErrors.required(field.child('opaque'))];
  const own = field.child('opaque');
  return [
    ...validateDriverName(own.child('driver'), opaque.driver ?? ''),
    ...validateRawObject(own.child('parameters'), opaque.parameters, MAX_PARAMETERS),
  ];
}

/** An object of any form, of limited size. */
export function validateRawObject(field: FieldPath, value: Json | undefined, max: number): FieldError[] {
  if (value === undefined || value === null) return [fieldErrors.required(field)];
  if (byteLength(JSON.stringify(value)) > max) return [fieldErrors.tooLong(field, max)];
  return isJsonObject(value) ? [] : [fieldErrors.invalid(field, '<value omitted>', 'must be a valid JSON object')];
}

export function validateToleration(field: FieldPath, toleration: DeviceToleration): FieldError[] {
  const { key = '', operator = '', value = '', effect = '' } = toleration;
  const faults = key === '' ? [] : validateBy(field.child('key'), key, qualifiedNameFaults);
  if (operator === '') faults.push(fieldErrors.required(field.child('operator')));
  else if (operator === 'Equal') faults.push(...validateBy(field.child('value'), value, labelValueFaults));
  else if (operator !== 'Exists') {
    faults.push(fieldErrors.notSupported(field.child('operator'), operator, operators));
  } else if (value !== '') {
    faults.push(fieldErrors.invalid(field.child('value'), value, 'must be empty for operator `Exists`'));
  }
  return effect === '' ? faults : [...faults, ...validateEffect(field.child('effect'), effect)];
}

const taintType = resourceV1.type('DeviceTaint');

export const validateTaint = (taint: DeviceTaint, field: FieldPath): FieldError[] =>
  validateDeclared(taintType, taint, field);

const validateEffect = (field: FieldPath, effect: string): FieldError[] =>
  effects.includes(effect) ? [] : [fieldErrors.notSupported(field, effect, effects)];

/** The two lists go together, and say different things. */
export function validateBinding(field: FieldPath, device: BindingConditions): FieldError[] {
  const { bindingConditions: wanted = [], bindingFailureConditions: failed = [] } = device;
  const [wantedField, failedField] = [field.child('bindingConditions'), field.child('bindingFailureConditions')];
  const each = (name: string, own: FieldPath) => validateBy(own, name, qualifiedNameFaults);
  const rules = { max: MAX_BINDING_CONDITIONS, each };
  const faults = [
    ...validateList(wantedField, wanted, rules),
    ...validateList(failedField, failed, rules),
    ...validateNotRepeated(wantedField, wanted),
    ...validateNotRepeated(failedField, failed, wanted),
  ];
  if (wanted.length === 0 && failed.length > 0) {
    const why = 'bindingConditions are required to use bindingFailureConditions';
    faults.push(fieldErrors.invalid(wantedField, null, why));
  }
  if (failed.length === 0 && wanted.length > 0) {
    const why = 'bindingFailureConditions are required to use bindingConditions';
    faults.push(fieldErrors.invalid(failedField, null, why));
  }
  return faults;
}

function validateNotRepeated(field: FieldPath, names: readonly string[], others: readonly string[] = []): FieldError[] {
  const why = 'bindingFailureConditions must not overlap with bindingConditions';
  return names.flatMap((name, at) => [
    ...(names.indexOf(name) < at ? [fieldErrors.duplicate(field.index(at), name)] : []),
    ...(others.includes(name) ? [fieldErrors.invalid(field.index(at), name, why)] : []),
  ]);
}
