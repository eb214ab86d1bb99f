import { type FieldError, FieldPath, fieldErrors, isKnownFormat, type Json } from '#meta';
import { isDeeperThan } from './deep-values.ts';
import { hasUnprunedDefaults, validateDefaults } from './default-validation.ts';
import type { JsonSchema } from './json-schema.ts';
import {
  children,
  type KeywordOptions,
  keywordOptionsAfter,
  unsupportedKeyword,
  validateKeywords,
} from './keyword-validation.ts';
import { expressionsIn, type RuleDefinitionOptions, RulePlace } from './rules/rule-definition-validation.ts';
import { isSet, validateStructural } from './structural-validation.ts';

/** Levels of JSON. Each property takes two, so this is far more than any type has. */
const MAX_SCHEMA_DEPTH = 400;

/** What is asked of the schema of a definition. An update need not keep what the definition broke before. */
export interface DefinitionOptions extends Omit<KeywordOptions, 'rules'> {
  /** The root may then have only what leaves the schema of `status` by itself whole. */
  readonly statusSubresource: boolean;
  readonly requireStructural: boolean;
  readonly requirePrunedDefaults: boolean;
  /** A whole schema as messages show it. */
  readonly show: (schema: JsonSchema) => Json;
  readonly rules: RuleDefinitionOptions;
}

export const newDefinition: DefinitionOptions = {
  statusSubresource: false,
  requireStructural: true,
  requireValidTypes: true,
  requirePrunedDefaults: true,
  requireAtomicSets: true,
  requireMapKeys: true,
  show: (schema) => schema as unknown as Json,
  rules: { stored: expressionsIn([]), ignoreExpressionCosts: false, showRule: (rule) => rule as Json },
};

/** The options for an update, from the schemas that the definition had so far. */
export function definitionOptionsAfter(old: readonly JsonSchema[]): DefinitionOptions {
  return {
    ...newDefinition,
    ...keywordOptionsAfter(old),
    requireStructural: old.every(isStructural),
    requirePrunedDefaults: !old.some((schema) => isStructural(schema) && hasUnprunedDefaults(schema)),
    rules: { ...newDefinition.rules, stored: expressionsIn(old) },
  };
}

export function isStructural(schema: JsonSchema): boolean {
  if (isDeeperThan(schema, MAX_SCHEMA_DEPTH) || unsupportedKeyword(schema) !== undefined) return false;
  return validateStructural(schema, new FieldPath('')).length === 0;
}

/**
 * Everything that is wrong with the schema of a definition. `at` is where the schema stands:
 * `spec.validation.openAPIV3Schema`, or `spec.versions[1].schema.openAPIV3Schema`.
 */
export function validateSchemaDefinition(schema: JsonSchema, at: FieldPath, options = newDefinition): FieldError[] {
  if (isDeeperThan(schema, MAX_SCHEMA_DEPTH)) {
    return [fieldErrors.invalid(at, '', `must not be nested deeper than ${MAX_SCHEMA_DEPTH} levels`)];
  }
  const found: FieldError[] = [];
  if (options.statusSubresource) found.push(...validateRoot(schema, at, options.show));
  if (schema.nullable === true) {
    found.push(fieldErrors.forbidden(at.child('nullable'), 'nullable cannot be true at the root'));
  }
  const unsupported = unsupportedKeyword(schema);
  const spine = options.requireStructural && unsupported === undefined ? validateSpine(schema, at, options) : undefined;
  // Rules are compiled only where types are known.
  const rules = spine?.length === 0 ? RulePlace.root(options.rules) : undefined;
  found.push(...(spine ?? []), ...validateKeywords(schema, at, { ...options, rules }));
  if (found.length === 0 && options.requireStructural && unsupported !== undefined) {
    found.push(fieldErrors.invalid(at, '', unsupported));
  }
  return rules === undefined ? found : [...found, ...rules.validateTotalCost(at)];
}

/** What keeps the schema from being structural, or else what is wrong with its defaults. */
function validateSpine(schema: JsonSchema, at: FieldPath, options: DefinitionOptions): FieldError[] {
  const structural = validateStructural(schema, at);
  if (structural.length > 0) return structural;
  return validateDefaults(schema, at, { requirePruned: options.requirePrunedDefaults });
}

/** By keyword, in the words of the message. */
const allowedAtRoot = {
  description: 'Description',
  type: 'Type',
  format: 'Format',
  title: 'Title',
  maximum: 'Maximum',
  exclusiveMaximum: 'ExclusiveMaximum',
  minimum: 'Minimum',
  exclusiveMinimum: 'ExclusiveMinimum',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  pattern: 'Pattern',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  uniqueItems: 'UniqueItems',
  multipleOf: 'MultipleOf',
  required: 'Required',
  items: 'Items',
  properties: 'Properties',
  externalDocs: 'ExternalDocs',
  example: 'Example',
  'x-kubernetes-preserve-unknown-fields': 'XPreserveUnknownFields',
  'x-kubernetes-validations': 'XValidations',
} as const satisfies Partial<Record<keyof JsonSchema, string>>;

/** What is there though it is empty. */
const pointers: ReadonlySet<string> = new Set(['$ref', 'x-kubernetes-list-type', 'x-kubernetes-map-type']);

/** They are looked at before the type, all others after it. */
const beforeType: ReadonlySet<string> = new Set(['id', '$schema', '$ref']);

/** The first thing that is wrong is all that is told. */
function validateRoot(schema: JsonSchema, at: FieldPath, show: DefinitionOptions['show']): FieldError[] {
  const others = Object.entries(schema)
    .filter(
      ([keyword, value]) =>
        isSet(value) &&
        value !== false &&
        (value !== '' || pointers.has(keyword)) &&
        !Object.hasOwn(allowedAtRoot, keyword),
    )
    .map(([keyword]) => keyword);
  const wrongType = (schema.type ?? '') !== '' && schema.type !== 'object';
  if (wrongType && !others.some((keyword) => beforeType.has(keyword))) {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [fieldErrors.invalid(at.child('type'), schema.type, detail)];
  }
  if (others.length === 0) return [];
  const detail = `only [${Object.values(allowedAtRoot).join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [fieldErrors.invalid(at, show(schema), detail)];
}

/** Texts for the `Warning` header: formats that mean nothing to the server. */
export function unrecognizedFormats(schema: JsonSchema): string[] {
  const found = new Set<string>();
  const visit = (node: JsonSchema): void => {
    const { type = '', format = '' } = node;
    const types = node['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : type === '' ? [] : [type];
    if (format !== '' && !isKnownFormat(types, format)) found.add(`unrecognized format "${format}"`);
    for (const child of children(node)) visit(child.schema);
  };
  visit(schema);
  return [...found];
}
