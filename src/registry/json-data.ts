import { getOwn, type Json, type JsonObject, setOwn } from '#meta';

/** A deep copy of JSON data; much cheaper than `structuredClone`, which knows of everything else. */
export function cloneJson<T extends Json | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cloneJson(item)) as T;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson((value as JsonObject)[key]));
  return copy as T;
}

/** Equal in meaning: absent, null, `[]` and `{}` are the same, and the order of keys does not matter. */
export function semanticEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isEmpty(a) && isEmpty(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => semanticEqual(item, b[i]))
    );
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => semanticEqual(getOwn(a, key), getOwn(b, key)));
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
