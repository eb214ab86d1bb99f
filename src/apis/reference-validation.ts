import { type FieldError, type FieldPath, fieldErrors, pathSegmentName } from '#meta';
import { validateBy } from './field-validation.ts';

/** A part of a reference that must be there and could stand in a path. */
export function validateSegmentField(field: FieldPath, value = ''): FieldError[] {
  if (value === '') return [fieldErrors.required(field)];
  return validateBy(field, value, (text) => pathSegmentName(text, { prefix: false }));
}
