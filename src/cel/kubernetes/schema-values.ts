import { getOwn } from '#meta';
import { ownEqual } from '../values/equality.ts';
import { arrayOf } from '../values/lists.ts';
import { mapFind, mapSize } from '../values/maps.ts';
import { goText } from '../values/text.ts';
import { noSuchOverload, otherOperand } from '../values/traits.ts';
import { type CelType, types } from '../values/type.ts';
import {
  CelError,
  CelValue,
  Double,
  isList,
  isMap,
  ListValue,
  MapValue,
  normalInt,
  OpaqueValue,
  type Value,
} from '../values/value.ts';
import type { DeclType } from './decl-type.ts';
import { escapeProperty, unescapeProperty } from './escaping.ts';
import { equalJson, jsonKey, jsonTypeName, nativeOf } from './json-values.ts';
import { parseByteText, parseDateText, parseDateTimeText, parseDurationText } from './text-values.ts';

/** A JSON value as expressions see it, according to its schema. Lists and objects are not copied. */
export function schemaValue(json: unknown, decl: DeclType): Value {
  if (typeof json === 'string' && decl.keywords.type === 'string' && decl.keywords.format === undefined) return json;
  if (json === null || json === undefined)
    return decl.keywords.nullable === true
      ? null
      : new CelError('invalid data, got null for schema with nullable=false');
  if (decl.isIntOrString) return intOrString(json);
  const read = Object.hasOwn(readers, decl.keywords.type ?? '') ? readers[decl.keywords.type ?? ''] : undefined;
  if (read !== undefined) return read(json, decl);
  if (decl.keywords['x-kubernetes-preserve-unknown-fields'] === true) return new UnknownValue(json);
  return new CelError(
    `invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${decl.keywords.type ?? ''}`,
  );
}

function intOrString(json: unknown): Value {
  if (typeof json === 'string') return json;
  return toInt(json) ?? new CelError('invalid data, expected XIntOrString value to be either a string or integer');
}

function toInt(json: unknown): number | bigint | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? json : undefined;
  return typeof json === 'bigint' && BigInt.asIntN(64, json) === json ? normalInt(json) : undefined;
}

const readers: Readonly<Record<string, (json: unknown, decl: DeclType) => Value>> = {
  object: (json, decl) =>
    isJsonObject(json)
      ? new SchemaObject(json, decl)
      : new CelError('invalid data, expected a map for the provided schema with type=object'),
  array: (json, decl) => readList(json, decl),
  string: (json, { keywords: { format } }) =>
    typeof json === 'string' ? readText(json, format) : unexpected('string', json),
  number(json) {
    if (typeof json === 'number' || typeof json === 'bigint') return new Double(Number(json));
    return unexpected('float', json);
  },
  integer: (json) => toInt(json) ?? unexpected('int', json),
  boolean: (json) => (typeof json === 'boolean' ? json : unexpected('bool', json)),
};

function unexpected(wanted: string, json: unknown): CelError {
  return new CelError(`invalid data, expected ${wanted}, got ${jsonTypeName(json)}`);
}

function isJsonObject(json: unknown): json is { readonly [key: string]: unknown } {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof CelValue);
}

function readText(text: string, format: string | undefined): Value {
  switch (format) {
    case 'duration':
      return parseDurationText(text);
    case 'date':
      return parseDateText(text);
    case 'date-time':
      return parseDateTimeText(text);
    case 'byte':
      return parseByteText(text);
    default:
      return text;
  }
}

function readList(json: unknown, decl: DeclType): Value {
  if (!Array.isArray(json))
    return new CelError('invalid data, expected an array for the provided schema with type=array');
  const { items } = decl;
  if (items === undefined) return new CelError('invalid array type, expected Items with a non-empty Schema');
  const listType = decl.keywords['x-kubernetes-list-type'] ?? '';
  switch (listType) {
    case '':
    case 'atomic':
      return new SchemaList(json, items);
    case 'set':
      return new SchemaSet(json, items);
    case 'map':
      return new KeyedList(json, items, decl.keywords['x-kubernetes-list-map-keys'] ?? []);
    default:
      return new CelError(`invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got ${listType}`);
  }
}

/** Data without a schema. Expressions can only compare it. */
export class UnknownValue extends OpaqueValue {
  readonly json: unknown;

  constructor(json: unknown) {
    super();
    this.json = json;
  }
  get type(): CelType {
    return types.unknown;
  }
  equals(other: Value): Value {
    return equalJson(this.json, nativeOf(other));
  }
}

/** An object with properties, or a map whose values have one schema. */
export class SchemaObject extends MapValue {
  readonly json: { readonly [key: string]: unknown };
  readonly #decl: DeclType;

  constructor(json: { readonly [key: string]: unknown }, decl: DeclType) {
    super();
    this.json = json;
    this.#decl = decl;
  }

  get size(): number {
    return mapSize(this.json);
  }

