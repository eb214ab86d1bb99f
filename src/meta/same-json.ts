import { isJsonObject, type Json } from './json.ts';

/**
 * Whether two decoded values say the same. An empty list or none is alike, while an empty struct (`affinity: {}`) is
 * something else than none; empty maps do not come here, decoding drops them.
 */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isNone(a) && isNone(b))) return true;
  if (a === null || b === null) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => sameJson(item, b[at]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameJson(own(a, key), own(b, key)));
}

function own(object: { readonly [key: string]: Json | undefined }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isNone(value: Json | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function isEmpty(value: Json | undefined): boolean {
  return isNone(value) || (isJsonObject(value) && Object.keys(value).length === 0);
}
