import {
  doSteps,
  doStepsInTurns,
  type FieldError,
  type FieldPath,
  fieldErrors,
  formatFieldError,
  getOwn,
  patternSyntaxError,
  type Steps,
} from '#meta';
import { additionalOf, itemsOf, type JsonSchema, propertiesOf } from './json-schema.ts';

/**
 * What makes a schema structural: every field has a type, and alternatives only restrict what the schema outside of them
 * specifies. The faults come sorted. k8s: apiserver/schema/{validation,complete}.go
 */
export function validateStructural(schema: JsonSchema, at: FieldPath): FieldError[] {
  const found: FieldError[] = [];
  doSteps(checkSchema(schema, at, found));
  return sorted(found);
}

/** The same with others in between: schemas may have tens of thousands of properties. */
export async function validateStructuralInTurns(schema: JsonSchema, at: FieldPath): Promise<FieldError[]> {
  const found: FieldError[] = [];
  await doStepsInTurns(checkSchema(schema, at, found));
  return sorted(found);
}

function* checkSchema(schema: JsonSchema, at: FieldPath, found: FieldError[]): Steps {
  yield checkNode(schema, at, { level: 'root', found });
  yield checkCompleteness(schema, { schema, schemaAt: at, at, found });
}

function sorted(found: FieldError[]): FieldError[] {
  const texts = new Map(found.map((fault) => [fault, formatFieldError(fault)]));
  return found.sort((a, b) => ((texts.get(a) as string) < (texts.get(b) as string) ? -1 : 1));
}

type Level = 'root' | 'item' | 'field';

interface Rules {
  readonly level: Level;
  readonly found: FieldError[];
}

function* checkNode(schema: JsonSchema, at: FieldPath, { level, found }: Rules): Steps {
  const items = itemsOf(schema);
  if (schema.type === 'array' && items === undefined) {
    found.push(fieldErrors.required(at.child('items'), 'must be specified'));
  }
  if (items !== undefined) yield checkNode(items, at.child('items'), { level: 'item', found });
  for (const [name, property] of propertiesOf(schema)) {
    yield checkNode(property, at.child('properties').key(name), { level: 'field', found });
  }
  const additional = additionalOf(schema);
  if (isSet(schema.additionalProperties) && level === 'root') {
    found.push(fieldErrors.forbidden(at.child('additionalProperties'), 'must not be used at the root'));
  }
  if (additional !== undefined)
    yield checkNode(additional, at.child('additionalProperties'), { level: 'field', found });
  checkExtensions(schema, at, found);
  yield checkAlternatives(schema, at, {
    found,
    skipAnyOf: isIntOrString(schema.anyOf),
    skipFirst: isNestedIntOrString(schema),
  });
  checkType(schema, at, { level, found });
  checkResource(schema, at, { level, found });
}

function checkExtensions(schema: JsonSchema, at: FieldPath, found: FieldError[]): void {
  if (schema['x-kubernetes-int-or-string'] !== true) return;
  for (const keyword of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const) {
    if (schema[keyword] !== true) continue;
    found.push(fieldErrors.invalid(at.child(keyword), true, 'must be false if x-kubernetes-int-or-string is true'));
  }
}

const typeWanted = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
} as const satisfies Record<Level, string>;

function checkType(schema: JsonSchema, at: FieldPath, { level, found }: Rules): void {
  const type = schema.type ?? '';
  const anything = schema['x-kubernetes-int-or-string'] || schema['x-kubernetes-preserve-unknown-fields'];
  if (schema['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    found.push(missingOrInvalid(type, at.child('type'), detail));
  } else if (type === '' && anything !== true) {
    found.push(fieldErrors.required(at.child('type'), typeWanted[level]));
  }
  if (schema['x-kubernetes-embedded-resource'] === true && isSet(schema.additionalProperties)) {
    const detail = 'must not be used if x-kubernetes-embedded-resource is set';
    found.push(fieldErrors.forbidden(at.child('additionalProperties'), detail));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    found.push(fieldErrors.invalid(at.child('type'), type, 'must be object at the root'));
  }
}

export function missingOrInvalid(value: string, at: FieldPath, detail: string): FieldError {
  return value === '' ? fieldErrors.required(at, detail) : fieldErrors.invalid(at, value, detail);
}

/** `kind`, `apiVersion` and `metadata` are what they are in every resource. */
function checkResource(schema: JsonSchema, at: FieldPath, { level, found }: Rules): void {
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const properties = schema.properties ?? {};
  const resource = level === 'root' || embedded;
  for (const name of ['kind', 'apiVersion']) {
    const type = getOwn(properties, name)?.type ?? '';
    if (!resource || !Object.hasOwn(properties, name) || type === 'string') continue;
    found.push(fieldErrors.invalid(at.child('properties').key(name).child('type'), type, 'must be string'));
  }
  const metadata = getOwn(properties, 'metadata');
  if (metadata !== undefined) {
    const metadataAt = at.child('properties').key('metadata');
    if (resource && metadata.type !== 'object') {
      found.push(fieldErrors.invalid(metadataAt.child('type'), metadata.type ?? '', 'must be object'));
    }
    if (level === 'root' && !isPlainMetadata(metadata)) {
      const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
      found.push(fieldErrors.forbidden(metadataAt, detail));
    }
  }
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (embedded && !preserves && Object.keys(properties).length === 0) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    found.push(fieldErrors.required(at.child('properties'), detail));
  }
}

function isPlainMetadata(metadata: JsonSchema): boolean {
  const restricted = Object.keys(metadata.properties ?? {});
  if (restricted.some((name) => name !== 'name' && name !== 'generateName')) return false;
  return hasOnly(metadata, ['type', 'default', 'properties']);
}

