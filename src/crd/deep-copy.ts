import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';

export function deepCopy<T extends Json | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => deepCopy(item)) as T;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, deepCopy((value as JsonObject)[key]));
  return copy as T;
}

/** Equal as JSON, whatever the order of keys. */
export function deepEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && deepEqual(getOwn(a, key), getOwn(b, key)));
}
