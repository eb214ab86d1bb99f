import { parseJson } from '#machinery';
import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';

/** What another server sent, which may be anything. Undefined where it is not an object. */
export function objectIn(bytes: Uint8Array): JsonObject | undefined {
  const { value } = parseJson(bytes, { duplicates: false });
  return isJsonObject(value) ? value : undefined;
}

export function textOf(object: JsonObject, name: string): string {
  const value = getOwn(object, name);
  return typeof value === 'string' ? value : '';
}

export function objectOf(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name);
  return isJsonObject(value) ? value : {};
}

export function objectsOf(object: JsonObject, name: string): readonly JsonObject[] {
  return listOf(object, name).filter(isJsonObject);
}

export function textsOf(object: JsonObject, name: string): string[] {
  return listOf(object, name).filter((item) => typeof item === 'string');
}

function listOf(object: JsonObject, name: string): readonly Json[] {
  const value = getOwn(object, name);
  return Array.isArray(value) ? value : [];
}
