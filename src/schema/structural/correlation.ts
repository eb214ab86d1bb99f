import { isJsonObject, type Json, type JsonObject, numericEqual } from '#meta';
import { canonicalText } from './deep-values.ts';
import { type SchemaNode, type StructuralSchema, schemaOfKey } from './structural-schema.ts';

/**
 * What a value was before the update: fields by their names, items of map lists by their keys. Items of other lists have
 * no former self. k8s: apiserver/pkg/cel/common/equality.go
 */
export class Correlation {
  readonly #node: SchemaNode;
  readonly #old: Json;
  #findItem: ((item: Json) => Json | undefined) | undefined;

  constructor(schema: StructuralSchema, old: Json) {
    this.#node = schema.node;
    this.#old = old;
  }

  key(name: string): Correlation | undefined {
    if (!isJsonObject(this.#old) || !Object.hasOwn(this.#old, name)) return undefined;
    const schema = schemaOfKey(this.#node, name);
    return schema === undefined ? undefined : new Correlation(schema, this.#old[name] ?? null);
  }

  item(value: Json): Correlation | undefined {
    const { listType, listMapKeys, items } = this.#node;
    if (listType !== 'map' || items === undefined || !Array.isArray(this.#old)) return undefined;
    this.#findItem ??= itemFinder(this.#old, listMapKeys);
    const old = this.#findItem(value);
    return old === undefined ? undefined : new Correlation(items, old);
  }

  /** Whether nothing has changed. Map lists may have been reordered; what the schema does not describe counts as changed. */
  equals(value: Json): boolean {
    const old = this.#old;
    if (Array.isArray(value)) return Array.isArray(old) && this.#sameList(value, old);
    if (isJsonObject(value)) return isJsonObject(old) && this.#sameObject(value, old);
    return numericEqual(value, old);
  }

  #sameList(value: Json[], old: Json[]): boolean {
    if (value.length !== old.length) return false;
    if (this.#node.listType !== 'map') return numericEqual(value, old);
    return value.every((item) => this.item(item)?.equals(item) === true);
  }

  #sameObject(value: JsonObject, old: JsonObject): boolean {
    const keys = Object.keys(value);
    if (keys.length !== Object.keys(old).length) return false;
    return keys.every((name) => this.key(name)?.equals(value[name] ?? null) === true);
  }
}

/** Finds the item of a map list that has the same keys. */
export function itemFinder(list: readonly Json[], keys: readonly string[]): (item: Json) => Json | undefined {
  const index = indexItems(list, keys);
  return (item) => {
    const key = itemKey(item, keys);
    return key === undefined ? undefined : index.get(key);
  };
}

function indexItems(list: readonly Json[], keys: readonly string[]): ReadonlyMap<string, Json> {
  const index = new Map<string, Json>();
  for (const item of list) {
    const key = itemKey(item, keys);
    if (key !== undefined && !index.has(key)) index.set(key, item);
  }
  return index;
}

function itemKey(item: Json, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item) || keys.length === 0) return undefined;
  let text = '';
  for (const key of keys) {
    if (!Object.hasOwn(item, key)) return undefined;
    text += `${canonicalText(item[key] ?? null)},`;
  }
  return text;
}
