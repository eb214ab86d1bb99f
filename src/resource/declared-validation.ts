import { type FieldError, FieldPath, fieldErrors, isJsonObject, type Json, type JsonObject } from '#meta';
import {
  compileSchema,
  type FieldDescription,
  type FieldRules,
  type JsonSchema,
  type StructType,
  type StructuralSchema,
  type TypeDescription,
  validateObject,
} from '#schema';
import { type RuleScope, ruledFields } from './rule-scope.ts';
import { validateFormat, validateScalar } from './value-checks.ts';

/**
 * What is wrong with a value in the light of what the description of its type declares, in the order of its fields. Of
 * built-in kinds `required` and lists of values are what OpenAPI tells, and only what is declared as a rule is one.
 */
export function validateDeclared(type: StructType, value: JsonObject, at: FieldPath = root): FieldError[] {
  return validateStruct({ scope: 'declared', at }, type, value);
}

/** The same for a kind that is not built in: also required fields, values and keys are checked. */
export function validateTold(type: StructType, value: JsonObject): FieldError[] {
  return validateStruct({ scope: 'all', at: root }, type, value);
}

const root = new FieldPath('');

interface RulePlace {
  readonly scope: RuleScope;
  readonly at: FieldPath;
}
const below = ({ scope, at }: RulePlace, name: string): RulePlace => ({ scope, at: at.child(name) });

function validateStruct(place: RulePlace, struct: StructType, value: JsonObject): FieldError[] {
  return [
    ...validateGroup(place, struct, value),
    ...ruledFields(struct, place.scope).flatMap((field) =>
      field.inline && field.type.shape === 'struct'
        ? validateStruct(place, field.type, value)
        : validateField(below(place, field.name), field, value[field.name]),
    ),
  ];
}

/** Fields of which one at most, or exactly one, is there. */
function validateGroup({ scope, at }: RulePlace, struct: StructType, value: JsonObject): FieldError[] {
  const { rules, union } = struct;
  const isSet = (name: string): boolean => {
    const field = struct.byName.get(name);
    return field !== undefined && !isMissing(field, value[name]);
  };
  return [
    ...(rules?.oneOf ?? []).flatMap((names) => validateCount(at, names, { set: names.filter(isSet), atLeast: 1 })),
    ...(rules?.atMostOneOf ?? []).flatMap((names) =>
      validateCount(at, names, { set: names.filter(isSet), atLeast: 0 }),
    ),
    ...(scope === 'all' && union?.discriminator !== undefined
      ? [...union.members].flatMap(([name, says]) => {
          const tells = value[union.discriminator as string] === says;
          if (tells === isSet(name)) return [];
          const when = `be specified when \`${union.discriminator}\` is "${says}"`;
          return [fieldErrors.invalid(at.child(name), '', tells ? `must ${when}` : `may only ${when}`)];
        })
      : []),
  ];
}

interface Counted {
  readonly set: readonly string[];
  readonly atLeast: 0 | 1;
}

function validateCount(at: FieldPath, names: readonly string[], { set, atLeast }: Counted): FieldError[] {
  const all = names.map((name) => `\`${name}\``).join(', ');
  if (set.length < atLeast) return [fieldErrors.invalid(at, '', `must specify one of: ${all}`)];
  if (set.length <= 1) return [];
  const how = atLeast === 1 ? 'exactly one of' : 'at most one of';
  return [fieldErrors.invalid(at, `{${set.join(', ')}}`, `must specify ${how}: ${all}`)];
}

function validateField(place: RulePlace, field: FieldDescription, given: Json | undefined): FieldError[] {
  const { rules = {}, type } = field;
  const value = given ?? zeroOf(field);
  if (isMissing(field, given) && isDemanded(field, place.scope)) return [fieldErrors.required(place.at)];
  if (rules.present === true && value === 0 && !field.pointer) return [fieldErrors.required(place.at)];
  if (value === undefined || value === null) return [];
  return validateOneValue(place, { field, type }, value);
}

/** What is always written is never absent. */
function zeroOf({ type, pointer, whenEmpty }: FieldDescription): Json | undefined {
  return pointer || whenEmpty !== 'always' ? undefined : zeros[type.shape];
}
const zeros: { readonly [shape: string]: Json } = { string: '', int32: 0, int64: 0, struct: {} };

