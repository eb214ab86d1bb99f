import { getOwn, isJsonObject, type Json, type JsonObject } from './json.ts';

/** When two values count as the same. The order of keys never matters; what is absent counts differently in each. */
export type Equality = (a: Json | undefined, b: Json | undefined) => boolean;

/**
 * Equal as decoded values of a Go type are: an empty list or none is the same, while an empty struct (`affinity: {}`)
 * is something else than none. Empty maps do not come here: decoding drops them.
 */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isNoList(a) && isNoList(b))) return true;
  if (a === null || b === null) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b, sameJson);
  return isJsonObject(a) && isJsonObject(b) && sameMembers(a, b, sameJson);
}

/** Equal in meaning: absent, null, `[]` and `{}` are the same. */
export function semanticEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b, semanticEqual);
  return isJsonObject(a) && isJsonObject(b) && sameMembers(a, b, semanticEqual);
}

/** Equal once stored: what is empty, zero or false is not written. */
export function storedEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isBlank(a) && isBlank(b))) return true;
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b, storedEqual);
  return isJsonObject(a) && isJsonObject(b) && sameMembers(a, b, storedEqual);
}

/** Equal to the letter. */
export function strictlyEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b, strictlyEqual);
  return isJsonObject(a) && isJsonObject(b) && sameKeysAndValues(a, b, strictlyEqual);
}

/**
 * Equal to the letter, but that a number may be kept either way: `1` equals `1n`. Not recursive: a body may be nested
 * deeper than the stack carries.
 */
export function numericEqual(a: Json | undefined, b: Json | undefined): boolean {
  const waiting: (readonly [Json | undefined, Json | undefined])[] = [[a, b]];
  const later: Equality = (one, other) => one === other || waiting.push([one, other]) > 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, other] = next;
    if (Array.isArray(one) && Array.isArray(other)) {
      if (!sameItems(one, other, later)) return false;
    } else if (isJsonObject(one) && isJsonObject(other)) {
      if (!sameKeysAndValues(one, other, later)) return false;
    } else if (one !== other && !sameNumber(one, other)) return false;
  }
  return true;
}

function sameNumber(a: Json | undefined, b: Json | undefined): boolean {
  return isNumber(a) && isNumber(b) && !(a < b) && !(a > b);
}

function sameItems(a: readonly Json[], b: readonly Json[], same: Equality): boolean {
  return a.length === b.length && a.every((item, at) => same(item, b[at]));
}

function sameMembers(a: JsonObject, b: JsonObject, same: Equality): boolean {
  for (const key of Object.keys(a)) if (!same(a[key], getOwn(b, key))) return false;
  return Object.keys(b).every((key) => Object.hasOwn(a, key) || same(undefined, b[key]));
}

/** Every update compares whole objects with it: keys are gone through once. */
function sameKeysAndValues(a: JsonObject, b: JsonObject, same: Equality): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !same(a[key], b[key])) return false;
  return true;
}

function isNoList(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isBlank(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return !value;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
