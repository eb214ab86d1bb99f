import {
  byteLength,
  cIdentifierFaults,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  type Json,
} from '#meta';
import { validateBy } from '../field-validation.ts';
import { validateDriverName } from '../storage/storage-validation.ts';

/** Names and lists, as the kinds of devices write them. */

export { validateDriverName };

const MAX_POOL_NAME = 253;
const MAX_IDENTIFIER = 32;
const MAX_KEY = 63 + 1 + MAX_IDENTIFIER;

/** Names of devices, requests and counters. */
export const validateLabel = (field: FieldPath, name: string): FieldError[] =>
  validateBy(field, name, dns1123LabelFaults);

export function validatePoolName(field: FieldPath, name: string): FieldError[] {
  if (name === '') return [fieldErrors.required(field)];
  const faults = byteLength(name) > MAX_POOL_NAME ? [fieldErrors.tooLong(field, MAX_POOL_NAME)] : [];
  return [...faults, ...name.split('/').flatMap((part) => validateBy(field, part, dns1123SubdomainFaults))];
}

/** `name` or `domain/name`. */
export function validateQualifiedName(field: FieldPath, name: string): FieldError[] {
  const [first = '', second, ...more] = name.split('/');
  if (second === undefined) return validateIdentifier(field, first);
  if (more.length > 0) return [];
  return [
    ...(first === ''
      ? [fieldErrors.invalid(field, '', 'the domain must not be empty')]
      : validateDriverName(field, first)),
    ...(second === ''
      ? [fieldErrors.invalid(field, '', 'the name must not be empty')]
      : validateIdentifier(field, second)),
  ];
}

export function validateFullyQualifiedName(field: FieldPath, name: string): FieldError[] {
  const faults = validateQualifiedName(field, name);
  if (name.includes('/')) return faults;
  const why = 'a fully qualified name must be a domain and a name separated by a slash';
  return [...faults, fieldErrors.invalid(field, name, why)];
}

function validateIdentifier(field: FieldPath, name: string): FieldError[] {
  const faults = byteLength(name) > MAX_IDENTIFIER ? [fieldErrors.tooLong(field, MAX_IDENTIFIER)] : [];
  return [...faults, ...validateBy(field, name, cIdentifierFaults)];
}

interface ListRules<Item> {
  readonly max?: number;
  each(item: Item, field: FieldPath): readonly FieldError[];
  /** What no two items may have in common. */
  key?(item: Item): Json;
}

/** A list that is too long is told so, and nothing else. Duplicates are told after all the rest. */
export function validateList<Item>(field: FieldPath, list: readonly Item[], rules: ListRules<Item>): FieldError[] {
  const { max = list.length, each, key } = rules;
  if (list.length > max) return [fieldErrors.tooMany(field, list.length, max)];
  const faults = list.flatMap((item, at) => each(item, field.index(at)));
  if (key === undefined) return faults;
  const seen = new Set<string>();
  const repeated = list.flatMap((item, at) => {
    const text = JSON.stringify(key(item));
    if (seen.has(text)) return [fieldErrors.duplicate(field.index(at), key(item))];
    seen.add(text);
    return [];
  });
  return [...faults, ...repeated];
}

interface MapRules<Value> {
  readonly max?: number;
  name(field: FieldPath, name: string): readonly FieldError[];
  each?(value: Value, field: FieldPath): readonly FieldError[];
}

export function validateMap<Value>(
  field: FieldPath,
  map: { readonly [name: string]: Value },
  rules: MapRules<Value>,
): FieldError[] {
  const entries = Object.entries(map);
  const { max = entries.length } = rules;
  if (entries.length > max) return [fieldErrors.tooMany(field, entries.length, max)];
  return entries.flatMap(([name, value]) => [
    ...rules.name(field, name),
    ...(rules.each?.(value, field.key(shortened(name))) ?? []),
  ]);
}

/** Its beginning and its end, where a key is longer than any good one. */
function shortened(key: string): string {
  if (key.length <= MAX_KEY) return key;
  const kept = MAX_KEY - 3;
  return `${key.slice(0, Math.floor((kept + 1) / 2))}...${key.slice(key.length - Math.floor(kept / 2))}`;
}
