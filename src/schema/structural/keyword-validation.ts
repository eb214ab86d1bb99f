import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import { additionalOf, defaultOf, itemsOf, type JsonSchema, propertiesOf } from './json-schema.ts';
import { validateListKeywords, validateMapKeys, validateSetItems } from './list-validation.ts';
import type { RulePlace } from './rules/rule-definition-validation.ts';
import { validateRuleForms } from './rules/rule-form.ts';
import { isSet, missingOrInvalid } from './structural-validation.ts';

/** What an update of a definition that already broke a rule does not have to keep. */
export interface KeywordOptions {
  readonly requireValidTypes: boolean;
  readonly requireAtomicSets: boolean;
  readonly requireMapKeys: boolean;
  /** Where the rules of the schema are compiled; undefined if they are not looked at. */
  readonly rules?: RulePlace | undefined;
}

const types: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
/** What holds schemas that may have rules. */
const withRules: ReadonlySet<string> = new Set(['additionalProperties', 'properties', 'items']);
const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/**
 * What the keywords of a schema may say, node by node, apart from it being structural.
 * k8s: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionOpenAPISchema
 */
export function validateKeywords(schema: JsonSchema, at: FieldPath, options: KeywordOptions): FieldError[] {
  const found: FieldError[] = [];
  const ruleFaults: FieldError[] = [];
  const { rules } = options;
  visit(schema, at, { options, found, ruleFaults, rules, root: true, insideMeta: false, noDefaults: undefined });
  return [...found, ...ruleFaults];
}

interface Visit {
  readonly options: KeywordOptions;
  readonly found: FieldError[];
  /** Their faults are listed after all others. */
  readonly ruleFaults: FieldError[];
  readonly rules: RulePlace | undefined;
  readonly root: boolean;
  /** Inside of `kind`, `apiVersion` or `metadata` of a resource. */
  readonly insideMeta: boolean;
  /** Why there must be no defaults here. */
  readonly noDefaults: string | undefined;
}

function visit(schema: JsonSchema, at: FieldPath, state: Visit): void {
  const { found, options, rules } = state;
  const mark = found.length;
  checkUnsupported(schema, at, state);
  if (schema.uniqueItems === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    found.push(fieldErrors.forbidden(at.child('uniqueItems'), detail));
  }
  visitBelow(schema, at, state);
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    const detail = 'must be true or undefined';
    found.push(fieldErrors.invalid(at.child('x-kubernetes-preserve-unknown-fields'), false, detail));
  }
  checkMapType(schema, at, found);
  found.push(...validateListKeywords(schema, at, options));
  found.push(...validateRuleForms(schema, at));
  // Expressions about a schema that is wrong would only have faults that nobody understands.
  if (found.length === mark && rules !== undefined) state.ruleFaults.push(...rules.validate(schema, at));
}

function checkUnsupported(schema: JsonSchema, at: FieldPath, { found, options, insideMeta, noDefaults }: Visit): void {
  const type = schema.type ?? '';
  if (options.requireValidTypes && type !== '' && !types.includes(type)) {
    found.push(fieldErrors.notSupported(at.child('type'), type, types));
  }
  if (defaultOf(schema) !== undefined && noDefaults !== undefined) {
    found.push(fieldErrors.forbidden(at.child('default'), `must not be set ${noDefaults}`));
  }
  for (const [keyword, used] of unsupportedKeywords(schema)) {
    if (used) found.push(fieldErrors.forbidden(at.child(keyword), `${keyword} is not supported`));
  }
  if (type === 'null') {
    const detail = 'type cannot be set to null, use nullable as an alternative';
    found.push(fieldErrors.forbidden(at.child('type'), detail));
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    found.push(fieldErrors.forbidden(at.child('items'), 'items must be a schema object and not an array'));
  }
  if (insideMeta && schema['x-kubernetes-embedded-resource'] === true) {
    const detail = 'must not be used inside of resource meta';
    found.push(fieldErrors.forbidden(at.child('x-kubernetes-embedded-resource'), detail));
  }
}

function unsupportedKeywords(schema: JsonSchema): [string, boolean][] {
  return [
    ['id', (schema.id ?? '') !== ''],
    ['additionalItems', isSet(schema.additionalItems)],
    ['patternProperties', Object.keys(schema.patternProperties ?? {}).length > 0],
    ['definitions', Object.keys(schema.definitions ?? {}).length > 0],
    ['dependencies', isSet(schema.dependencies)],
    ['$ref', isSet(schema.$ref)],
  ];
}

/** What makes a schema one that is no structural schema, in the order in which it is told. */
const notStructural = [
  'id',
  '$schema',
  '$ref',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
] as const;

function isUsed(schema: JsonSchema, keyword: (typeof notStructural)[number]): boolean {
  const value = schema[keyword];
  if (!isSet(value)) return false;
  return keyword === 'additionalItems' || Object.keys(value).length > 0;
}

