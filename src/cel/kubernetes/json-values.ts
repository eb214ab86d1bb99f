import { CelValue, Double, isPlainMap, type Value } from '../values/value.ts';
import { SchemaList, SchemaObject, UnknownValue } from './schema-values.ts';

/** The JSON that a value was made from; undefined if it was not made from JSON. */
export function nativeOf(value: unknown): unknown {
  if (value instanceof SchemaObject || value instanceof SchemaList || value instanceof UnknownValue) return value.json;
  return value instanceof Double ? new NativeDouble(value.value) : value;
}

/** A number that Go keeps as a float even if it is whole, so that it does not equal the integer. */
class NativeDouble extends Double {}

/** What makes two scalars the same, type and all. Objects are the same as themselves only. */
export function jsonKey(json: unknown): unknown {
  if (json instanceof NativeDouble) return `f${json.value}`;
  switch (typeof json) {
    case 'string':
      return `s${json}`;
    case 'number':
      return Number.isInteger(json) ? `i${json}` : `f${json}`;
    case 'bigint':
      return `i${json}`;
    default:
      return json;
  }
}

/** Compares JSON as Kubernetes does: an empty list equals a missing one. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((element, i) => equalJson(element, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b || (isEmpty(a) && isEmpty(b));
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  );
}

function isObject(json: unknown): json is { readonly [key: string]: unknown } {
  return isPlainMap(json as Value);
}

function isEmpty(json: unknown): boolean {
  if (json === null || json === undefined) return true;
  if (Array.isArray(json)) return json.length === 0;
  return isObject(json) && Object.keys(json).length === 0;
}

/** The name of the type of JSON in Go, which some messages show. */
export function jsonTypeName(json: unknown): string {
  switch (typeof json) {
    case 'string':
      return 'string';
    case 'number':
      return Number.isInteger(json) ? 'int64' : 'float64';
    case 'bigint':
      return 'int64';
    case 'boolean':
      return 'bool';
    default:
      return objectTypeName(json);
  }
}

const nativeNames: Readonly<Record<string, string>> = {
  timestamp: 'time.Time',
  duration: 'time.Duration',
  bytes: '[]uint8',
  double: 'float64',
};

function objectTypeName(json: unknown): string {
  if (Array.isArray(json)) return '[]interface {}';
  if (json instanceof CelValue) return nativeNames[json.type.kind] ?? json.type.name;
  return 'map[string]interface {}';
}
