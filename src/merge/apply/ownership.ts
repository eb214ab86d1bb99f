import { isJsonObject, type Json, type JsonObject } from '#meta';
import { type FieldNode, FieldSet } from './field-set.ts';
import { itemsByName, itemsByNameOrPosition } from './list-items.ts';
import { type ListShape, type MapShape, type MergeType, memberPlace, shapeFor } from './schema.ts';
import { mismatch, TOO_DEEP } from './type-error.ts';
import { isEmptyObject, MAX_NESTING } from './values.ts';

/** The fields that are owned by whoever sends this value: leaves, items, and what is empty or null. */
export function ownedBy(value: Json, type: MergeType): FieldSet {
  return own(value, type, 0).below;
}

/** Whether the value is owned as such, and what is owned below. */
type Owned = Omit<FieldNode, 'element'>;

const whole: Owned = { member: true, below: FieldSet.empty };
const nothing: Owned = { member: false, below: FieldSet.empty };

function own(value: Json, type: MergeType, depth: number): Owned {
  if (depth > MAX_NESTING) throw mismatch(TOO_DEEP);
  switch (shapeFor(type, value)) {
    case 'map':
      if (type.map?.relationship === 'atomic') return whole;
      return isJsonObject(value)
        ? { member: false, below: ownMembers(value, type.map as MapShape, depth + 1) }
        : nothing;
    case 'list':
      if (type.list?.relationship === 'atomic') return whole;
      return Array.isArray(value)
        ? { member: false, below: ownItems(value, type.list as ListShape, depth + 1) }
        : nothing;
    default:
      return whole;
  }
}

function ownMembers(object: JsonObject, map: MapShape, depth: number): FieldSet {
  const nodes: FieldNode[] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const { element, type } = memberPlace(map, key);
    const { member, below } = own(value, type, depth);
    const isMember = member || !map.fields.has(key) || value === null || (isJsonObject(value) && isEmptyObject(value));
    if (isMember || !below.isEmpty) nodes.push({ element, member: isMember, below });
  }
  return FieldSet.fromNodes(nodes);
}

function ownItems(items: readonly Json[], list: ListShape, depth: number): FieldSet {
  const nodes: FieldNode[] = [];
  for (const { element, items: same } of itemsByNameOrPosition(list, items).values()) {
    const below = same.length > 1 ? FieldSet.empty : own(same[0] as Json, list.items, depth).below;
    nodes.push({ element, member: true, below });
  }
  return FieldSet.fromNodes(nodes);
}

/** Every path of a value that is there: also the objects and lists that hold others. */
export function allFields(value: Json, type: MergeType, depth = 0): FieldSet {
  if (depth > MAX_NESTING) throw mismatch(TOO_DEEP);
  const shape = shapeFor(type, value);
  if (shape === 'map' && isJsonObject(value) && type.map?.relationship === 'granular') {
    return allMembers(value, type.map, depth + 1);
  }
  if (shape === 'list' && Array.isArray(value) && type.list?.relationship !== 'atomic') {
    return allItems(value, type.list as ListShape, depth + 1);
  }
  return FieldSet.empty;
}

function allMembers(object: JsonObject, map: MapShape, depth: number): FieldSet {
  const nodes: FieldNode[] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const { element, type } = memberPlace(map, key);
    nodes.push({ element, member: true, below: allFields(value, type, depth) });
  }
  return FieldSet.fromNodes(nodes);
}

function allItems(items: readonly Json[], list: ListShape, depth: number): FieldSet {
  const nodes: FieldNode[] = [];
  for (const { element, items: same } of itemsByName(list, items).values()) {
    const below = same.length > 1 ? FieldSet.empty : allFields(same[0] as Json, list.items, depth);
    nodes.push({ element, member: true, below });
  }
  return FieldSet.fromNodes(nodes);
}
