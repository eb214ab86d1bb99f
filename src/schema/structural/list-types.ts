import { type FieldError, type FieldPath, fieldErrors, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { canonicalText, sortedJson } from './deep-values.ts';
import type { StructuralSchema } from './structural-schema.ts';
import { type Visitor, visitValue } from './visit.ts';
import { Way } from './way.ts';

/**
 * Refuses what is twice in a set, or has the same keys twice in a map list. Told once for each, at its second place.
 * k8s: apiserver/schema/listtype/validation.go
 */
export function validateListTypes(schema: StructuralSchema, value: Json, at?: FieldPath): FieldError[] {
  const check = new ListTypeCheck(new Way(at));
  visitValue(schema, value, check);
  return check.found;
}

class ListTypeCheck implements Visitor {
  readonly way: Way;
  readonly found: FieldError[] = [];

  constructor(way: Way) {
    this.way = way;
  }
  list({ node }: StructuralSchema, list: readonly Json[]): void {
    if (node.listType === 'set') this.found.push(...validateSet(list, this.way));
    else if (node.listType === 'map') this.found.push(...validateMap(list, node.listMapKeys, this.way));
  }
}

function validateSet(list: readonly Json[], way: Way): FieldError[] {
  if (list.length < 2) return [];
  return secondPlaces(list.map(canonicalText)).map((index) =>
    fieldErrors.duplicate(way.path.index(index), sortedJson(list[index] ?? null)),
  );
}

function validateMap(list: readonly Json[], keys: readonly string[], way: Way): FieldError[] {
  const odd = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (odd >= 0) {
    const detail = 'must be an object for an array of list-type map';
    return [fieldErrors.invalid(way.path.index(odd), sortedJson(list[odd] ?? null), detail)];
  }
  if (list.length < 2) return [];
  const identities = list.map((item) => identityOf(isJsonObject(item) ? item : null, keys));
  return secondPlaces(identities.map(canonicalText)).map((index) =>
    fieldErrors.duplicate(way.path.index(index), sortedJson(identities[index] ?? null)),
  );
}

function identityOf(item: JsonObject | null, keys: readonly string[]): JsonObject {
  const identity: JsonObject = {};
  if (item === null) return identity;
  for (const key of keys) if (Object.hasOwn(item, key)) setOwn(identity, key, item[key] ?? null);
  return identity;
}

/** Where each text that occurs more than once stands for the second time. */
function secondPlaces(texts: readonly string[]): number[] {
  const seen = new Map<string, number>();
  const places: number[] = [];
  for (const [index, text] of texts.entries()) {
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    if (times === 2) places.push(index);
  }
  return places;
}
