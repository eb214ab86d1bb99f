import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';
import { type Element, elementsOf, orderElements } from './element-order.ts';
import { goValue } from './go-words.ts';
import { StrategicMergeError } from './patch-errors.ts';
import { type FieldPlan, type PatchType, planList } from './patch-schema.ts';
import {
  asList,
  asMap,
  badFormat,
  fieldAfter,
  hasDirective,
  identityOf,
  isDeletion,
  isMapType,
  itemTypeOf,
  keyOf,
  ORDER_PREFIX,
  withoutDirectives,
} from './strategic-directives.ts';
import { type MergedList, mergeLists, partition } from './strategic-list.ts';

/** A list field that a `$setElementOrder/field` speaks of. */
interface OrderedField {
  readonly directive: string;
  readonly order: Json;
  /** The object being merged into, and its type. */
  readonly target: JsonObject;
  readonly type: PatchType;
  /** What is left of the patch. */
  readonly patch: ReadonlyMap<string, Json>;
  readonly begin: (plan: FieldPlan, current: JsonObject, patch: JsonObject) => JsonObject;
}

/** Merges the field and orders its items as the directive says. No `items`: neither side has the field. */
export function mergeOrdered(field: OrderedField): { readonly name: string; readonly items?: Json[] } {
  const order = asList(field.order);
  const name = fieldAfter(ORDER_PREFIX, field.directive);
  if (name === undefined) throw badFormat('setElementOrder list');
  const [live, patched] = [getOwn(field.target, name), field.patch.get(name)];
  const current = live === undefined ? undefined : asList(live);
  const patch = patched === undefined ? undefined : asList(patched);
  const plan = planList(field.type, name);
  checkOrder(patch ?? [], order, plan.mergeKey);
  if (current === undefined && patch === undefined) return { name };
  const merged = mergeField(field, { current, patch, plan });
  return { name, items: sortMerged(merged, { current: current ?? [], patch: patch ?? [], order, plan }) };
}

interface Sides {
  readonly current: Json[] | undefined;
  readonly patch: Json[] | undefined;
  readonly plan: FieldPlan;
}

function mergeField({ begin }: OrderedField, { current, patch, plan }: Sides): MergedList {
  if (patch !== undefined && current === undefined) return { items: withoutDirectives(patch), live: [] };
  if (patch !== undefined && current !== undefined && plan.strategy === 'merge') {
    return mergeLists({ current, patch, plan, begin: (item, by) => begin(plan, item, by) });
  }
  const live = current ?? [];
  return { items: patch ?? live, live };
}

interface WantedOrder {
  readonly current: readonly Json[];
  readonly patch: readonly Json[];
  readonly order: readonly Json[];
  readonly plan: FieldPlan;
}

function sortMerged({ items, live }: MergedList, { current, patch, order, plan: { mergeKey } }: WantedOrder): Json[] {
  const elements = elementsOf(items, mergeKey);
  if (mergeKey === '') checkScalars([...items, ...order]);
  else checkLookups(elements, order, mergeKey);
  const sortable = isMapType(itemTypeOf(current, patch)) || mergeKey === '';
  if (!sortable) return [...items];
  const [patchOrder, serverOrder] = [elementsOf(order, mergeKey), elementsOf(live, mergeKey)];
  const { inside, outside } = partition(elements, patchOrder);
  return orderElements({ patched: inside, patchOrder, serverOnly: outside, serverOrder });
}

/** Go panics on objects without a merge key to order them by; here they are refused. */
function checkScalars(items: readonly Json[]): void {
  if (items.some((item) => identityOf(item) === undefined)) throw badFormat('setElementOrder list');
}

/** Each element is looked up in the order from its start; the lookup fails at the first item that is no object. */
function checkLookups(elements: readonly Element[], order: readonly Json[], mergeKey: string): void {
  const stranger = order.findIndex((item) => !isJsonObject(item));
  if (stranger === -1) return;
  const before = new Set<string | undefined>();
  for (const item of order.slice(0, stranger) as JsonObject[]) before.add(identityOf(getOwn(item, mergeKey) ?? []));
  if (elements.some(({ id }) => id === undefined || !before.has(id))) {
    throw new StrategicMergeError(`value for key ${stranger} is not a map`);
  }
}

/** The patch must have its items in the order it asks for, and may leave some out. Deletions do not count. */
function checkOrder(patch: Json[], order: Json[], mergeKey: string): void {
  if (patch.length === 0 || order.length === 0) return;
  const ordered = patch.filter((item) => mergeKey === '' || !isDeletion(asMap(item)));
  let place = 0;
  for (const item of order) {
    while (place < ordered.length && hasDirective(ordered[place] as Json)) place++;
    const next = ordered[place];
    if (next === undefined) return;
    if (isSameElement(next, item, mergeKey)) place++;
  }
  if (place >= ordered.length) return;
  throw new StrategicMergeError(
    `The order in patch list:\n${goValue(patch)}\n doesn't match ${ORDER_PREFIX} list:\n${goValue(order)}\n`,
  );
}

function isSameElement(left: Json, right: Json, mergeKey: string): boolean {
  if (mergeKey !== '') {
    const id = keyOf(asMap(left), mergeKey);
    return keyOf(asMap(right), mergeKey) === id && id !== undefined;
  }
  const id = identityOf(left);
  if (id === undefined && identityOf(right) === undefined) throw badFormat('setElementOrder list');
  return id === identityOf(right);
}