  #declOf(property: string): DeclType | undefined {
    const { properties } = this.#decl;
    return properties === undefined ? this.#decl.values : properties.get(property);
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return otherOperand(key);
    const isObject = this.#decl.properties !== undefined;
    const property = isObject ? unescapeProperty(key) : key;
    if (property === undefined) return undefined;
    const json = getOwn(this.json, property);
    // In an object null counts as absent.
    if (json === undefined || (isObject && json === null)) return undefined;
    const decl = this.#declOf(property);
    return decl === undefined ? undefined : schemaValue(json, decl);
  }

  keys(): readonly Value[] {
    const isObject = this.#decl.properties !== undefined;
    const known = Object.keys(this.json).filter(
      (name) => this.json[name] !== undefined && this.#declOf(name) !== undefined,
    );
    return isObject ? known.map((name) => escapeProperty(name) ?? name) : known;
  }

  /** Fields without a schema are compared as JSON. */
  override equals(other: Value): Value {
    if (!isMap(other)) return otherOperand(other);
    if (this.size !== mapSize(other)) return false;
    for (const [name, json] of Object.entries(this.json)) {
      if (json === undefined) continue;
      const answer = this.#declOf(name) === undefined ? equalUnknown(name, json, other) : this.#equalField(name, other);
      if (answer !== true) return answer;
    }
    return true;
  }

  #equalField(name: string, other: Parameters<typeof mapFind>[0]): Value {
    const [own, others] = [this.find(name), mapFind(other, name)];
    if (own === undefined || others === undefined) return own === others;
    return ownEqual(own, others);
  }
}

function equalUnknown(name: string, json: unknown, other: Value): Value {
  if (!(other instanceof SchemaObject)) return noSuchOverload();
  const others = getOwn(other.json, name);
  return others === undefined || equalJson(json, others);
}

/** A list whose elements have one schema. */
export class SchemaList extends ListValue {
  readonly json: readonly unknown[];
  protected readonly items: DeclType;

  constructor(json: readonly unknown[], items: DeclType) {
    super();
    this.json = json;
    this.items = items;
  }
  get size(): number {
    return this.json.length;
  }
  at(index: number): Value {
    return schemaValue(this.json[index], this.items);
  }

  override equals(other: Value): Value {
    if (!isList(other)) return otherOperand(other);
    const others = arrayOf(other);
    if (this.size !== others.length) return false;
    for (let i = 0; i < others.length; i++) {
      const answer = ownEqual(this.at(i), others[i] as Value);
      if (answer !== true) return answer;
    }
    return true;
  }

  override add(other: Value): Value {
    if (!isList(other)) return otherOperand(other);
    return new SchemaList([...this.json, ...arrayOf(other).map(nativeOf)], this.items);
  }

  override contains(element: Value): Value {
    let failure: Value | undefined;
    for (let i = 0; i < this.size; i++) {
      const answer = ownEqual(this.at(i), element);
      if (answer === true) return true;
      if (typeof answer !== 'boolean') failure ??= answer;
    }
    return failure ?? false;
  }

  override wrongIndex(index: Value): CelError | undefined {
    const isInt = typeof index === 'number' || typeof index === 'bigint';
    return isInt ? undefined : new CelError(`unsupported index: ${goText(index)}`);
  }
}

/** Without order: elements are scalars, each once. */
class SchemaSet extends SchemaList {
  #keys: Set<unknown> | undefined;

  #known(): Set<unknown> {
    this.#keys ??= new Set(this.json.map(jsonKey));
    return this.#keys;
  }

  override equals(other: Value): Value {
    if (!isList(other)) return otherOperand(other);
    const others = arrayOf(other);
    return this.size === others.length && others.every((element) => this.#known().has(jsonKey(nativeOf(element))));
  }

  /** The union. */
  override add(other: Value): Value {
    if (!isList(other)) return otherOperand(other);
    const elements = [...this.json];
    const known = this.#known();
    for (const element of arrayOf(other).map(nativeOf)) {
      if (known.has(jsonKey(element))) continue;
      known.add(jsonKey(element));
      elements.push(element);
    }
    return new SchemaSet(elements, this.items);
  }
}

/** Without order: elements are known by the values of some of their fields. */
class KeyedList extends SchemaList {
  readonly #keys: readonly string[];

  constructor(json: readonly unknown[], items: DeclType, keys: readonly string[]) {
    super(json, items);
    this.#keys = keys.map((key) => escapeProperty(key) ?? key);
  }

  /** Undefined for an element that is no object: it equals no other. */
  #keyOf(json: unknown): string | undefined {
    if (!isJsonObject(json)) return undefined;
    return JSON.stringify(this.#keys.map((key) => String(jsonKey(getOwn(json, key) ?? null))));
  }

  override equals(other: Value): Value {
    if (!isList(other)) return otherOperand(other);
    const others = arrayOf(other);
    if (this.size !== others.length) return false;
    const byKey = new Map(this.json.map((element) => [this.#keyOf(element), element]));
    for (const element of others) {
      const key = this.#keyOf(nativeOf(element));
      const own = key === undefined ? undefined : byKey.get(key);
      if (own === undefined) return false;
      const answer = ownEqual(schemaValue(own, this.items), element as Value);
      if (answer !== true) return answer;
    }
    return true;
  }

  /** Elements of the other take the place of those with the same key; the rest of them follows. */
  override add(other: Value): Value {
    if (!isList(other)) return otherOperand(other);
    const elements = [...this.json];
    const places = new Map(elements.map((element, i) => [this.#keyOf(element), i]));
    for (const element of arrayOf(other).map(nativeOf)) {
      const key = this.#keyOf(element);
      const place = key === undefined ? undefined : places.get(key);
      if (place === undefined) elements.push(element);
      else elements[place] = element;
    }
    return new KeyedList(elements, this.items, this.#keys);
  }
}
