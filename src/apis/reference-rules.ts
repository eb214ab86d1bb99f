import { type FieldError, type FieldPath, fieldErrors, pathSegmentName } from '#meta';
import { faultsOf } from './rules.ts';

/** A part of a reference that must be there and could stand in a path. */
export function segmentFieldFaults(field: FieldPath, value = ''): FieldError[] {
  if (value === '') return [fieldErrors.required(field)];
  return faultsOf(field, value, (text) => pathSegmentName(text, { prefix: false }));
}