/** A schema with such a keyword is not even looked at as a structural one: its other faults would only confuse. */
export function unsupportedKeyword(schema: JsonSchema): string | undefined {
  const used = notStructural.find((keyword) => isUsed(schema, keyword));
  if (used !== undefined) return `OpenAPIV3Schema '${used === '$schema' ? 'schema' : used}' is not supported`;
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items) && schema.items.length > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const { schema: below } of children(schema)) {
    const found = unsupportedKeyword(below);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Child {
  readonly schema: JsonSchema;
  readonly path: (at: FieldPath) => FieldPath;
  /** The keyword that holds it. */
  readonly keyword: string;
  /** For a property, its name. */
  readonly name?: string;
}

/** Everything below a schema that definitions may have there. */
export function children(schema: JsonSchema): Child[] {
  const below: Child[] = [];
  const additional = additionalOf(schema);
  if (additional !== undefined) {
    below.push({ keyword: 'additionalProperties', schema: additional, path: (at) => at.child('additionalProperties') });
  }
  for (const [name, one] of propertiesOf(schema)) {
    below.push({ keyword: 'properties', name, schema: one, path: (at) => at.child('properties').key(name) });
  }
  if (isSet(schema.not)) below.push({ keyword: 'not', schema: schema.not, path: (at) => at.child('not') });
  for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) below.push(...listed(keyword, schema[keyword]));
  below.push(...keyed('definitions', schema.definitions));
  const items = itemsOf(schema);
  if (items !== undefined) below.push({ keyword: 'items', schema: items, path: (at) => at.child('items') });
  else below.push(...listed('items', schema.items as readonly JsonSchema[] | undefined));
  below.push(...keyed('dependencies', schema.dependencies));
  return below;
}

function listed(keyword: string, schemas: readonly JsonSchema[] | undefined): Child[] {
  return (schemas ?? []).map((schema, i) => ({ keyword, schema, path: (at) => at.child(keyword).index(i) }));
}

function keyed(keyword: string, schemas: JsonSchema['dependencies']): Child[] {
  return Object.entries(schemas ?? {}).flatMap(([name, schema]) =>
    Array.isArray(schema) || schema === null
      ? []
      : [{ keyword, schema: schema as JsonSchema, path: (at: FieldPath) => at.child(keyword).key(name) }],
  );
}

function visitBelow(schema: JsonSchema, at: FieldPath, { root, ...rest }: Visit): void {
  const state: Visit = { ...rest, root: false };
  const several = Object.keys(schema.properties ?? {}).length > 0;
  if (isSet(schema.additionalProperties) && several && schema.additionalProperties !== true) {
    const detail = 'additionalProperties and properties are mutual exclusive';
    state.found.push(fieldErrors.forbidden(at.child('additionalProperties'), detail));
  }
  const resource = root || schema['x-kubernetes-embedded-resource'] === true;
  for (const { schema: below, path, keyword, name = '' } of children(schema)) {
    const rules = withRules.has(keyword) ? state.rules?.below(schema, below, at) : undefined;
    let inner: Visit = { ...state, rules };
    if (keyword === 'additionalProperties' && state.insideMeta) {
      inner = { ...inner, noDefaults: 'inside additionalProperties applying to object metadata' };
    } else if (keyword === 'properties' && resource && metaFields.has(name)) {
      inner = { ...inner, insideMeta: true, ...(root ? { noDefaults: `in top-level ${name}` } : {}) };
    }
    visit(below, path(at), inner);
  }
}

function checkMapType(schema: JsonSchema, at: FieldPath, found: FieldError[]): void {
  const mapType = schema['x-kubernetes-map-type'];
  if (!isSet(mapType)) return;
  if (schema.type !== 'object') {
    const detail = 'must be object if x-kubernetes-map-type is specified';
    found.push(missingOrInvalid(schema.type ?? '', at.child('type'), detail));
  }
  if (mapType !== 'atomic' && mapType !== 'granular') {
    found.push(fieldErrors.notSupported(at.child('x-kubernetes-map-type'), mapType, ['atomic', 'granular']));
  }
}

function has(schema: JsonSchema | undefined, test: (schema: JsonSchema) => boolean): boolean {
  if (schema === undefined) return false;
  return test(schema) || children(schema).some(({ schema: below }) => has(below, test));
}

/** Which rules a definition keeps already, and may therefore not break when it is updated. */
export function keywordOptionsAfter(old: readonly JsonSchema[]): KeywordOptions {
  const none = (test: (schema: JsonSchema) => boolean): boolean => !old.some((schema) => has(schema, test));
  return {
    requireValidTypes: none(({ type = '' }) => type !== '' && !types.includes(type)),
    requireAtomicSets: none((schema) => validateSetItems(schema, undefined).length > 0),
    requireMapKeys: none((schema) => validateMapKeys(schema, undefined).length > 0),
  };
}
