import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { FieldDescription, StructType, TypeDescription } from '#schema';

/**
 * A bad value as messages show it: with the field names of Go, every field, in the order of the struct. Nobody needs
 * that, but clients compare whole messages.
 */
export function goValue(type: StructType, value: Json | undefined): JsonObject {
  const object = isJsonObject(value) ? value : {};
  return Object.fromEntries(type.fields.flatMap((field) => membersOf(field, object)));
}

function membersOf(field: FieldDescription, object: JsonObject): [string, Json][] {
  const { name, type, inline } = field;
  if (inline && type.shape === 'struct') return Object.entries(goValue(type, object)) as [string, Json][];
  return [[goName(name), fieldValue(field, object[name])]];
}

const goName = (name: string): string =>
  name.startsWith('api') ? `API${name.slice(3)}` : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function fieldValue({ type, pointer }: FieldDescription, value: Json | undefined): Json {
  return pointer && (value === undefined || value === null) ? null : anyValue(type, value);
}

function anyValue(type: TypeDescription, value: Json | undefined): Json {
  switch (type.shape) {
    case 'struct':
      return goValue(type, value);
    case 'list':
      return Array.isArray(value) ? value.map((item) => anyValue(type.items, item)) : null;
    case 'string':
      return value ?? '';
    case 'int32':
    case 'int64':
      return value ?? 0;
    case 'bool':
      return value ?? false;
    default:
      return value ?? null;
  }
}
