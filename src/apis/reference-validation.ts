import { type FieldError, type FieldPath, fieldErrors, pathSegmentName } from '#meta';
import { faultsOf } from './field-validation.ts';

/** A part of a reference that must be there and could stand in a path. */
export function validateSegmentField(field: FieldPath, value = ''): FieldError[] {
  if (value === '') return [fieldErrors.required(field)];
  return faultsOf(field, value, (text) => pathSegmentName(text, { prefix: false }));
}
