import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  formatFieldError,
  isJsonObject,
  type Json,
  type JsonObject,
  path,
} from '#meta';
import type { FieldDescription, StructType, TypeDescription } from '#schema';

/** What the description of a type demands of its objects: fields that are `required`, and values that are listed. */
export function validateDeclared(type: StructType, object: JsonObject): readonly FieldError[] {
  return structFaults(type, object);
}

/** The same of a change: what was so before may stay so. */
export function validateDeclaredChange(type: StructType, object: JsonObject, live: JsonObject): readonly FieldError[] {
  const faults = validateDeclared(type, object);
  if (faults.length === 0) return faults;
  const before = new Set(validateDeclared(type, live).map(formatFieldError));
  return faults.filter((fault) => !before.has(formatFieldError(fault)));
}

/** Its rules are those of all objects, and not for a kind to repeat. */
const metadataTypes = /\.meta\.v1\.(ObjectMeta|ListMeta)$/;

function structFaults(struct: StructType, value: JsonObject, at?: FieldPath): FieldError[] {
  if (metadataTypes.test(struct.name)) return [];
  return struct.fields.flatMap((field) => {
    if (field.inline && field.type.shape === 'struct') return structFaults(field.type, value, at);
    const own = at === undefined ? path(field.name) : at.child(field.name);
    return fieldFaults(field, value[field.name], own);
  });
}

function fieldFaults(field: FieldDescription, value: Json | undefined, at: FieldPath): FieldError[] {
  if (isMissing(field, value)) return field.required ? [fieldErrors.required(at)] : [];
  return valueFaults(field, field.type, { value: value as Json, at });
}

/** A text, list or map that is no pointer is missing when it is empty. */
function isMissing({ pointer, type }: FieldDescription, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (pointer) return false;
  if (Array.isArray(value)) return value.length === 0;
  return value === '' || (type.shape === 'map' && Object.keys(value).length === 0);
}

interface Place {
  readonly value: Json;
  readonly at: FieldPath;
}

function valueFaults(field: FieldDescription, type: TypeDescription, { value, at }: Place): FieldError[] {
  if (type.shape === 'struct') return isJsonObject(value) ? structFaults(type, value, at) : [];
  if (type.shape === 'list' && Array.isArray(value)) {
    return value.flatMap((item, index) => valueFaults(field, type.items, { value: item, at: at.index(index) }));
  }
  if (type.shape === 'map' && isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      valueFaults(field, type.values, { value: item as Json, at: at.key(key) }),
    );
  }
  const { enum: values } = field;
  if (values === undefined || typeof value !== 'string' || values.includes(value)) return [];
  return [fieldErrors.notSupported(at, value, values)];
}
