import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { cannotUnmarshal } from './go-words.ts';
import { MAX_DEPTH, membersOf, sortedKeys } from './json.ts';
import { type Pruning, prune } from './json-tree.ts';
import { MalformedPatchError, PatchDoesNotApplyError } from './patch-errors.ts';

export interface PatchReading {
  /** Accepts patches that a decoder with the expected Go types would refuse. */
  readonly lenient?: boolean;
}

interface Merging {
  readonly target: JsonObject;
  readonly patch: JsonObject;
  readonly depth: number;
}

/** Null means absence, also in what a patch brings anew. Nulls that are items of lists stay. */
const withoutNulls: Pruning = { member: (value) => value === null, item: () => false };

/**
 * A JSON merge patch (RFC 7386): objects merge member by member, null removes, all else replaces.
 *
 *     {"a": 1, "b": {"c": 2}}  patched with  {"a": null, "b": {"d": [null]}}  gives  {"b": {"c": 2, "d": [null]}}
 *
 * The result may share parts with the document and the patch, and neither is changed.
 */
export function applyJsonMergePatch(document: JsonObject, patch: Json, reading: PatchReading = {}): Json {
  if (!isJsonObject(patch)) return applyOther(patch, reading);
  const result = { ...document };
  const waiting: Merging[] = [{ target: result, patch, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > MAX_DEPTH) throw new PatchDoesNotApplyError('exceeded max depth');
    for (const [key, value] of membersOf(next.patch)) mergeMember(next, { key, value, waiting });
  }
  return result;
}

function mergeMember(
  { target, depth }: Merging,
  { key, value, waiting }: { readonly key: string; readonly value: Json; readonly waiting: Merging[] },
): void {
  const current = getOwn(target, key);
  if (value === null) {
    delete target[key];
  } else if (isJsonObject(current) && isJsonObject(value)) {
    const merged = { ...current };
    setOwn(target, key, merged);
    waiting.push({ target: merged, patch: value, depth: depth + 1 });
  } else {
    // k8s: evanphx/json-patch merge.go: a list that takes the place of an object keeps its items as they are.
    setOwn(target, key, isJsonObject(current) ? value : prune(value, withoutNulls));
  }
}

/** A patch that is no object. A list is the new document, for the lenient. */
function applyOther(patch: Json, { lenient = false }: PatchReading): Json {
  if (patch !== null && !lenient) {
    const { message } = cannotUnmarshal(patch, 'value of type map[string]interface {}');
    throw new MalformedPatchError(`error decoding patch: ${message}`);
  }
  if (!Array.isArray(patch)) throw new MalformedPatchError('Invalid JSON Patch');
  return prune(patch, withoutNulls);
}

/** The result as Go shows it: its keys are in order wherever the patch said something, and the rest is as it was. */
export function orderAsMerged(result: Json, patch: Json | undefined, depth = 0): Json {
  if (depth > MAX_ORDERED_DEPTH) return result;
  if (Array.isArray(result) && Array.isArray(patch)) {
    return result.map((item, at) => orderAsMerged(item, patch[at], depth + 1));
  }
  if (!isJsonObject(result) || !isJsonObject(patch)) return result;
  const ordered: JsonObject = {};
  for (const key of sortedKeys(result)) {
    setOwn(ordered, key, orderAsMerged(getOwn(result, key) as Json, getOwn(patch, key), depth + 1));
  }
  return ordered;
}

/** Deeper values are not ordered: the order matters only in messages, and ordering is recursive. */
const MAX_ORDERED_DEPTH = 1000;
