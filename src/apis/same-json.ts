import { isJsonObject, type Json } from '#meta';

/** Whether two values say the same. What is absent, an empty list and an empty map are alike. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => sameJson(item, b[at]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameJson(own(a, key), own(b, key)));
}

function own(object: { readonly [key: string]: Json | undefined }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
