import { getOwn, type Json } from '#meta';

/** Equal once stored: what is empty, zero or false is not written, and the order of keys does not matter. */
export function sameContent(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isBlank(a) && isBlank(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => sameContent(item, b[i]));
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameContent(getOwn(a, key), getOwn(b, key)));
}

function isBlank(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return !value;
}
