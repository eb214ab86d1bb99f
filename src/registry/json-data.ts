import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';

/** A deep copy of JSON data; much cheaper than `structuredClone`, which knows of everything else. */
export function cloneJson<T extends Json | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cloneJson(item)) as T;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson((value as JsonObject)[key]));
  return copy as T;
}

export type Equality = (a: Json | undefined, b: Json | undefined) => boolean;

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

/**
 * Equal as decoded values of a Go type are: an empty list or none is the same, while an empty struct (`affinity: {}`)
 * is something else than none. Empty maps do not come here: decoding drops them.
 */
export function typedEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isNoneOfType(a) && isNoneOfType(b))) return true;
  if (a === null || b === null) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => typedEqual(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => typedEqual(getOwn(a, key), getOwn(b, key)));
}

function isNoneOfType(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Equal to the letter, but for the order of keys. */
export function strictlyEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && strictlyEqual((a as JsonObject)[key], (b as JsonObject)[key]));
}