function isDemanded({ required, rules }: FieldDescription, scope: RuleScope): boolean {
  return rules?.present === true || (required && scope === 'all');
}

/** A text, list or map that is no pointer is missing when it is empty. */
function isMissing({ pointer, type }: FieldDescription, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (pointer) return false;
  if (Array.isArray(value)) return value.length === 0;
  return value === '' || (type.shape === 'map' && Object.keys(value).length === 0);
}

interface Typed {
  readonly field: FieldDescription;
  /** Of the field, or of what is in its list or map. */
  readonly type: TypeDescription;
}

function validateOneValue(place: RulePlace, { field, type }: Typed, value: Json): FieldError[] {
  if (type.shape === 'struct') return isJsonObject(value) ? validateStruct(place, type, value) : [];
  if (type.shape === 'list') return Array.isArray(value) ? validateList(place, { field, type: type.items }, value) : [];
  if (type.shape === 'map') return isJsonObject(value) ? validateMap(place, { field, type: type.values }, value) : [];
  const { rules = {}, enum: values } = field;
  if (type.shape === 'json') return rules.schema ? validateBySchema(rules.schema, value, place.at) : [];
  // A text that may be empty is left out by being so.
  if (value === '' && field.whenEmpty !== 'always' && !field.pointer && type === field.type) return [];
  const listed = values === undefined || place.scope !== 'all' ? rules : { values, ...rules };
  return validateScalar(listed, value, place.at);
}

const compiled = new WeakMap<JsonSchema, StructuralSchema>();

function validateBySchema(source: JsonSchema, value: Json, at: FieldPath): FieldError[] {
  const schema = compiled.get(source) ?? compileSchema(source);
  compiled.set(source, schema);
  return validateObject(schema, value, at);
}

/** Of a list that is too long nothing else is told. Duplicates are told before what is wrong with a single item. */
function validateList({ scope, at }: RulePlace, items: Typed, list: readonly Json[]): FieldError[] {
  const { rules = {} } = items.field;
  const { minItems = 0, maxItems = Infinity } = rules;
  if (list.length > maxItems) return [fieldErrors.tooMany(at, list.length, maxItems)];
  if (list.length < minItems) return [fieldErrors.tooFew(at, list.length, minItems)];
  return [
    ...validateNoDuplicates({ scope, at }, items, list),
    ...list.flatMap((item, index) => validateOneValue({ scope, at: at.index(index) }, items, item)),
  ];
}

function validateNoDuplicates({ scope, at }: RulePlace, { field, type }: Typed, list: readonly Json[]): FieldError[] {
  const { rules, listType, listMapKeys = [] } = field;
  const isTold = scope === 'all' && (listType === 'map' || listType === 'set');
  if (rules?.uniqueItems !== true && !isTold) return [];
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const keys = listType === 'map' && isJsonObject(item) ? listMapKeys.map((key) => item[key] ?? '') : item;
    const text = JSON.stringify(keys, (_, part) => (typeof part === 'bigint' ? `${part}` : part));
    if (seen.has(text)) return [fieldErrors.duplicate(at.index(index), shownItem(type, item))];
    seen.add(text);
    return [];
  });
}

/** A struct as it is encoded: with what is always written. */
function shownItem(type: TypeDescription, item: Json): Json {
  if (type.shape !== 'struct' || !isJsonObject(item)) return item;
  const members = type.fields.map((field) => [
    field.name,
    item[field.name] ?? (field.pointer && field.whenEmpty === 'always' ? null : zeroOf(field)),
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function validateMap({ scope, at }: RulePlace, values: Typed, map: JsonObject): FieldError[] {
  const { minProperties = 0, maxProperties = Infinity, keys }: FieldRules = values.field.rules ?? {};
  const entries = Object.entries(map);
  if (entries.length > maxProperties) return [fieldErrors.tooMany(at, entries.length, maxProperties)];
  if (entries.length < minProperties) return [fieldErrors.tooFew(at, entries.length, minProperties)];
  return entries.flatMap(([key, value]) => [
    ...(keys === undefined ? [] : validateFormat(keys, key, at)),
    ...(value === undefined ? [] : validateOneValue({ scope, at: at.key(key) }, values, value)),
  ]);
}
