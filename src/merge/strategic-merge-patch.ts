import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { cannotUnmarshal } from './go-words.ts';
import { MAX_DEPTH, membersOf } from './json.ts';
import { PatchDoesNotApplyError } from './patch-errors.ts';
import { type FieldPlan, type PatchType, planList, planObject } from './patch-schema.ts';
import { StepBudget } from './step-budget.ts';
import {
  asNewValue,
  badFormat,
  DELETE_PREFIX,
  fieldAfter,
  ORDER_PREFIX,
  PATCH_DIRECTIVE,
  RETAIN_KEYS_DIRECTIVE,
  unknownDirective,
} from './strategic-directives.ts';
import { mergeLists } from './strategic-list.ts';
import { mergeOrdered } from './strategic-order.ts';

/** An item of a list is looked up, partitioned and sorted. */
const STEPS_PER_ITEM = 16;

/** An object to be merged, of that type. */
interface Merging {
  readonly target: JsonObject;
  readonly patch: JsonObject;
  readonly type: PatchType;
  readonly depth: number;
}

/**
 * A strategic merge patch: like a JSON merge patch, but lists merge by the merge key that their type declares, and
 * directives in the patch tell more (`$patch`, `$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`).
 *
 *     {"containers": [{"name": "a", "image": "1"}]}  patched with  {"containers": [{"name": "b"}, {"name": "a", "tty": true}]}
 *     gives  {"containers": [{"name": "b"}, {"name": "a", "image": "1", "tty": true}]}
 *
 * The result may share parts with the document and the patch, and neither is changed.
 */
export function applyStrategicMergePatch(document: JsonObject, patch: Json, type: PatchType): JsonObject {
  if (patch === null) return document;
  if (!isJsonObject(patch)) throw cannotUnmarshal(patch, 'value of type map[string]interface {}');
  return new StrategicMerge().run(document, { patch, type });
}

/**
 * The merge of an object puts the objects within it in their places at once and merges into them later, so that depth
 * costs no stack. They are merged in the order they were met, each with all that is in it before the next.
 */
class StrategicMerge {
  readonly #waiting: Merging[] = [];
  readonly #met: Merging[] = [];
  /** Objects made here may be merged into as they are. */
  readonly #own = new WeakSet<object>();
  readonly #budget = new StepBudget();

  run(document: JsonObject, { patch, type }: Pick<Merging, 'patch' | 'type'>): JsonObject {
    const result = this.#begin(document, { patch, type, depth: 1 });
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#merge(next);
    return result;
  }

  #next(): Merging | undefined {
    for (let met = this.#met.pop(); met !== undefined; met = this.#met.pop()) this.#waiting.push(met);
    return this.#waiting.pop();
  }

  #begin(current: JsonObject, { patch, type, depth }: Omit<Merging, 'target'>): JsonObject {
    if (depth > MAX_DEPTH) throw new PatchDoesNotApplyError('exceeded max depth');
    const directive = getOwn(patch, PATCH_DIRECTIVE);
    if (directive !== undefined) return obey(directive, patch);
    const target = this.#own.has(current) ? current : { ...current };
    this.#own.add(target);
    this.#met.push({ target, patch, type, depth });
    return target;
  }

  #merge(merging: Merging): void {
    const { target } = merging;
    this.#spendOn(target, merging.patch);
    const patch = new Map(membersOf(merging.patch));
    retainKeys(target, patch);
    for (const [directive, order] of [...patch]) {
      if (!directive.startsWith(ORDER_PREFIX)) continue;
      patch.delete(directive);
      const begin = this.#beginWithin(merging);
      const { name, items } = mergeOrdered({ ...merging, directive, order, patch, begin });
      if (items === undefined) continue;
      setOwn(target, name, items);
      patch.delete(name);
    }
    for (const [key, value] of patch) this.#mergeMember(merging, key, value);
  }

  /** Many items of one key, in one list, merge into the same object again and again. */
  #spendOn(target: JsonObject, patch: JsonObject): void {
    for (const [key] of membersOf(patch)) {
      const current = getOwn(target, key.slice(key.indexOf('/') + 1));
      if (Array.isArray(current)) this.#budget.spend(STEPS_PER_ITEM * current.length);
    }
    if (Object.hasOwn(patch, RETAIN_KEYS_DIRECTIVE)) this.#budget.spend(Object.keys(target).length);
  }

  #beginWithin({ depth }: Merging) {
    return ({ type }: FieldPlan, current: JsonObject, patch: JsonObject) =>
      this.#begin(current, { patch, type, depth: depth + 1 });
  }

  #mergeMember(merging: Merging, key: string, value: Json): void {
    const { target } = merging;
    const { name, deletes } = readKey(key);
    const current = getOwn(target, name);
    if (value === null) delete target[name];
    else if (isJsonObject(current) && isJsonObject(value)) this.#mergeObject(merging, name, { current, value });
    else if (Array.isArray(current) && Array.isArray(value)) {
      setOwn(target, name, this.#mergeList(merging, name, { current, value, deletes }));
    } else if (!deletes) setOrRemove(target, name, asNewValue(value));
  }

  #mergeObject(merging: Merging, name: string, { current, value }: Record<'current' | 'value', JsonObject>): void {
    const plan = planObject(merging.type, name);
    const merged = plan.strategy === 'replace' ? value : this.#beginWithin(merging)(plan, current, value);
    setOwn(merging.target, name, merged);
  }

  #mergeList(
    merging: Merging,
    name: string,
    { current, value, deletes }: { readonly current: Json[]; readonly value: Json[]; readonly deletes: boolean },
  ): Json[] {
    const plan = planList(merging.type, name);
    if (plan.strategy !== 'merge' && !deletes) return value;
    const begin = (item: JsonObject, patch: JsonObject) => this.#beginWithin(merging)(plan, item, patch);
    return [...mergeLists({ current, patch: value, plan, begin, deletes }).items];
  }
}

/** An object that says itself what becomes of it. What replaces is taken as it is. */
function obey(directive: Json, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw unknownDirective(directive, patch);
  const { [PATCH_DIRECTIVE]: _, ...rest } = patch;
  return rest;
}

/** `$retainKeys` names all the members that shall be left: those of the patch, and those of the target that may stay. */
function retainKeys(target: JsonObject, patch: Map<string, Json>): void {
  const keys = patch.get(RETAIN_KEYS_DIRECTIVE);
  if (keys === undefined) return;
  patch.delete(RETAIN_KEYS_DIRECTIVE);
  if (!Array.isArray(keys)) throw badFormat('retainKeys');
  const retained = new Set<Json>(keys);
  for (const [key, value] of patch) {
    if (value === null || key.startsWith(DELETE_PREFIX) || key.startsWith(ORDER_PREFIX)) continue;
    if (!retained.has(key)) throw badFormat('retainKeys');
  }
  for (const key of Object.keys(target)) if (!retained.has(key)) delete target[key];
}

/** Which member a key of the patch means, and whether it lists what to delete from it. */
function readKey(key: string): { readonly name: string; readonly deletes: boolean } {
  if (!key.startsWith(DELETE_PREFIX)) return { name: key, deletes: false };
  const name = fieldAfter(DELETE_PREFIX, key);
  if (name === undefined) throw badFormat('primitive list');
  return { name: name === '' ? key : name, deletes: true };
}

function setOrRemove(target: JsonObject, key: string, value: Json | undefined): void {
  if (value === undefined) delete target[key];
  else setOwn(target, key, value);
}
