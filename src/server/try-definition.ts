import type { HttpCall } from '#http';
import { apiErrors, cloneJson, isJsonObject, type Json, type JsonObject, parseApiVersion } from '#meta';
import {
  applyDefaults,
  compileSchema,
  explainRules,
  type JsonSchema,
  pruneObject,
  validateObject,
  validateObjectRules,
} from '#schema';
import { parseObjectBody } from './object-body.ts';

/**
 * What a definition would make of an object, though neither is there: what it removes and fills in, what its schema and
 * its rules say, and, with a ConversionPolicy, what it is in the other versions. Whether the definition itself would be taken is for a dry run to say.
 */
export async function tryDefinition(call: HttpCall): Promise<JsonObject> {
  if (call.method !== 'POST') throw apiErrors.methodNotAllowed();
  const { value } = parseObjectBody(await call.body());
  const { definition, object, policy } = objectOf(value);
  const { version, schema } = schemaFor(objectOf(definition), objectOf(object));
  try {
    const trial: JsonObject = { version, ...judged(schema, cloneJson(objectOf(object))) };
    if (policy === undefined) return trial;
    const { tryConversion } = await import('./try-conversion.ts');
    const asStored = { definition: objectOf(definition), object: objectOf(trial.object), policy: objectOf(policy) };
    return { ...trial, conversion: tryConversion(asStored) };
  } catch (error) {
    // A definition that nobody has checked may be anything.
    throw apiErrors.badRequest(`the definition cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

function judged(source: JsonSchema, object: JsonObject): JsonObject {
  const schema = compileSchema(source);
  const removed = pruneObject(schema, object);
  applyDefaults(schema, object);
  const found = validateObject(schema, object);
  const faults = [...found, ...validateObjectRules(schema, object, { found, warn: () => undefined })];
  return {
    object,
    removed,
    faults: faults.map(({ type, field, body }) => ({ type, field, message: body })),
    rules: explainRules(schema, object) as unknown as Json[],
  };
}

interface FoundSchema {
  readonly version: string;
  readonly schema: JsonSchema;
}

/** Of the version that the object has. */
function schemaFor({ spec }: JsonObject, { apiVersion }: JsonObject): FoundSchema {
  const { versions, group } = objectOf(spec);
  const asked = typeof apiVersion === 'string' ? parseApiVersion(apiVersion) : undefined;
  const all = Array.isArray(versions) ? versions.filter(isJsonObject) : [];
  const found = all.find(({ name }) => name === asked?.version);
  if (asked?.group !== group || found === undefined) {
    const names = all.map(({ name }) => `${group}/${name}`).join(', ') || 'none';
    throw apiErrors.badRequest(`the object is ${apiVersion}; the definition has: ${names}`);
  }
  return { version: String(found.name), schema: objectOf(objectOf(found.schema).openAPIV3Schema) as JsonSchema };
}

const objectOf = (value: Json | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});
