import { compareUtf8, getOwn, isJsonObject, type Json, type JsonObject, numericEqual } from '#meta';

/**
 * The deepest nesting that is merged. Walks are recursive; this is far within what the stack carries, and far beyond
 * what any object needs.
 */
export const MAX_NESTING = 500;

/** Whether two values say the same; members may stand in any order. */
export function sameValue(a: Json, b: Json, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return isNumber(a) && isNumber(b) && Number(a) === Number(b);
  }
  if (depth > MAX_NESTING) return numericEqual(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b, depth + 1);
  return !Array.isArray(b) && sameMembers(a, b, depth + 1);
}

export function sameItems(a: readonly Json[], b: readonly Json[], depth = 0): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!sameValue(a[at] as Json, b[at] as Json, depth)) return false;
  return true;
}

function sameMembers(a: JsonObject, b: JsonObject, depth: number): boolean {
  let members = 0;
  for (const key of Object.keys(a)) {
    const left = a[key];
    if (left === undefined) continue;
    const right = getOwn(b, key);
    if (right === undefined || !sameValue(left, right, depth)) return false;
    members++;
  }
  return members === memberCount(b);
}

function memberCount(object: JsonObject): number {
  let count = 0;
  for (const key of Object.keys(object)) if (object[key] !== undefined) count++;
  return count;
}

export function isEmptyObject(object: JsonObject): boolean {
  for (const key of Object.keys(object)) if (object[key] !== undefined) return false;
  return true;
}

function isNumber(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Any two values are in some order: numbers, strings, booleans, lists, objects, null. */
export function compareValues(a: Json, b: Json): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0) return ranks;
  if (typeof a === 'string') return compareUtf8(a, b as string);
  if (Array.isArray(a)) return compareLists(a, b as Json[]);
  if (isJsonObject(a)) return compareObjects(a, b as JsonObject);
  if (a === null) return 0;
  // Numbers of both kinds, and booleans, compare by what they are worth.
  const [left, right] = [a, b as typeof a];
  return left < right ? -1 : left > right ? 1 : 0;
}

function rank(value: Json): number {
  if (value === null) return 5;
  if (isNumber(value)) return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  return Array.isArray(value) ? 3 : 4;
}

function compareLists(a: readonly Json[], b: readonly Json[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareValues(a[at] as Json, b[at] as Json);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareObjects(a: JsonObject, b: JsonObject): number {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareUtf8);
  const [left, right] = [memberCount(a), memberCount(b)];
  for (const [at, key] of keys.entries()) {
    const [l, r] = [getOwn(a, key), getOwn(b, key)];
    if (at === left || (r === undefined && at !== right)) return -1;
    if (at === right || l === undefined) return 1;
    const order = compareValues(l, r as Json);
    if (order !== 0) return order;
  }
  return 0;
}
