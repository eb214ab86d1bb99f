import { cloneJson, type FieldError, isJsonObject, type Json, type JsonObject, type ValidationRule } from '#meta';
import {
  applyDefaults,
  compileSchema,
  type JsonSchema,
  type StructuralSchema,
  validateListTypes,
  validateObjectRules,
  validateValue,
} from '#schema';

// Everything is held against a schema as the one field of an object, so that a text can be asked about as well as a whole
// object.

/** Whether a schema accepts a value, its rules included, after its defaults are set. */
export class ValueJudge {
  readonly #schema: StructuralSchema;

  constructor(source: JsonSchema, { isWholeObject = false } = {}) {
    this.#schema = compileSchema(boxed(source, isWholeObject));
  }

  accepts(value: Json): boolean {
    return this.faults(value).length === 0;
  }

  /** What is wrong with a value, in the words of the server. */
  faults(value: Json): readonly string[] {
    return this.#found(value).map(({ field, body }) => `${withoutBox(field)}: ${body}`);
  }

  /** Whether only rules are against a value. Rules that do not compile are against nothing. */
  breaksRules(value: Json): boolean {
    const box = this.#box(value);
    if (this.#validateValue(box).length > 0) return false;
    return this.#validateRules(box).some(({ body }) => !body.includes('rule compile error'));
  }

  /** Where something is wrong with it: `spec.ports[0].name`. */
  faultyFields(value: Json): readonly string[] {
    return this.#found(value).map(({ field }) => withoutBox(field));
  }

  #found(value: Json): readonly FieldError[] {
    const box = this.#box(value);
    const found = this.#validateValue(box);
    return found.length > 0 ? found : this.#validateRules(box);
  }

  #validateValue(box: JsonObject): readonly FieldError[] {
    return [...validateValue(this.#schema, box), ...validateListTypes(this.#schema, box)];
  }

  #validateRules(box: JsonObject): readonly FieldError[] {
    return validateObjectRules(this.#schema, box, { found: [], warn: () => undefined });
  }

  #box(value: Json): JsonObject {
    const box: JsonObject = { value: cloneJson(value) };
    applyDefaults(this.#schema, box);
    return box;
  }
}

function withoutBox(field: string): string {
  return field.replace(/^value\.?/, '');
}

function boxed(source: JsonSchema, isWholeObject: boolean): JsonSchema {
  // Rules of whole objects may name metadata, apiVersion and kind.
  const value = isWholeObject ? { ...source, 'x-kubernetes-embedded-resource': true } : source;
  return { type: 'object', properties: { value } };
}

/** The schema with one rule and no other, here and below. */
export function withOnlyRule(source: JsonSchema, rule: ValidationRule): JsonSchema {
  return { ...(withoutRules(source as Json) as JsonSchema), 'x-kubernetes-validations': [rule] };
}

function withoutRules(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutRules);
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== 'x-kubernetes-validations' || !Array.isArray(value),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutRules(value as Json)]));
}
