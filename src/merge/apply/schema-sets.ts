import { changed, type FieldNode, FieldSet } from './field-set.ts';
import type { PathElement } from './path-element.ts';
import { type MapShape, type MergeType, untypedAtomic } from './schema.ts';

/** With the structs' own fields that lead to members: `a.b.c` gives `a` too if that is a field, not if it is a key. */
export function withNamedFields(set: FieldSet, type: MergeType | undefined): FieldSet {
  return set.map((node) => {
    if (node.below.isEmpty) return node;
    const { element } = node;
    const isField = element.kind === 'field' && type?.map?.fields.has(element.name) === true;
    const below = withNamedFields(node.below, innerType(type, element));
    return changed(node, { member: node.member || isField, below });
  });
}

function innerType(type: MergeType | undefined, element: PathElement): MergeType | undefined {
  if (element.kind === 'field') return type?.map?.fields.get(element.name)?.type ?? type?.map?.values;
  return element.kind === 'key' ? type?.list?.items : undefined;
}

/**
 * Brings a set up to date with a type that was granular when the set was written and is atomic now: whoever owned a
 * part owns the whole. The other way round nothing is to be done: the owner of the whole still owns it, and nothing below.
 */
export function reconcile(set: FieldSet, type: MergeType): FieldSet {
  if (type.map !== undefined) return isDeduced(type.map) ? set : reconcileMembers(set, type.map);
  const { scalar, list } = type;
  return scalar !== undefined || list === undefined ? set : set.map((node) => reconcileNode(node, list.items));
}

function reconcileMembers(set: FieldSet, map: MapShape): FieldSet {
  return set.map((node) => {
    const field = node.element.kind === 'field' ? map.fields.get(node.element.name) : undefined;
    const type = field?.type ?? map.values;
    return type === undefined ? node : reconcileNode(node, type);
  });
}

function reconcileNode(node: FieldNode, type: MergeType): FieldNode | undefined {
  if (node.below.isEmpty) return node;
  if (isAtomic(type)) return changed(node, { member: true, below: FieldSet.empty });
  return changed(node, { member: node.member, below: reconcile(node.below, type) });
}

function isAtomic({ map, scalar, list }: MergeType): boolean {
  if (map !== undefined) return map.relationship === 'atomic' && !isDeduced(map);
  return scalar === undefined && list?.relationship === 'atomic';
}

/** Values without a schema never had another one. */
function isDeduced({ fields, values }: MapShape): boolean {
  return fields.size === 0 && values?.scalar === 'untyped' && values !== untypedAtomic;
}
