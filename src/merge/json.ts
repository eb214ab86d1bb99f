/** A JSON value. Integers that a double cannot hold are `bigint`. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** As deep as Go's decoder goes; nothing that came through it is deeper. */
export const maxDepth = 10_000;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own members only: a document may well lack `constructor`. */
export function getOwn(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Makes `__proto__` a member like any other, where an assignment would change the prototype. */
export function setOwn(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** The members that are there, in their order. */
export function membersOf(object: JsonObject): [string, Json][] {
  return Object.entries(object).filter((member): member is [string, Json] => member[1] !== undefined);
}

/** The keys of an object in the order of Go's maps: by UTF-8 bytes. */
export function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort(compareUtf8);
}

/** UTF-16 order is UTF-8 order, except that surrogates come after the rest of the basic plane. */
export function compareUtf8(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
