import { type FieldError, type FieldPath, fieldErrors, type Int64, percentFaults } from '#meta';
import { validateBy } from './field-validation.ts';

/** Rules of fields that hold a number, or a number or percentage. */

export function validateNotNegative(field: FieldPath, value: Int64): FieldError[] {
  return value < 0 ? [fieldErrors.invalid(field, value, 'must be greater than or equal to 0')] : [];
}

export type IntOrPercent = number | string;

/** A number that is not negative, or a percentage such as `25%`. */
export function validateIntOrPercent(field: FieldPath, value: IntOrPercent): FieldError[] {
  return typeof value === 'number' ? validateNotNegative(field, value) : validateBy(field, value, percentFaults);
}

/** What `25%` says; undefined for a number, and for what is no percentage. */
export function percentOf(value: IntOrPercent): number | undefined {
  if (typeof value === 'number' || percentFaults(value).length > 0) return undefined;
  return Number(value.slice(0, -1));
}

export function validateOverHundredPercent(field: FieldPath, value: IntOrPercent): FieldError[] {
  return (percentOf(value) ?? 0) > 100 ? [fieldErrors.invalid(field, value, 'must not be greater than 100%')] : [];
}
