import type { Json, ShapeKeywords } from '#meta';

/** An OpenAPI v3 schema as a CustomResourceDefinition carries it (JSONSchemaProps). Shared as it is, never copied. */
export interface JsonSchema extends ShapeKeywords {
  readonly $ref?: string;
  readonly $schema?: string;
  readonly id?: string;

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
}

/** The one schema of `items`; a list of them is refused in definitions. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const { items } = schema;
  return items === undefined || items === null || Array.isArray(items) ? undefined : (items as JsonSchema);
}

/** A default of null is as good as none. */
export function defaultOf(schema: ShapeKeywords): Json | undefined {
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
