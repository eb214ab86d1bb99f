import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { ChoicePlan, MemberPlan, StructPlan, ValuePlan } from './type-plan.ts';

/**
 * The object as it would be read again after it was written: without the empty lists and maps that are left out there. Shares
 * whatever does not change, and is the same object where nothing does.
 */
export function dropEmpties<T extends JsonObject>(plan: StructPlan, object: T): T {
  let result = object;
  for (const member of plan.members) {
    const value = object[member.name];
    if (typeof value !== 'object' || value === null) continue;
    const dropped = isDropped(member, value) ? undefined : inside(member.value, value);
    if (dropped === value) continue;
    if (result === object) result = { ...object };
    if (dropped === undefined) delete result[member.name];
    else (result as JsonObject)[member.name] = dropped;
  }
  return result;
}

function isDropped({ dropsZero, keepsEmpty }: MemberPlan, value: object): boolean {
  return dropsZero && keepsEmpty && Object.keys(value).length === 0;
}

function inside(plan: ValuePlan, value: Json): Json {
  if (plan.shape === 'choice') return insideChoice(plan, value);
  if (plan.shape === 'struct' && isJsonObject(value)) return dropEmpties(plan, value);
  if (plan.shape === 'list' && Array.isArray(value)) return eachItem(plan.items, value);
  if (plan.shape === 'map' && isJsonObject(value)) return eachMember(plan.values, value);
  return value;
}

function insideChoice(plan: ChoicePlan, value: Json): Json {
  const form = Array.isArray(value) ? plan.list : plan.object;
  return form === undefined ? value : inside(form, value);
}

function eachItem(plan: ValuePlan, list: Json[]): Json[] {
  if (!holdsEmpties(plan)) return list;
  const items = list.map((item) => inside(plan, item));
  return items.every((item, at) => item === list[at]) ? list : items;
}

function eachMember(plan: ValuePlan, map: JsonObject): JsonObject {
  if (!holdsEmpties(plan)) return map;
  const entries = Object.entries(map).map(
    ([key, value]) => [key, value === undefined ? value : inside(plan, value)] as const,
  );
  return entries.every(([key, value]) => map[key] === value) ? map : Object.fromEntries(entries);
}

function holdsEmpties({ shape }: ValuePlan): boolean {
  return shape === 'struct' || shape === 'list' || shape === 'map' || shape === 'choice';
}
