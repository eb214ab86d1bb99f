import type { Json, JsonObject } from '#meta';
import { cloneJson, setOwn } from '#meta';
import { type SchemaNode, type StructuralSchema, schemaOfKey } from './structural-schema.ts';

/**
 * Fills in defaults, in place. A null that is not allowed counts as absent: it gives way to a default, or is dropped
 * where there is none. Defaults are filled in from the outside in, so that those inside a default apply as well.
 * k8s: apiserver/schema/defaulting/{prunenulls,algorithm}.go
 */
export function applyDefaults(schema: StructuralSchema, value: Json, options: DefaultOptions = {}): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) fillList(schema.node, value, options);
  else fillObject(schema.node, value, options);
}

export interface DefaultOptions {
  /** Nulls that are not allowed and have no default stay, for validation to refuse. */
  readonly keepNulls?: boolean;
}

function fillObject(node: SchemaNode, object: JsonObject, options: DefaultOptions): void {
  for (const [name, value] of node.defaults) {
    const given = Object.hasOwn(object, name) ? object[name] : undefined;
    const missing = given === undefined || (given === null && node.properties.get(name)?.node.nullable === false);
    if (missing) setOwn(object, name, cloneJson(value));
  }
  if (node.properties.size === 0 && typeof node.additionalProperties !== 'object') return;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined || (value !== null && typeof value !== 'object')) continue;
    const below = schemaOfKey(node, key);
    if (below === undefined) continue;
    if (value !== null) applyDefaults(below, value, options);
    else if (!below.node.nullable) replaceNull({ object, key }, below, options);
  }
}

/** Only a value of a map comes here with a default: those of properties have been filled in before. */
function replaceNull(
  { object, key }: { readonly object: JsonObject; readonly key: string },
  schema: StructuralSchema,
  options: DefaultOptions,
): void {
  const fallback = schema.node.default;
  if (fallback === undefined) {
    if (!options.keepNulls) delete object[key];
    return;
  }
  const value = cloneJson(fallback);
  setOwn(object, key, value);
  applyDefaults(schema, value, options);
}

function fillList(node: SchemaNode, list: Json[], options: DefaultOptions): void {
  const { items } = node;
  if (items === undefined) return;
  const { nullable, default: fallback } = items.node;
  for (let index = 0; index < list.length; index++) {
    if (list[index] === null && !nullable && fallback !== undefined) list[index] = cloneJson(fallback);
    const value = list[index] ?? null;
    // A null item that has no default stays, for validation to refuse.
    if (typeof value === 'object' && value !== null) applyDefaults(items, value, options);
  }
}

/** Drops nulls that are neither allowed nor replaced by a default, and leaves everything else alone. */
export function dropNulls(schema: StructuralSchema, value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  const { node } = schema;
  if (Array.isArray(value)) {
    if (node.items !== undefined) for (const item of value) dropNulls(node.items, item);
    return;
  }
  for (const key of Object.keys(value)) {
    const below = schemaOfKey(node, key);
    if (below === undefined) continue;
    if (value[key] !== null) dropNulls(below, value[key] ?? null);
    else if (!below.node.nullable && below.node.default === undefined) delete value[key];
  }
}
