import type { JsonSchema } from '#schema';

/** Whether a schema, or one inside of it, passes a test. */
export function someSchema(schema: JsonSchema, test: (schema: JsonSchema) => boolean): boolean {
  const waiting: JsonSchema[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (test(next)) return true;
    waiting.push(...schemasIn(next));
  }
  return false;
}

function schemasIn(schema: JsonSchema): JsonSchema[] {
  const { items, allOf = [], anyOf = [], oneOf = [], not, additionalProperties, additionalItems } = schema;
  const maps = [schema.properties, schema.patternProperties, schema.definitions, schema.dependencies];
  const candidates: readonly unknown[] = [
    ...(Array.isArray(items) ? items : [items]),
    ...allOf,
    ...anyOf,
    ...oneOf,
    not,
    additionalProperties,
    additionalItems,
    ...maps.flatMap((map) => Object.values(map ?? {})),
  ];
  return candidates.filter(isSchema);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
