import { cloneJson, getOwn, isJsonObject, type Json, type JsonObject, numericEqual, setOwn } from '#meta';
import { coerceObject } from './embedded-metadata.ts';
import { additionalOf, defaultOf, itemsOf, type JsonSchema } from './json-schema.ts';
import { compileSchema, type StructuralSchema } from './structural-schema.ts';

/**
 * The schema with its defaults as they are filled in: without what would be pruned from an object that has them, which
 * is also what no metadata has in it. Only the whole object tells what is metadata, so each default is looked at inside
 * of one. Shares whatever does not change. k8s: apiserver/schema/defaulting/prune.go
 */
export function pruneDefaults(source: JsonSchema): JsonSchema {
  return new DefaultPruning(compileSchema(source)).visit(source, []);
}

/** On the way from the object: a key, or 0 for an item. */
type Steps = readonly (string | 0)[];

class DefaultPruning {
  readonly #root: StructuralSchema;

  constructor(root: StructuralSchema) {
    this.#root = root;
  }

  visit(schema: JsonSchema, steps: Steps): JsonSchema {
    const changed: { -readonly [key in keyof JsonSchema]: JsonSchema[key] } = {};
    const items = itemsOf(schema);
    const additional = additionalOf(schema);
    if (items !== undefined) changed.items = this.visit(items, [...steps, 0]);
    if (additional !== undefined) changed.additionalProperties = this.visit(additional, [...steps, '*']);
    if (schema.properties) changed.properties = this.#properties(schema.properties, steps);
    const value = defaultOf(schema);
    if (value !== undefined && this.#mayChange(value, steps)) {
      const pruned = this.#pruned(value, steps);
      if (!numericEqual(pruned, value)) changed.default = pruned ?? null;
    }
    const same = Object.entries(changed).every(([key, now]) => schema[key as keyof JsonSchema] === now);
    return same ? schema : { ...schema, ...changed };
  }

  #properties(properties: NonNullable<JsonSchema['properties']>, steps: Steps): NonNullable<JsonSchema['properties']> {
    const changed: { [name: string]: JsonSchema } = {};
    let same = true;
    for (const [name, schema] of Object.entries(properties)) {
      const now = this.visit(schema, [...steps, name]);
      same &&= now === schema;
      setOwn(changed, name, now);
    }
    return same ? properties : changed;
  }

  /** A scalar where the schema has a place for it stays, unless it is in metadata, whatever the schema says there. */
  #mayChange(value: Json, steps: Steps): boolean {
    return (typeof value === 'object' && value !== null) || steps.includes('metadata');
  }

  #pruned(value: Json, steps: Steps): Json | undefined {
    const object = steps.reduceRight<Json>(around, cloneJson(value));
    if (!isJsonObject(object)) return value;
    coerceObject(this.#root, object, { dropInvalid: true, keepNulls: true });
    return steps.reduce<Json | undefined>(inside, object);
  }
}

function around(inner: Json, step: string | 0): Json {
  if (step === 0) return [inner];
  const object: JsonObject = {};
  setOwn(object, step, inner);
  return object;
}

function inside(value: Json | undefined, step: string | 0): Json | undefined {
  if (Array.isArray(value)) return step === 0 ? value[0] : undefined;
  return isJsonObject(value) && step !== 0 ? getOwn(value, step) : undefined;
}
