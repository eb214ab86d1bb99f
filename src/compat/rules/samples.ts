import type { JsonObject } from '#meta';

// Schemas that the examples of the rules share.

export const text = { type: 'string', description: 'A text.' };
export const integer = { type: 'integer', description: 'A number.' };
export const list = (items: JsonObject): JsonObject => ({ type: 'array', description: 'A list.', items });
export const colors = (...values: string[]): JsonObject => ({ ...text, enum: values });
export const rule = (...texts: string[]): JsonObject => ({
  'x-kubernetes-validations': texts.map((one) => ({ rule: one })),
});
export const keyed = (type: string, ...keys: string[]): JsonObject => ({
  type: 'array',
  description: 'A list.',
  'x-kubernetes-list-type': type,
  ...(keys.length === 0 ? {} : { 'x-kubernetes-list-map-keys': keys }),
  items: { type: 'object', required: ['name'], properties: { name: text } },
});
