import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { canonicalText } from '#schema';
import { ConversionRuleError } from '../conversion-fault.ts';
import { applyMappings, type Kept, type Mapping, plainMapping, type Side, type Values } from '../mapping.ts';
import { RuleFault } from '../rule-reader.ts';
import type { Slot } from '../slot.ts';
import type { RuleKind } from './rule-kind.ts';

const wrap = ([value]: Values): Values => [value === undefined ? undefined : [value]];

function first(slot: Slot): (values: Values) => Values {
  return ([value]) => {
    if (value === undefined) return [undefined];
    if (!Array.isArray(value)) throw new ConversionRuleError(`${slot.text} is no list`);
    return [value[0]];
  };
}

/** `toList: { from: spec.param, to: spec.params }`: the one value is the first of the list. */
export const toListRule: RuleKind = (reader) => {
  const [from, to] = [reader.slot('from'), reader.slot('to')];
  return plainMapping({
    ...{ text: `toList ${from.text} → ${to.text}`, left: [from], right: [to] },
    ...{ toRight: wrap, toLeft: first(to) },
  });
};

/** `toItem: { from: spec.params, to: spec.param }`: the other way round. */
export const toItemRule: RuleKind = (reader) => {
  const [from, to] = [reader.slot('from'), reader.slot('to')];
  return plainMapping({
    ...{ text: `toItem ${from.text} → ${to.text}`, left: [from], right: [to] },
    ...{ toRight: first(from), toLeft: wrap },
  });
};

function mapOf(key: string, slot: Slot): (values: Values) => Values {
  return ([value]) => {
    if (value === undefined) return [undefined];
    const map: JsonObject = {};
    for (const item of Array.isArray(value) ? value : [null]) {
      const name = isJsonObject(item) ? getOwn(item, key) : undefined;
      if (!isJsonObject(item) || typeof name !== 'string')
        throw new ConversionRuleError(`${slot.text} is no list of objects with ${key}`);
      if (Object.hasOwn(map, name))
        throw new ConversionRuleError(`${slot.text} has two items with ${key} ${JSON.stringify(name)}`);
      const { [key]: _, ...rest } = item;
      setOwn(map, name, rest);
    }
    return [map];
  };
}

function listOf(key: string, slot: Slot): (values: Values) => Values {
  return ([value]) => {
    if (value === undefined) return [undefined];
    if (!isJsonObject(value)) throw new ConversionRuleError(`${slot.text} is no map`);
    const names = Object.keys(value).sort();
    return [names.map((name) => ({ [key]: name, ...(getOwn(value, name) as JsonObject) }))];
  };
}

/** `listToMap: { from: spec.ports, to: spec.portsByName, key: name }` */
export const listToMapRule: RuleKind = (reader) => {
  const [from, key] = [reader.slot('from'), reader.text('key')];
  const to = reader.slot('to', from);
  return plainMapping({
    ...{ text: `listToMap ${from.text} → ${to.text}`, left: [from], right: [to] },
    ...{ toRight: mapOf(key, from), toLeft: listOf(key, to) },
  });
};

/** `mapToList: { from: spec.portsByName, to: spec.ports, key: name }` */
export const mapToListRule: RuleKind = (reader) => {
  const [from, key] = [reader.slot('from'), reader.text('key')];
  const to = reader.slot('to', from);
  return plainMapping({
    ...{ text: `mapToList ${from.text} → ${to.text}`, left: [from], right: [to] },
    ...{ toRight: listOf(key, from), toLeft: mapOf(key, to) },
  });
};

interface FieldsAndMap {
  readonly keys: readonly string[];
  readonly map: Slot;
}

function gather({ keys }: FieldsAndMap): (values: Values) => Values {
  return (values) => {
    const map: JsonObject = {};
    for (const [at, key] of keys.entries()) if (values[at] !== undefined) setOwn(map, key, values[at] as Json);
    return [Object.keys(map).length === 0 ? undefined : map];
  };
}

