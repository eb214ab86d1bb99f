import { type FieldError, type FieldPath, fieldErrors, type Int64, sameJson } from '#meta';

/** Rules in the words of those that newer kinds only declare: generated code checks them, alike for all. */

/** Values are not told. */
export function validateFixed(field: FieldPath, value: unknown, before: unknown): FieldError[] {
  return sameJson(value as never, before as never) ? [] : [fieldErrors.invalid(field, null, 'field is immutable')];
}

/** Exactly one of the members is there. */
export function validateOneOf(field: FieldPath, value: object, members: readonly string[]): FieldError[] {
  const present = members.filter((name) => (value as { [name: string]: unknown })[name] !== undefined);
  if (present.length === 1) return [];
  const all = members.map((name) => `\`${name}\``).join(', ');
  if (present.length === 0) return [fieldErrors.invalid(field, '', `must specify one of: ${all}`)];
  return [fieldErrors.invalid(field, `{${present.join(', ')}}`, `must specify exactly one of: ${all}`)];
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export function validateBound(
  field: FieldPath,
  value: Int64,
  { min = -Infinity, max = Infinity }: Bounds,
): FieldError[] {
  if (value < min) return [fieldErrors.invalid(field, value, `must be greater than or equal to ${min}`)];
  return value > max ? [fieldErrors.invalid(field, value, `must be less than or equal to ${max}`)] : [];
}
