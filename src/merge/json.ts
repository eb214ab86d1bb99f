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
