import { type FieldError, FieldPath, fieldErrors, isJsonObject, type Json, type JsonObject, sameJson } from '#meta';
import type { FieldDescription, StructType, TypeDescription } from '#schema';
import { ruledFields } from './rule-scope.ts';

/** A value and what it was before. */
interface ValueChange<Value> {
  readonly value: Value;
  readonly before: Value;
}

/** Fields that are declared immutable and have changed, in the order of the description. */
export function validateImmutables(
  struct: StructType,
  { value, before }: ValueChange<JsonObject>,
  at: FieldPath = new FieldPath(''),
): FieldError[] {
  return ruledFields(struct, 'declared').flatMap((field) => {
    const { type, name, inline } = field;
    if (inline && type.shape === 'struct') return validateImmutables(type, { value, before }, at);
    return validateField(field, { value: value[name], before: before[name] }, at.child(name));
  });
}

function validateField(field: FieldDescription, change: ValueChange<Json | undefined>, at: FieldPath): FieldError[] {
  const how = field.rules?.immutable;
  if (how === undefined) return validateBelow(field, field.type, { ...change, at });
  const value = change.value ?? zeroOf(field);
  if (sameJson(value, change.before ?? zeroOf(field))) return [];
  return [fieldErrors.invalid(at, how === 'told' ? (value ?? null) : null, 'field is immutable')];
}

/** What a field is when nobody says anything. An empty struct is something else, unless nothing is written as null. */
function zeroOf({ type, pointer, whenEmpty }: FieldDescription): Json | undefined {
  return pointer ? (whenEmpty === 'always' ? null : undefined) : zeros[type.shape];
}
const zeros: { readonly [shape: string]: Json } = { bool: false, string: '', int32: 0, int64: 0, struct: {} };

interface PlacedChange extends ValueChange<Json | undefined> {
  readonly at: FieldPath;
}

/** Items of a list are the same when their keys are; without keys nobody knows which is which. */
function validateBelow(field: FieldDescription, type: TypeDescription, change: PlacedChange): FieldError[] {
  const { value, before, at } = change;
  if (type.shape === 'struct') {
    return isJsonObject(value) && isJsonObject(before) ? validateImmutables(type, { value, before }, at) : [];
  }
  if (type.shape === 'map' && isJsonObject(value) && isJsonObject(before)) {
    return Object.keys(value).flatMap((key) =>
      validateBelow(field, type.values, { value: value[key], before: before[key], at: at.key(key) }),
    );
  }
  const { listType, listMapKeys = [] } = field;
  if (type.shape !== 'list' || listType !== 'map' || !Array.isArray(value) || !Array.isArray(before)) return [];
  return value.flatMap((item, index) => {
    const old = before.find((one) => haveSameKeys(one, item, listMapKeys));
    return validateBelow(field, type.items, { value: item, before: old, at: at.index(index) });
  });
}

function haveSameKeys(a: Json, b: Json, keys: readonly string[]): boolean {
  return isJsonObject(a) && isJsonObject(b) && keys.every((key) => sameJson(a[key], b[key]));
}
