import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';
import { goString, goTypeName, goValue } from './go-words.ts';
import { type Pruning, prune } from './json-tree.ts';
import { MalformedPatchError, PatchDoesNotApplyError, StrategicMergeError } from './patch-errors.ts';

/** In an object: `replace` or `delete` it. In an item of a merging list: `delete` that item, or `replace` all of them. */
export const PATCH_DIRECTIVE = '$patch';
export const RETAIN_KEYS_DIRECTIVE = '$retainKeys';
export const ORDER_PREFIX = '$setElementOrder';
export const DELETE_PREFIX = '$deleteFromPrimitiveList';

export function hasDirective(value: Json): boolean {
  return isJsonObject(value) && getOwn(value, PATCH_DIRECTIVE) !== undefined;
}

export function isDeletion(value: Json): boolean {
  return isJsonObject(value) && getOwn(value, PATCH_DIRECTIVE) === 'delete';
}

/** The field that `prefix/field` speaks of; undefined if the key is not of that form. */
export function fieldAfter(prefix: string, key: string): string | undefined {
  return key.startsWith(`${prefix}/`) ? key.slice(prefix.length + 1) : undefined;
}

const directives: Pruning = { member: hasDirective, item: hasDirective };

export function withoutDirectives(value: Json[]): Json[] {
  return prune(value, directives) as Json[];
}

// A null `$patch` is discarded with the other nulls, before anybody looks for directives.
const hasRealDirective = (value: Json) => hasDirective(value) && (value as JsonObject)[PATCH_DIRECTIVE] !== null;
const nullsAndDirectives: Pruning = {
  member: (value) => value === null || hasRealDirective(value),
  item: hasRealDirective,
};

/** The value to store where there is nothing to merge with; undefined if nothing is to be stored. */
export function asNewValue(value: Json): Json | undefined {
  return hasRealDirective(value) ? undefined : prune(value, nullsAndDirectives);
}

/** What Go compares when it looks for a merge key or a scalar. Undefined for objects and lists, which equal nothing. */
export function identityOf(value: Json): string | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  return typeof value === 'string' ? `"${value}` : String(value);
}

const MAP_TYPE = 'map[string]interface {}';

/** The type that all items of the lists have. */
export function itemTypeOf(current: readonly Json[], patch: readonly Json[]): string {
  let type: string | undefined;
  for (const list of [current, patch]) {
    for (const item of list) {
      if (type === undefined && Array.isArray(item)) {
        throw new PatchDoesNotApplyError('lists of lists are not supported');
      }
      // Go panics at a null in the first place; here it is an item that does not match.
      type ??= item === null ? '' : goTypeName(item);
      if (type !== goTypeName(item)) throw mixedItems(current, patch);
    }
  }
  if (type === undefined) throw new StrategicMergeError('no elements in any of the given slices');
  return type;
}

function mixedItems(current: readonly Json[], patch: readonly Json[]): StrategicMergeError {
  return new StrategicMergeError(
    `list element types are not identical: [${goValue([...current])} ${goValue([...patch])}]`,
  );
}

export function isMapType(itemType: string): boolean {
  return itemType === MAP_TYPE;
}

export function asMap(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw new StrategicMergeError(`expected a ${MAP_TYPE}, but received a ${goTypeName(value)}`);
}

export function asList(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  throw new StrategicMergeError(`expected a []interface {}, but received a ${goTypeName(value)}`);
}

/** The item's merge key, which must be there, as what is compared. */
export function keyOf(item: JsonObject, mergeKey: string): string | undefined {
  const key = getOwn(item, mergeKey);
  if (key !== undefined) return identityOf(key);
  throw new StrategicMergeError(`map: ${goValue(item)} does not contain declared merge key: ${mergeKey}`);
}

export function unknownDirective(directive: Json, patch: JsonObject): StrategicMergeError {
  return new StrategicMergeError(`unknown patch type: ${goString(directive)} in map: ${goValue(patch)}`);
}

export function badFormat(what: 'primitive list' | 'retainKeys' | 'setElementOrder list'): MalformedPatchError {
  return new MalformedPatchError(`invalid patch format of ${what}`);
}
