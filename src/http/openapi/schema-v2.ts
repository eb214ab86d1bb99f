import { isJsonObject, type Json, type JsonObject, setOwn } from '#meta';

/** Version 2 has no `oneOf`, and its readers take a default for a value that was set. */
const droppedKeywords = new Set(['oneOf', 'default']);

/** The OpenAPI v3 schema of a type that is compiled in, in the words of v2. */
export function schemaV2(schema: Json): JsonObject {
  if (!isJsonObject(schema)) return {};
  const translated: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (value === undefined || droppedKeywords.has(key)) continue;
    if (key === 'allOf') Object.assign(translated, referenceV2(value));
    else setOwn(translated, key, keywordV2(key, value));
  }
  if (choosesString(schema)) translated.type = 'string';
  return translated;
}

function keywordV2(key: string, value: Json): Json {
  if (key === '$ref') return String(value).replace('#/components/schemas/', '#/definitions/');
  if (key === 'items' || key === 'additionalProperties') return isJsonObject(value) ? schemaV2(value) : value;
  if (key !== 'properties' || !isJsonObject(value)) return value;
  const named: JsonObject = {};
  for (const [name, schema] of Object.entries(value)) setOwn(named, name, schemaV2(schema ?? {}));
  return named;
}

/** `allOf: [{$ref}]` is how v3 says more beside a reference; v2 has it there directly. */
const referenceV2 = (all: Json): JsonObject => (Array.isArray(all) ? schemaV2(all[0] ?? {}) : {});

/** A choice between a string and a number travels as `string`, as IntOrString and Quantity always have in v2. */
function choosesString({ type, oneOf }: JsonObject): boolean {
  return type === undefined && Array.isArray(oneOf) && oneOf.some((one) => isJsonObject(one) && one.type === 'string');
}
