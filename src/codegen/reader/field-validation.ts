import { isJsonObject, type Json, patternSyntaxError } from '#meta';
import type { JsonSchema } from '#schema';
import type { ApiField, ApiType } from '../model.ts';

/** What tags of a field do not fit its type, each with what to write instead. */
export function validateField(field: ApiField): readonly string[] {
  return [...keywordFaults(field.rules, field.type), ...defaultFaults(field), ...listFaults(field)];
}

type Family = 'text' | 'number' | 'list' | 'object' | 'other';

const families: { readonly [shape: string]: Family } = {
  string: 'text',
  bytes: 'text',
  quantity: 'text',
  intOrString: 'text',
  time: 'text',
  microTime: 'text',
  int32: 'number',
  int64: 'number',
  double: 'number',
  list: 'list',
  map: 'object',
  struct: 'object',
  foreign: 'object',
  bool: 'other',
};

const keywordFamilies: { readonly [keyword: string]: Family } = {
  minLength: 'text',
  maxLength: 'text',
  pattern: 'text',
  minimum: 'number',
  maximum: 'number',
  multipleOf: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  minItems: 'list',
  maxItems: 'list',
  uniqueItems: 'list',
  minProperties: 'object',
  maxProperties: 'object',
};

const familyWords: { readonly [family in Family]: string } = {
  text: 'texts',
  number: 'numbers',
  list: 'lists',
  object: 'objects and maps',
  other: 'this',
};

/** The keyword of the other family that says the same. */
const siblings: { readonly [keyword: string]: string } = { min: 'min', max: 'max' };
const sibling = (keyword: string, family: Family): string | undefined => {
  const side = siblings[keyword.slice(0, 3)];
  const ends: { readonly [family in Family]?: string } = {
    text: 'Length',
    number: 'imum',
    list: 'Items',
    object: 'Properties',
  };
  const end = ends[family];
  return side === undefined || end === undefined ? undefined : `@${side}${end}`;
};

function keywordFaults(rules: JsonSchema, type: ApiType): readonly string[] {
  const family = families[type.shape];
  if (family === undefined) return [];
  const own = Object.keys(rules).flatMap((keyword) => {
    const wanted = keywordFamilies[keyword];
    if (wanted === undefined || wanted === family) return [];
    const instead = sibling(keyword, family);
    return [`@${keyword} is for ${familyWords[wanted]}${instead === undefined ? '; remove it' : `; write ${instead}`}`];
  });
  const { items, additionalProperties, pattern } = rules;
  const badPattern = pattern === undefined ? undefined : patternSyntaxError(pattern);
  return [
    ...own,
    ...(badPattern === undefined ? [] : [`@pattern ${pattern} is no regular expression: ${badPattern}`]),
    ...(type.shape === 'list' && items !== undefined ? keywordFaults(items as JsonSchema, type.items) : []),
    ...(type.shape === 'map' && typeof additionalProperties === 'object'
      ? keywordFaults(additionalProperties, type.values)
      : []),
    ...(items !== undefined && type.shape !== 'list' ? ['tags for items are for lists; remove it'] : []),
  ];
}

function defaultFaults({ default: value, type }: ApiField): readonly string[] {
  if (value === undefined || fits(value, type)) return [];
  const { values } = type as { readonly values?: readonly string[] };
  if (typeof value === 'string' && Array.isArray(values)) {
    return [`@default ${JSON.stringify(value)} is none of its values: ${values.join(', ')}`];
  }
  return [`@default ${JSON.stringify(value)} is no ${shapeWords[type.shape] ?? type.shape}; write it in JSON`];
}
const shapeWords: { readonly [shape: string]: string } = {
  string: 'text',
  bool: 'boolean',
  int32: 'whole number',
  int64: 'whole number',
  double: 'number',
  struct: 'object',
  foreign: 'object',
};

function fits(value: Json, type: ApiType): boolean {
  switch (type.shape) {
    case 'string':
      return typeof value === 'string' && (type.values?.includes(value) ?? true);
    case 'bool':
      return typeof value === 'boolean';
    case 'int32':
    case 'int64':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'double':
      return typeof value === 'number';
    case 'list':
      return Array.isArray(value) && value.every((item) => fits(item, type.items));
    case 'map':
      return isJsonObject(value) && Object.values(value).every((item) => fits(item as Json, type.values));
    case 'struct':
    case 'foreign':
      return isJsonObject(value);
    default:
      return true;
  }
}

function listFaults({ type, listType, listMapKeys }: ApiField): readonly string[] {
  if (listType !== undefined && type.shape !== 'list')
    return ['@listType is for lists; for a map or struct write @mapType'];
  if (listMapKeys !== undefined && listType !== 'map') return ['@listMapKey is for @listType map; write that too'];
  if (listType === 'map' && listMapKeys === undefined)
    return ['@listType map wants the key of its items: @listMapKey name'];
  if (listType === 'map' && type.shape === 'list' && !['struct', 'foreign'].includes(type.items.shape)) {
    return ['@listType map is for lists of structs; write @listType set'];
  }
  return [];
}
