import { isJsonObject, type Json, type JsonObject, jsonTypeName } from '#meta';
import { DecodeError } from '../version-codec.ts';
import { canonicalBase64 } from './base64-text.ts';
import { sortedKeys } from './go-json.ts';
import type { ScalarPlan, StructPlan, ValuePlan } from './type-plan.ts';

/**
 * What is wrong with a value of a type, in the words of the converter that strategic merges go through: it knows Go's
 * values and no JSON, and so speaks of kinds where the decoder speaks of fields. Undefined where it finds nothing.
 * k8s: apimachinery runtime/converter.go
 */
export function unstructuredFault(plan: ValuePlan, value: Json): string | undefined {
  if (value === null) return undefined;
  switch (plan.shape) {
    case 'struct':
      return isJsonObject(value) ? structFault(plan, value) : `cannot restore struct from: ${goKind(value)}`;
    case 'list':
      if (!Array.isArray(value)) return `cannot restore slice from ${goKind(value)}`;
      return firstFault(value, (item) => unstructuredFault(plan.items, item));
    case 'map':
      if (!isJsonObject(value)) return `cannot restore map from ${goKind(value)}`;
      return firstFault(sortedKeys(value), (key) => unstructuredFault(plan.values, value[key] ?? null));
    case 'bytes':
      return bytesFault(value);
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
      return scalarFault(plan, value);
    // These decode themselves, from JSON.
    case 'time':
    case 'microTime':
      return typeof value === 'string' ? undefined : unreadable(value, 'string');
    case 'intOrString':
      return typeof value === 'string' || isInt32(value) ? undefined : unreadable(value, 'int32');
    default:
      return undefined;
  }
}

function structFault({ members }: StructPlan, value: JsonObject): string | undefined {
  return firstFault(members, (member) =>
    Object.hasOwn(value, member.name) ? unstructuredFault(member.value, value[member.name] ?? null) : undefined,
  );
}

function firstFault<T>(items: readonly T[], fault: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = fault(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function scalarFault({ shape, goType }: ScalarPlan, value: Json): string | undefined {
  const from = goKind(value);
  const to = shape === 'double' ? 'float64' : shape;
  const number = from === 'int64' || from === 'float64';
  if (from === to || (number && to === 'float64') || (from === 'int64' && to === 'int32')) return undefined;
  // Go converts an integer to the character of that number; JSON must not.
  if (from === 'int64' && to === 'string') return `cannot convert int64 to ${goType}`;
  if (from === 'float64' && to !== 'string' && to !== 'bool') return `cannot convert float64 to ${goType}`;
  return `unrecognized type: ${to}`;
}

const isInt32 = (value: Json): boolean => typeof value === 'number' && (value | 0) === value;

function unreadable(value: Json, goType: string): string {
  const literal = goType === 'int32' && jsonTypeName(value) === 'number' ? ` ${value}` : '';
  return `json: cannot unmarshal ${jsonTypeName(value)}${literal} into Go value of type ${goType}`;
}

function bytesFault(value: Json): string | undefined {
  if (typeof value !== 'string') {
    if (!Array.isArray(value)) return `cannot restore slice from ${goKind(value)}`;
    return value.every((item) => goKind(item) === 'int64') ? undefined : 'unrecognized type: uint8';
  }
  try {
    canonicalBase64(value);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return `error decoding from json: ${error.message}`;
    throw error;
  }
}

/** How Go calls the kind of a value that was JSON. */
function goKind(value: Json): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int64';
  return typeof value === 'string' ? 'string' : 'map';
}