function spread({ keys, map }: FieldsAndMap): (values: Values) => Values {
  return ([value]) => {
    if (value === undefined) return [];
    if (!isJsonObject(value)) throw new ConversionRuleError(`${map.text} is no map`);
    return keys.map((key) => getOwn(value, key));
  };
}

/** `fieldsToMap: { from: { cpu: spec.cpu, memory: spec.memory }, to: spec.resources }` */
export const fieldsToMapRule: RuleKind = (reader) => {
  const [fields, map] = [reader.namedSlots('from'), reader.slot('to')];
  const both = { keys: [...fields.keys()], map };
  const left = [...fields.values()];
  return plainMapping({
    ...{ text: `fieldsToMap ${left.map(({ text }) => text).join(', ')} → ${map.text}`, left, right: [map] },
    ...{ toRight: gather(both), toLeft: spread(both) },
  });
};

/** `mapToFields: { from: spec.resources, to: { cpu: spec.cpu, memory: spec.memory } }` */
export const mapToFieldsRule: RuleKind = (reader) => {
  const [map, fields] = [reader.slot('from'), reader.namedSlots('to')];
  const both = { keys: [...fields.keys()], map };
  const right = [...fields.values()];
  return plainMapping({
    ...{ text: `mapToFields ${map.text} → ${right.map(({ text }) => text).join(', ')}`, left: [map], right },
    ...{ toRight: spread(both), toLeft: gather(both) },
  });
};

/** `forEach: { from: spec.containers, to: spec.containers, key: name, rules: […] }`: the items of a list, or of a map. */
export const forEachRule: RuleKind = (reader, context) => {
  const from = reader.slot('from');
  const to = reader.slot('to', from);
  const key = reader.has('key') ? reader.text('key') : undefined;
  const items = context.rules(reader.any('rules'));
  if (items.length === 0) throw new RuleFault('rules must have a rule');
  return {
    text: `forEach ${from.text} → ${to.text}`,
    left: [from],
    right: [to],
    items,
    run(side, [value], { kept }) {
      const known = isJsonObject(kept) ? kept : {};
      const each = new EachItem(items, { to: side, key, known });
      return { values: [each.all(value)], keep: each.keeps() };
    },
  };
};

interface EachParts {
  readonly to: Side;
  /** The field that tells items apart. Without one they are told apart by what they are. */
  readonly key: string | undefined;
  readonly known: JsonObject;
}

class EachItem {
  readonly #items: readonly Mapping[];
  readonly #parts: EachParts;
  readonly #keeps: Kept = {};
  readonly #before = new Map<string, number>();
  readonly #after = new Map<string, number>();

  constructor(items: readonly Mapping[], parts: EachParts) {
    this.#items = items;
    this.#parts = parts;
  }

  all(value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) return value.map((item) => this.#one(item));
    if (!isJsonObject(value)) return value;
    const map: JsonObject = {};
    for (const [name, item] of Object.entries(value)) setOwn(map, name, this.#one(item as Json, name));
    return map;
  }

  keeps(): Json | undefined {
    return Object.keys(this.#keeps).length === 0 ? undefined : (this.#keeps as JsonObject);
  }

  #one(item: Json, name?: string): Json {
    if (!isJsonObject(item)) return item;
    const { to, known } = this.#parts;
    const kept = getOwn(known, name ?? this.#identity(item, this.#before));
    const keeps = applyMappings(item, { mappings: this.#items, to, kept: isJsonObject(kept) ? kept : {} });
    const identity = name ?? this.#identity(item, this.#after);
    if (Object.keys(keeps).length > 0) setOwn(this.#keeps, identity, keeps as JsonObject);
    return item;
  }

  /** Of items that are alike, the first, the second and so on. */
  #identity(item: JsonObject, seen: Map<string, number>): string {
    const { key } = this.#parts;
    const named = key === undefined ? undefined : getOwn(item, key);
    const identity = typeof named === 'string' ? named : canonicalText(item);
    const count = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, count);
    return count === 1 ? identity : `${identity}#${count}`;
  }
}
