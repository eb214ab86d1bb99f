import { type FieldError, FieldPath, fieldErrors, getOwn } from '#meta';
import { defaultOf, itemsOf, type JsonSchema } from './json-schema.ts';
import type { KeywordOptions } from './keyword-validation.ts';
import { isSet, missingOrInvalid } from './structural-validation.ts';

const listTypes: readonly string[] = ['atomic', 'set', 'map'];

/** `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`, and what they ask of the items. */
export function validateListKeywords(schema: JsonSchema, at: FieldPath, options: KeywordOptions): FieldError[] {
  const found: FieldError[] = [];
  const listType = schema['x-kubernetes-list-type'];
  const given = isSet(listType);
  if (given && schema.type !== 'array') {
    const detail = 'must be array if x-kubernetes-list-type is specified';
    found.push(missingOrInvalid(schema.type ?? '', at.child('type'), detail));
  } else if (options.requireAtomicSets) {
    found.push(...validateSetItems(schema, at));
  }
  if (given && !listTypes.includes(listType)) {
    found.push(fieldErrors.notSupported(at.child('x-kubernetes-list-type'), listType, listTypes));
  }
  if ((schema['x-kubernetes-list-map-keys'] ?? []).length > 0 && listType !== 'map') {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
    found.push(missingOrInvalid(listType ?? '', at.child('x-kubernetes-list-type'), detail));
  }
  if (listType === 'map') found.push(...validateMapList(schema, at));
  if (options.requireMapKeys) found.push(...validateMapKeys(schema, at));
  return found;
}

/** Items of a set are compared as a whole, so they have to be applied as a whole. */
export function validateSetItems(schema: JsonSchema, at = new FieldPath('')): FieldError[] {
  const items = itemsOf(schema);
  if (schema['x-kubernetes-list-type'] !== 'set' || items === undefined) return [];
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items['x-kubernetes-list-type'];
  if (items.type === 'array' && isSet(listType) && listType !== 'atomic') {
    return [fieldErrors.invalid(at.child('items', 'x-kubernetes-list-type'), listType, detail)];
  }
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    // The list type is what the real server shows here.
    return [fieldErrors.invalid(at.child('items', 'x-kubernetes-map-type'), listType ?? null, detail)];
  }
  return [];
}

function validateMapList(schema: JsonSchema, at: FieldPath): FieldError[] {
  const found: FieldError[] = [];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = itemsOf(schema);
  if (keys.length === 0) {
    const detail = 'must not be empty if x-kubernetes-list-type is map';
    found.push(fieldErrors.required(at.child('x-kubernetes-list-map-keys'), detail));
  }
  if (!isSet(schema.items)) {
    const detail = 'must have a schema if x-kubernetes-list-type is map';
    found.push(fieldErrors.required(at.child('items'), detail));
  } else if (items === undefined) {
    const detail = 'must only have a single schema if x-kubernetes-list-type is map';
    found.push(fieldErrors.invalid(at.child('items'), schema.items, detail));
  } else if (items.type === 'object') {
    found.push(...validateMapKey(items, keys, at));
  } else {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    found.push(fieldErrors.invalid(at.child('items', 'type'), items.type ?? '', detail));
  }
  return found;
}

function validateMapKey(items: JsonSchema, keys: readonly string[], at: FieldPath): FieldError[] {
  const found: FieldError[] = [];
  const keysAt = at.child('x-kubernetes-list-map-keys');
  const seen = new Set<string>();
  for (const key of keys) {
    const property = getOwn(items.properties ?? {}, key);
    if (property === undefined) {
      found.push(fieldErrors.invalid(keysAt, keys, 'entries must all be names of item properties'));
    } else if (property.type === 'array' || property.type === 'object') {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      found.push(fieldErrors.invalid(at.child('items', 'properties').key(key).child('type'), items.type, detail));
    }
    if (seen.has(key)) found.push(fieldErrors.invalid(keysAt, keys, 'must not contain duplicate entries'));
    seen.add(key);
  }
  return found;
}

/** Items of sets and map lists are never null, and have all of their keys. */
export function validateMapKeys(schema: JsonSchema, at = new FieldPath('')): FieldError[] {
  const items = itemsOf(schema);
  const listType = schema['x-kubernetes-list-type'];
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return [];
  const found: FieldError[] = [];
  if (items.nullable === true) {
    const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    found.push(fieldErrors.forbidden(at.child('items', 'nullable'), detail));
  }
  if (listType === 'set') return found;
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = getOwn(items.properties ?? {}, key);
    if (property === undefined) continue;
    const keyAt = at.child('items', 'properties').key(key);
    if (!items.required?.includes(key) && defaultOf(property) === undefined) {
      const detail =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      found.push(fieldErrors.required(keyAt.child('default'), detail));
    }
    if (property.nullable === true) {
      const detail = 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable';
      found.push(fieldErrors.forbidden(keyAt.child('nullable'), detail));
    }
  }
  return found;
}
