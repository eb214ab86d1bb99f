import type { JsonSchema } from '#schema';

const stricter: { readonly [keyword: string]: (a: number, b: number) => number } = {
  minimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
};

/** The rules of a type and those of the place where it is used, together: of two limits the stricter holds. */
export function joinRules(type: JsonSchema, own: JsonSchema): JsonSchema {
  const joined: Record<string, unknown> = { ...type };
  for (const [name, value] of Object.entries(own)) {
    const before = joined[name];
    const limit = stricter[name];
    if (before === undefined) joined[name] = value;
    else if (limit !== undefined) joined[name] = limit(before as number, value as number);
    else if (name === 'x-kubernetes-validations') joined[name] = [...(before as unknown[]), ...(value as unknown[])];
    else if (name === 'items' || name === 'additionalProperties')
      joined[name] = joinRules(before as JsonSchema, value as JsonSchema);
    else joined[name] = value;
  }
  return joined as JsonSchema;
}
