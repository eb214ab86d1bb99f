import { type FieldError, type FieldPath, fieldErrors } from '#meta';

/** Rules of paths in the file systems of nodes and containers. */

export function validateNoBacksteps(value: string, field: FieldPath): FieldError[] {
  return value.split('/').includes('..') ? [fieldErrors.invalid(field, value, "must not contain '..'")] : [];
}

export function validateDescendingPath(value: string, field: FieldPath): FieldError[] {
  const absolute = value.startsWith('/') ? [fieldErrors.invalid(field, value, 'must be a relative path')] : [];
  return [...absolute, ...validateNoBacksteps(value, field)];
}

/** Names that begin with two dots are used to swap the files of a volume at once. */
export function validateFileInVolume(value: string, field: FieldPath): FieldError[] {
  const reserved =
    value.startsWith('..') && !value.startsWith('../')
      ? [fieldErrors.invalid(field, value, "must not start with '..'")]
      : [];
  return [...validateDescendingPath(value, field), ...reserved];
}
