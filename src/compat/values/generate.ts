import { isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { canonicalText } from '#schema';
import type { SchemaView } from '../schema-view.ts';
import { numbersFor, textsFor } from './scalars.ts';

/** Schemas of documents may hold themselves. */
const MAX_DEPTH = 12;
/** A limit: more values of one schema rarely find more. */
const MAX_VARIANTS = 60;

/** The smallest value that a schema allows, as far as it can be made without trying. Undefined where none is known. */
export function smallestValue(schema: SchemaView, depth = 0): Json | undefined {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return smallestObject(schema, depth);
    case 'array':
      return smallestList(schema, depth);
    case 'string':
      return textsFor(schema)[0];
    case 'integer':
    case 'number':
      return numbersFor(schema)[0];
    case 'boolean':
      return false;
    case 'int-or-string':
      return 1;
    case 'any':
      return {};
  }
}

function smallestObject(schema: SchemaView, depth: number): JsonObject | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const object: JsonObject = {};
  for (const name of [...schema.required, ...firstBranch(schema)]) {
    const value = propertyValue(schema, name, depth);
    if (value === undefined) return undefined;
    setOwn(object, name, value);
  }
  const optional = [...schema.properties.keys(), 'a', 'b', 'c'];
  for (const name of optional) {
    if (Object.keys(object).length >= (schema.source.minProperties ?? 0)) break;
    const value = propertyValue(schema, name, depth);
    if (value !== undefined) setOwn(object, name, value);
  }
  return object;
}

function propertyValue(schema: SchemaView, name: string, depth: number): Json | undefined {
  const below = schema.below(name);
  if (below !== undefined) return smallestValue(below, depth + 1);
  return schema.unknownFields === 'kept' ? 'a' : undefined;
}

/** What the first of several alternatives requires. */
function firstBranch({ source }: SchemaView): readonly string[] {
  return source.oneOf?.[0]?.required ?? source.anyOf?.[0]?.required ?? [];
}

function smallestList(schema: SchemaView, depth: number): Json[] | undefined {
  const length = schema.source.minItems ?? 0;
  if (length === 0) return [];
  const items = schema.items;
  if (items === undefined || depth > MAX_DEPTH) return undefined;
  const choices = variants(items, depth + 1);
  const found =
    schema.listType === 'atomic' && schema.source.uniqueItems !== true ? choices : distinct(schema, choices);
  if (found.length === 0) return undefined;
  return Array.from({ length }, (_, at) => found[at % found.length] as Json);
}

function distinct(schema: SchemaView, values: readonly Json[]): readonly Json[] {
  const byKey = new Map(values.map((value) => [canonicalText(keyOf(schema, value)), value]));
  return [...byKey.values()];
}

function keyOf(schema: SchemaView, value: Json): Json {
  if (schema.listType !== 'map' || !isJsonObject(value)) return value;
  return schema.listMapKeys.map((key) => value[key] ?? null);
}

/** Several values that differ in as much as the schema lets them, the smallest first. Not all of them need be valid. */
export function variants(schema: SchemaView, depth = 0): readonly Json[] {
  const smallest = smallestValue(schema, depth);
  const all = [...(smallest === undefined ? [] : [smallest]), ...moreValues(schema, depth)];
  const seen = new Map(all.map((value) => [canonicalText(value), value]));
  return [...seen.values()].slice(0, MAX_VARIANTS);
}

function moreValues(schema: SchemaView, depth: number): readonly Json[] {
  if (schema.enum !== undefined) return schema.enum;
  switch (schema.type) {
    case 'string':
      return textsFor(schema);
    case 'integer':
    case 'number':
      return numbersFor(schema);
    case 'boolean':
      return [true, false];
    case 'int-or-string':
      return [1, 0, 'a', '50%'];
    case 'array':
      return listVariants(schema, depth);
    case 'object':
      return objectVariants(schema, depth);
    case 'any':
      return [{}];
  }
}

function listVariants(schema: SchemaView, depth: number): readonly Json[] {
  if (schema.items === undefined || depth > MAX_DEPTH) return [];
  const items = distinct(schema, variants(schema.items, depth + 1)).slice(0, 4);
  return [[], ...items.map((item) => [item]), items.slice(0, 2), items];
}

/** The smallest and the fullest object, each with one property changed. */
function objectVariants(schema: SchemaView, depth: number): readonly Json[] {
  const smallest = smallestObject(schema, depth);
  if (smallest === undefined || depth > 3) return [];
  const full: JsonObject = { ...smallest };
  const choices = [...schema.properties].map(
    ([name, below]) => [name, variants(below, depth + 1).slice(0, 6)] as const,
  );
  for (const [name, values] of choices) if (values.length > 0) setOwn(full, name, values[0] as Json);
  const found: Json[] = [full, ...mapVariants(schema, depth)];
  for (const [name, values] of choices) {
    for (const value of values) found.push(changed(smallest, name, value), changed(full, name, value));
    if (found.length > MAX_VARIANTS * 2) break;
  }
  return found;
}

function changed(object: JsonObject, name: string, value: Json): JsonObject {
  const copy = { ...object };
  setOwn(copy, name, value);
  return copy;
}

function mapVariants(schema: SchemaView, depth: number): readonly Json[] {
  const { values } = schema;
  if (values === undefined) return [];
  return variants(values, depth + 1)
    .slice(0, 4)
    .map((value) => ({ a: value }));
}
