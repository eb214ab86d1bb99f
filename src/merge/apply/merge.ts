import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { mergeItems } from './merge-items.ts';
import { type ListShape, type MapShape, type MergeType, memberPlace, shapeFor } from './schema.ts';
import { mismatch, TOO_DEEP, UNDECLARED } from './type-error.ts';
import { isEmptyObject, MAX_NESTING } from './values.ts';

/**
 * Lays the applied value over the live one. Nothing is removed: what the applied value does not mention stays, and an
 * empty or null object or list over a live one changes nothing.
 */
export function mergeValues(live: Json, applied: Json, type: MergeType): Json {
  return merge({ live, applied, type, depth: 0 });
}

interface Merging {
  readonly live: Json | undefined;
  readonly applied: Json | undefined;
  readonly type: MergeType;
  readonly depth: number;
}

export function merge(merging: Merging): Json {
  const { live, applied, type } = merging;
  if (live === undefined) return applied as Json;
  if (merging.depth > MAX_NESTING) throw mismatch(TOO_DEEP);
  switch (shapeFor(type, applied === undefined ? live : applied)) {
    case 'map':
      return mergeMaps(merging, type.map as MapShape);
    case 'list':
      return mergeLists(merging, type.list as ListShape);
    case 'scalar':
      return leaf(merging);
    default:
      throw mismatch(UNDECLARED);
  }
}

function leaf({ live, applied }: Merging): Json {
  return (applied === undefined ? live : applied) as Json;
}

function mergeMaps(merging: Merging, map: MapShape): Json {
  const live = isJsonObject(merging.live) && !isEmptyObject(merging.live) ? merging.live : undefined;
  const applied = isJsonObject(merging.applied) && !isEmptyObject(merging.applied) ? merging.applied : undefined;
  // Between two empty ones, null and {} are not the same.
  if (map.relationship === 'atomic' || (live === undefined && applied === undefined)) return leaf(merging);
  if (applied === undefined) return live as Json;
  return mergeMembers({ live: live ?? {}, applied, depth: merging.depth + 1 }, map);
}

interface Objects {
  readonly live: JsonObject;
  readonly applied: JsonObject;
  readonly depth: number;
}

function mergeMembers({ live, applied, depth }: Objects, map: MapShape): JsonObject {
  const merged: JsonObject = { ...live };
  for (const key of Object.keys(applied)) {
    const value = applied[key];
    if (value === undefined) continue;
    const { type } = memberPlace(map, key);
    setOwn(merged, key, merge({ live: getOwn(live, key), applied: value, type, depth }));
  }
  return merged;
}

function mergeLists(merging: Merging, list: ListShape): Json {
  const live = Array.isArray(merging.live) ? merging.live : [];
  const applied = Array.isArray(merging.applied) ? merging.applied : [];
  if (list.relationship === 'atomic' || (live.length === 0 && applied.length === 0)) return leaf(merging);
  if (applied.length === 0) return live;
  return mergeItems({ live, applied, depth: merging.depth + 1 }, list);
}
