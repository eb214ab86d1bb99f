import { isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import type { FieldNode, FieldSet } from './field-set.ts';
import { keyedPaths } from './keyed-paths.ts';
import { nameItem } from './list-items.ts';
import { ownedBy } from './ownership.ts';
import { type ListShape, type MapShape, type MergeType, memberPlace, shapeFor, type TypedPlace } from './schema.ts';
import { mismatch, TOO_DEEP } from './type-error.ts';
import { isEmptyObject, MAX_NESTING } from './values.ts';

/** The value without the members and items of the set. What loses all its content becomes null. */
export function removeItems(value: Json, items: FieldSet, type: MergeType): Json {
  return sift({ value, items, type, depth: 0 }, remove);
}

/** The value with nothing but the members and items of the set. */
function extractItems(value: Json, items: FieldSet, type: MergeType): Json {
  return sift({ value, items, type, depth: 0 }, extract);
}

/** As `extractItems`, with the keys of each extracted item, so that the result can be applied. */
export function extractKeyedItems(value: Json, items: FieldSet, type: MergeType): Json {
  return extractItems(value, items.union(keyedPaths(items.intersection(ownedBy(value, type)))), type);
}

interface Sifting {
  readonly value: Json;
  readonly items: FieldSet;
  readonly type: MergeType;
  readonly depth: number;
}

/** Decides what stays: of an atomic value, and of each member or item that the set contains or leads into. */
interface Sieve {
  readonly whole: (value: Json) => Json;
  /** Of what the set does not mention. */
  readonly other: (value: Json) => Json | undefined;
  /** Undefined leaves it out. */
  readonly part: (sifting: Sifting, node: FieldNode) => Json | undefined;
}

const remove: Sieve = {
  whole: () => null,
  other: (value) => value,
  part: (sifting, { member }) => (member ? undefined : sift(sifting, remove)),
};

const extract: Sieve = {
  whole: (value) => value,
  other: () => undefined,
  part: (sifting, { element, below }) => {
    // An item alone stands for all that is in it; a struct alone for nothing in it.
    return below.isEmpty && element.kind !== 'field' ? sifting.value : sift(sifting, extract);
  },
};

function sift({ value, items, type, depth }: Sifting, sieve: Sieve): Json {
  if (depth > MAX_NESTING) throw mismatch(TOO_DEEP);
  const shape = shapeFor(type, value);
  if (shape === 'scalar') return value;
  if (shape === 'map' && isJsonObject(value)) {
    if (type.map?.relationship === 'atomic' || isEmptyObject(value)) return sieve.whole(value);
    return siftMembers(value, type.map as MapShape, { items, sieve, depth: depth + 1 });
  }
  if (shape === 'list' && Array.isArray(value)) {
    if (type.list?.relationship === 'atomic' || value.length === 0) return sieve.whole(value);
    return siftItems(value, type.list as ListShape, { items, sieve, depth: depth + 1 });
  }
  return null;
}

interface Inner {
  readonly items: FieldSet;
  readonly sieve: Sieve;
  readonly depth: number;
}

function siftPart(value: Json, { element, type }: TypedPlace, { items, sieve, depth }: Inner): Json | undefined {
  const node = items.node(element);
  return node === undefined ? sieve.other(value) : sieve.part({ value, items: node.below, type, depth }, node);
}

function siftMembers(object: JsonObject, map: MapShape, inner: Inner): Json {
  const kept: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const part = siftPart(value, memberPlace(map, key), inner);
    if (part !== undefined) setOwn(kept, key, part);
  }
  return isEmptyObject(kept) ? null : kept;
}

function siftItems(items: readonly Json[], list: ListShape, inner: Inner): Json {
  const kept: Json[] = [];
  for (const item of items) {
    const element = nameItem(list, item);
    const isNamed = typeof element !== 'string';
    const part = isNamed ? siftPart(item, { element, type: list.items }, inner) : inner.sieve.other(item);
    if (part !== undefined) kept.push(part);
  }
  return kept.length === 0 ? null : kept;
}
