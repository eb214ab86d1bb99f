import { getOwn, type Json, type JsonObject } from '#meta';
import { type Element, elementsOf, orderElements } from './element-order.ts';
import { StrategicMergeError } from './patch-errors.ts';
import { type FieldPlan, goKind } from './patch-schema.ts';
import {
  asMap,
  identityOf,
  isMapType,
  itemTypeOf,
  keyOf,
  PATCH_DIRECTIVE,
  unknownDirective,
} from './strategic-directives.ts';

/** Begins the merge of two objects and returns what it is merged into. */
type BeginMerge = (current: JsonObject, patch: JsonObject) => JsonObject;

interface ListMerge {
  readonly current: readonly Json[];
  readonly patch: readonly Json[];
  readonly plan: FieldPlan;
  readonly begin: BeginMerge;
  /** The patch came as a list of what is to be deleted. */
  readonly deletes?: boolean;
}

export interface MergedList {
  readonly items: readonly Json[];
  /** The live items in their order, for those who order the items again. */
  readonly live: readonly Json[];
}

/** Merges the items of two lists: scalars as a set, objects by their merge key. */
export function mergeLists(merge: ListMerge): MergedList {
  const { current, patch } = merge;
  if (current.length === 0 && patch.length === 0) return { items: current, live: current };
  return isMapType(itemTypeOf(current, patch)) ? mergeObjects(merge) : mergeScalars(merge);
}

function mergeScalars({ current, patch, plan: { mergeKey }, deletes = false }: ListMerge): MergedList {
  const inPatch = new Set(patch.map(identityOf));
  if (deletes) return { items: current.filter((item) => !inPatch.has(identityOf(item))), live: current };
  // Scalars where objects with a merge key belong.
  if (mergeKey !== '') asMap([...current, ...patch][0] as Json);
  const [serverOrder, patchOrder] = [elementsOf(current, ''), elementsOf(patch, '')];
  const serverOnly = unique(serverOrder).filter(({ id }) => !inPatch.has(id));
  return { items: orderElements({ patched: unique(patchOrder), patchOrder, serverOnly, serverOrder }), live: current };
}

function unique(elements: readonly Element[]): Element[] {
  return [...new Map(elements.map((element) => [element.id, element])).values()];
}

function mergeObjects({ current, patch, plan, begin }: ListMerge): MergedList {
  const { mergeKey } = plan;
  if (mergeKey === '') {
    throw new StrategicMergeError(`cannot merge lists without merge key for ${goKind(plan.type)}`);
  }
  const { plain, deleted, replaces } = sortOutDirectives(patch as JsonObject[], mergeKey);
  const kept = (current as JsonObject[]).filter((item) => !isAmong(deleted, item, mergeKey));
  if (replaces) return { items: orderElements(onlyServer(elementsOf(plain, mergeKey))), live: kept };
  const merged = mergeByKey({ items: [...kept], patch: plain, mergeKey, begin });
  const [serverOrder, patchOrder] = [elementsOf(kept, mergeKey), elementsOf(plain, mergeKey)];
  const { inside, outside } = partition(elementsOf(merged, mergeKey), patchOrder);
  const items = orderElements({ patched: inside, patchOrder, serverOnly: outside, serverOrder });
  // k8s: in Go, items added to a list take the places of those deleted from it, in the live list too: they count as live.
  return { items, live: merged.slice(0, current.length) };
}

function onlyServer(items: readonly Element[]) {
  return { patched: [], patchOrder: [], serverOnly: items, serverOrder: items };
}

interface Sorted {
  /** The items without a directive. */
  readonly plain: JsonObject[];
  readonly deleted: ReadonlySet<string | undefined>;
  readonly replaces: boolean;
}

function sortOutDirectives(patch: readonly JsonObject[], mergeKey: string): Sorted {
  const plain: JsonObject[] = [];
  const deleted = new Set<string | undefined>();
  let replaces = false;
  for (const item of patch) {
    const directive = getOwn(item, PATCH_DIRECTIVE);
    if (directive === undefined) plain.push(item);
    else if (directive === 'delete') deleted.add(keyOf(item, mergeKey));
    else if (directive === 'replace') replaces = true;
    else if (directive === 'merge') {
      throw new StrategicMergeError('merging lists cannot yet be specified in the patch');
    } else throw unknownDirective(directive, item);
  }
  // What has no identity equals nothing, not even its like.
  deleted.delete(undefined);
  return { plain, deleted, replaces };
}

function isAmong(ids: ReadonlySet<string | undefined>, item: JsonObject, mergeKey: string): boolean {
  const key = getOwn(item, mergeKey);
  return key !== undefined && ids.has(identityOf(key));
}

interface KeyedMerge {
  readonly items: JsonObject[];
  readonly patch: readonly JsonObject[];
  readonly mergeKey: string;
  readonly begin: BeginMerge;
}

/** Merges each item into the first of the same key, or adds it as it is. */
function mergeByKey({ items, patch, mergeKey, begin }: KeyedMerge): JsonObject[] {
  const places = new Map<string, number>();
  const note = (item: JsonObject, place: number) => {
    const key = getOwn(item, mergeKey);
    const id = key === undefined ? undefined : identityOf(key);
    if (id !== undefined && !places.has(id)) places.set(id, place);
  };
  for (const [place, item] of items.entries()) note(item, place);
  for (const item of patch) {
    const id = keyOf(item, mergeKey);
    const place = id === undefined ? undefined : places.get(id);
    if (place === undefined) note(item, items.push(item) - 1);
    else items[place] = begin(items[place] as JsonObject, item);
  }
  return items;
}

/** Those that are among the others, and those that are not. */
export function partition(elements: readonly Element[], others: readonly Element[]) {
  const ids = new Set(others.map(({ id }) => id).filter((id) => id !== undefined));
  const isInside = ({ id }: Element) => id !== undefined && ids.has(id);
  return { inside: elements.filter(isInside), outside: elements.filter((element) => !isInside(element)) };
}
