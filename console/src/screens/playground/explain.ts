import { isObject, type Json, type JsonObject } from '../../api/types.ts';

/** A field as `kubectl explain` tells it. */
export interface ExplainedField {
  readonly name: string;
  /** `<[]string>` */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** What else holds for its values: `enum: a, b`, `default: a`. */
  readonly limits: readonly string[];
  readonly fields: readonly ExplainedField[];
}

export interface Explanation {
  readonly description: string;
  readonly fields: readonly ExplainedField[];
}

const MAX_DEPTH = 20;

/** The fields of one version of a definition; undefined where it has no such version. */
export function explain(definition: JsonObject, version: string): Explanation | undefined {
  const spec = objectOf(definition.spec);
  const versions = Array.isArray(spec.versions) ? (spec.versions as readonly Json[]).filter(isObject) : [];
  const found = versions.find(({ name }) => name === version);
  if (found === undefined) return undefined;
  const schema = objectOf(objectOf(found.schema).openAPIV3Schema);
  return { description: textOf(schema.description), fields: fieldsOf(schema, 0) };
}

function fieldsOf(schema: JsonObject, depth: number): readonly ExplainedField[] {
  if (depth > MAX_DEPTH) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectOf(schema.properties)).map(([name, value]) => {
    const field = objectOf(value);
    return {
      name,
      type: `<${typeOf(field)}>`,
      isRequired: required.includes(name),
      description: textOf(field.description),
      limits: limitsOf(field),
      fields: fieldsOf(inner(field), depth + 1),
    };
  });
}

/** Of a list or a map what its items are. */
function inner(schema: JsonObject): JsonObject {
  const items = schema.items ?? schema.additionalProperties;
  return isObject(items) ? inner(items) : schema;
}

function typeOf(schema: JsonObject): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'IntOrString';
  if (isObject(schema.items)) return `[]${typeOf(schema.items)}`;
  if (isObject(schema.additionalProperties)) return `map[string]${typeOf(schema.additionalProperties)}`;
  return schema.type === 'object' || schema.type === undefined ? 'Object' : String(schema.type);
}

const LIMITS = ['enum', 'default', 'format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'maxItems'];

function limitsOf(schema: JsonObject): readonly string[] {
  return LIMITS.flatMap((name) => {
    const value = schema[name];
    if (value === undefined) return [];
    const words = Array.isArray(value) && name === 'enum' ? value.join(', ') : JSON.stringify(value);
    return [`${name}: ${words}`];
  });
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
