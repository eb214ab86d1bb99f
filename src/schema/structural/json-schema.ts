import type { Json } from '#meta';

/** An OpenAPI v3 schema as a CustomResourceDefinition carries it (JSONSchemaProps). Shared as it is, never copied. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $schema?: string;
  readonly id?: string;
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: Json;
  readonly example?: Json;
  readonly externalDocs?: { readonly description?: string; readonly url?: string };
  readonly enum?: readonly Json[];

  readonly maximum?: number | bigint;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number | bigint;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number | bigint;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];

  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly additionalProperties?: JsonSchema | boolean;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;

  /** Never accepted in a definition; known only to be refused by name. */
  readonly additionalItems?: JsonSchema | boolean;
  readonly patternProperties?: { readonly [pattern: string]: JsonSchema };
  readonly dependencies?: { readonly [name: string]: JsonSchema | readonly string[] };
  readonly definitions?: { readonly [name: string]: JsonSchema };

  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** One entry of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** The one schema of `items`; a list of them is refused in definitions. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const { items } = schema;
  return items === undefined || items === null || Array.isArray(items) ? undefined : (items as JsonSchema);
}

/** A default of null is as good as none. */
export function defaultOf(schema: JsonSchema): Json | undefined {
  return schema.default ?? undefined;
}

/** By name, in code unit order, so that errors come in an order of their own and not of the document. */
export function propertiesOf({ properties = {} }: JsonSchema): [string, JsonSchema][] {
  // Texts alone are sorted much faster than pairs.
  const names = Object.keys(properties).sort();
  return names.map((name) => [name, properties[name] as JsonSchema]);
}

/** The schema of `additionalProperties`, where it is one and not a boolean. */
export function additionalOf(schema: JsonSchema): JsonSchema | undefined {
  const { additionalProperties } = schema;
  return typeof additionalProperties === 'object' && additionalProperties !== null ? additionalProperties : undefined;
}
