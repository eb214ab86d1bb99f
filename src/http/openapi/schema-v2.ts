import { isJsonObject, type Json, type JsonObject, setOwn } from '#meta';

/** Schemas by name, and lists of schemas. */
const NAMED = new Set(['properties']);
const NESTED = new Set(['items', 'additionalProperties']);
/** Version 2 has no words for these. */
const UNKNOWN = new Set(['oneOf', 'anyOf', 'not', 'nullable', 'deprecated', 'writeOnly', 'x-kubernetes-validations']);
/** What would make old clients refuse a `null`, or fields that only the server knows. */
const NARROWING = new Set(['type', 'items', 'properties', 'additionalProperties', 'required', 'enum', 'format']);

/**
 * An OpenAPI v3 schema in the words of v2. Where v2 cannot say something, it says less: a client that reads it accepts
 * more than the server, never the other way round.
 */
export function schemaV2(schema: Json): JsonObject {
  if (!isJsonObject(schema)) return {};
  const reference = onlyReference(schema);
  if (reference !== undefined) return reference;
  const translated: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (value === undefined || UNKNOWN.has(key) || isDropped(schema, key)) continue;
    setOwn(translated, key, keywordV2(key, value));
  }
  if (choosesString(schema)) translated.type = 'string';
  return translated;
}

function keywordV2(key: string, value: Json): Json {
  if (NESTED.has(key)) return isJsonObject(value) ? schemaV2(value) : value;
  if (key === 'allOf' && Array.isArray(value)) return value.map(schemaV2);
  if (!NAMED.has(key) || !isJsonObject(value)) return value;
  const named: JsonObject = {};
  for (const [name, schema] of Object.entries(value)) setOwn(named, name, schemaV2(schema ?? {}));
  return named;
}

// `allOf: [{$ref}]` is how v3 puts a description beside a reference; v2 puts it there directly.
function onlyReference(schema: JsonObject): JsonObject | undefined {
  const [single, ...more] = Array.isArray(schema.allOf) ? schema.allOf : [];
  const target = schema.$ref ?? (isJsonObject(single) && more.length === 0 ? single.$ref : undefined);
  if (typeof target !== 'string') return undefined;
  const { description } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    $ref: target.replace('#/components/schemas/', '#/definitions/'),
  };
}

function isDropped(schema: JsonObject, key: string): boolean {
  if (schema.nullable === true && NARROWING.has(key)) return true;
  return schema['x-kubernetes-preserve-unknown-fields'] === true && (key === 'items' || key === 'properties');
}

/** A choice between a string and a number travels as `string`, as IntOrString and Quantity always have in v2. */
function choosesString(schema: JsonObject): boolean {
  if (schema.nullable === true || schema.type !== undefined || !Array.isArray(schema.oneOf)) return false;
  return schema.oneOf.some((choice) => isJsonObject(choice) && choice.type === 'string');
}
