import { getOwn, isJsonObject, type Json } from '#meta';

/** Whether two values are the same to the letter, but for the order of keys: an empty struct is not an absent one. */
export function identical(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => identical(item, b[i]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  const others = Object.keys(b).filter((key) => b[key] !== undefined);
  return keys.length === others.length && keys.every((key) => identical(getOwn(a, key), getOwn(b, key)));
}