/** Whether all other keywords are absent, or as good as absent. */
function hasOnly(schema: JsonSchema, keywords: readonly string[]): boolean {
  return Object.entries(schema).every(([keyword, value]) => keywords.includes(keyword) || isNothing(value));
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === '';
}

export function isSet<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

/** `anyOf: [{ type: integer }, { type: string }]`, in this order: the one place where alternatives may have types. */
function isIntOrString(anyOf: JsonSchema['anyOf']): boolean {
  return anyOf?.length === 2 && ['integer', 'string'].every((type, i) => isTypeOnly(anyOf[i] as JsonSchema, type));
}
function isTypeOnly(schema: JsonSchema, type: string): boolean {
  return schema.type === type && hasOnly(schema, ['type']);
}
function isNestedIntOrString(schema: JsonSchema): boolean {
  return isIntOrString(schema.allOf?.[0]?.anyOf);
}

interface Alternatives {
  readonly found: FieldError[];
  readonly skipAnyOf?: boolean;
  /** The anyOf of the first of allOf. */
  readonly skipFirst?: boolean;
}

function* checkAlternatives(schema: JsonSchema, at: FieldPath, { found, skipAnyOf, skipFirst }: Alternatives): Steps {
  for (const junctor of ['anyOf', 'allOf', 'oneOf'] as const) {
    if (junctor === 'anyOf' && skipAnyOf) continue;
    for (const [i, one] of (schema[junctor] ?? []).entries()) {
      const skipInner = junctor === 'allOf' && skipFirst === true && i === 0;
      yield checkAlternative(one, at.child(junctor).index(i), { found, skipAnyOf: skipInner });
    }
  }
  if (isSet(schema.not)) yield checkAlternative(schema.not, at.child('not'), { found });
  const wrong = (schema.pattern ?? '') === '' ? undefined : patternSyntaxError(schema.pattern ?? '');
  if (wrong !== undefined) {
    const detail = `must be a valid regular expression, but isn't: ${wrong}`;
    found.push(fieldErrors.invalid(at.child('pattern'), schema.pattern, detail));
  }
}

/** Keywords that would say what a value is, instead of restricting it. */
const foreign = {
  type: 'must be empty to be structural',
  default: 'must be undefined to be structural',
  title: 'must be empty to be structural',
  description: 'must be empty to be structural',
  nullable: 'must be false to be structural',
  'x-kubernetes-preserve-unknown-fields': 'must be false to be structural',
  'x-kubernetes-embedded-resource': 'must be false to be structural',
  'x-kubernetes-int-or-string': 'must be false to be structural',
  'x-kubernetes-list-map-keys': 'must be empty to be structural',
  'x-kubernetes-list-type': 'must be undefined to be structural',
  'x-kubernetes-map-type': 'must be undefined to be structural',
  'x-kubernetes-validations': 'must be empty to be structural',
} as const satisfies Partial<Record<keyof JsonSchema, string>>;

function* checkAlternative(schema: JsonSchema, at: FieldPath, { found, skipAnyOf = false }: Alternatives): Steps {
  yield checkAlternatives(schema, at, { found, skipAnyOf });
  const items = itemsOf(schema);
  if (items !== undefined) yield checkAlternative(items, at.child('items'), { found });
  for (const [name, property] of propertiesOf(schema)) {
    yield checkAlternative(property, at.child('properties').key(name), { found });
  }
  if (isSet(schema.additionalProperties) && schema.additionalProperties !== false) {
    found.push(fieldErrors.forbidden(at.child('additionalProperties'), 'must be undefined to be structural'));
  }
  for (const [keyword, detail] of Object.entries(foreign)) {
    const value = schema[keyword as keyof typeof foreign];
    const absent = keyword === 'default' || detail.includes('undefined') ? !isSet(value) : isNothing(value);
    if (!absent) found.push(fieldErrors.forbidden(at.child(keyword), detail));
  }
  if (Object.hasOwn(schema.properties ?? {}, 'metadata')) {
    const detail = 'must not be specified in a nested context';
    found.push(fieldErrors.forbidden(at.child('properties').key('metadata'), detail));
  }
}

interface Completeness {
  /** What specifies the value that the alternative restricts. */
  readonly schema: JsonSchema | undefined;
  readonly schemaAt: FieldPath;
  readonly at: FieldPath;
  readonly found: FieldError[];
}

/** What an alternative at the root restricts has to be specified outside of it. */
function* checkCompleteness(alternative: JsonSchema, place: Completeness): Steps {
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [i, one] of (alternative[junctor] ?? []).entries()) {
      yield checkSpecified(one, { ...place, at: place.at.child(junctor).index(i) });
    }
  }
  if (isSet(alternative.not)) {
    yield checkSpecified(alternative.not, { ...place, at: place.at.child('not') });
  }
}

function* checkSpecified(alternative: JsonSchema, place: Completeness): Steps {
  const { schema, schemaAt, at, found } = place;
  if (schema === undefined) {
    found.push(fieldErrors.required(schemaAt, `because it is defined in ${at}`));
    return;
  }
  yield checkCompleteness(alternative, place);
  const items = itemsOf(alternative);
  if (items !== undefined) {
    yield checkSpecified(items, {
      schema: itemsOf(schema),
      schemaAt: schemaAt.child('items'),
      at: at.child('items'),
      found,
    });
  }
  for (const [name, property] of propertiesOf(alternative)) {
    yield checkSpecified(property, {
      schema: getOwn(schema.properties ?? {}, name),
      schemaAt: schemaAt.child('properties').key(name),
      at: at.child('properties').key(name),
      found,
    });
  }
}
