/** A JSON value as it travels through the server. Integers past 2^53 are `bigint`, so that an int64 survives unchanged. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** A number of a field that may hold more than 2^53: a bigint only where a number would not do. */
export type Int64 = number | bigint;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Sets a key that came from outside. A plain assignment of `__proto__` would replace the prototype; this makes it an
 * ordinary property like any other.
 */
export function setOwn<T>(target: { [key: string]: T | undefined }, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** Reads a key that came from outside: own properties only. */
export function getOwn<T>(source: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}

/** A deep copy of JSON data; much cheaper than `structuredClone`, which knows of everything else. */
export function cloneJson<T extends Json | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cloneJson(item)) as T;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson((value as JsonObject)[key]));
  return copy as T;
}
