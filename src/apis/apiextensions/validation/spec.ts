import {
  type CustomResourceDefinition,
  type DefinitionSchema,
  type DefinitionVersion,
  someSchema,
  validateConversion,
} from '#crd';
import {
  byteLength,
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  isPrintable,
  type JsonObject,
  OptionalText,
  path,
} from '#meta';
import { type JsonSchema, unsupportedKeyword, validateSchemaDefinition } from '#schema';
import { validateChoice } from '../../field-validation.ts';
import { dumpRule, dumpSchema, dumpVersions } from '../go-dump.ts';
import { type Hoisted, hoist } from '../hoisted.ts';
import { validateNames, validateRequiredNames } from './names.ts';
import type { SpecOptions } from './options.ts';
import { validateColumn, validateSelectableFields, validateSubresources } from './parts.ts';

const at = path('spec');

/** k8s: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionSpec, whose order clients see */
export function validateSpec(definition: CustomResourceDefinition, asked: SpecOptions): FieldError[] {
  const { spec } = definition;
  const hoisted = hoist(definition);
  const options = withStructural(definition, asked);
  return [
    ...validateGroup(spec.group),
    ...validateChoice(at.child('scope'), spec.scope, ['Cluster', 'Namespaced']),
    ...validateSchemasPresent(definition, hoisted, options),
    ...validateDefaults(definition),
    ...hoisted.versions.flatMap((version, i) => validateVersion(version, { place: i, hoisted, options })),
    ...validateList(hoisted),
    ...validateRequiredNames(spec.names, at.child('names')),
    ...validateNames(spec.names, at.child('names')),
    ...validateTop(hoisted, options),
    ...validateConversionSpec(definition, options),
  ];
}

/** Pruning, defaults and extensions only make sense with structural schemas. */
function withStructural(definition: CustomResourceDefinition, options: SpecOptions): SpecOptions {
  const needed =
    options.schema.requireStructural ||
    !definition.spec.preserveUnknownFields ||
    schemasOf(definition).some((schema) => someSchema(schema, hasDefault) || someSchema(schema, hasExtension));
  return needed ? { ...options, schema: { ...options.schema, requireStructural: true } } : options;
}

function schemasOf({ spec }: CustomResourceDefinition): JsonSchema[] {
  const schemas = (spec.versions ?? []).map(({ schema }) => schema?.openAPIV3Schema);
  return schemas.filter((schema) => schema !== undefined);
}

const hasDefault = (schema: JsonSchema): boolean => (schema.default ?? undefined) !== undefined;

function hasExtension(schema: JsonSchema): boolean {
  return (
    schema['x-kubernetes-embedded-resource'] === true ||
    (schema['x-kubernetes-preserve-unknown-fields'] ?? undefined) !== undefined ||
    schema['x-kubernetes-int-or-string'] === true ||
    (schema['x-kubernetes-list-map-keys']?.length ?? 0) > 0 ||
    (schema['x-kubernetes-list-type'] ?? undefined) !== undefined ||
    (schema['x-kubernetes-validations']?.length ?? 0) > 0
  );
}

function validateGroup(group: string): FieldError[] {
  const field = at.child('group');
  if (group === '') return [fieldErrors.required(field)];
  const faults = dns1123SubdomainFaults(group);
  if (faults.length > 0) return [fieldErrors.invalid(field, group, faults.join(','))];
  return group.includes('.') ? [] : [fieldErrors.invalid(field, group, 'should be a domain with at least one dot')];
}

function validateSchemasPresent(
  { spec }: CustomResourceDefinition,
  hoisted: Hoisted,
  options: SpecOptions,
): FieldError[] {
  if (hoisted.validation?.openAPIV3Schema !== undefined) return [];
  if (!options.requireSchema && spec.preserveUnknownFields) return [];
  const detail = options.requireSchema ? '' : 'because otherwise all fields are pruned';
  return hoisted.versions.flatMap(({ schema, served }, i) => {
    if (schema?.openAPIV3Schema !== undefined || (!options.requireSchema && !served)) return [];
    return [fieldErrors.required(at.child('versions').index(i).child('schema', 'openAPIV3Schema'), detail)];
  });
}

function validateDefaults(definition: CustomResourceDefinition): FieldError[] {
  if (!definition.spec.preserveUnknownFields) return [];
  if (!schemasOf(definition).some((schema) => someSchema(schema, hasDefault))) return [];
  const detail = 'must be false in order to use defaults in the schema';
  return [fieldErrors.invalid(at.child('preserveUnknownFields'), true, detail)];
}

interface VersionWork {
  readonly place: number;
  readonly hoisted: Hoisted;
  readonly options: SpecOptions;
}

function validateVersion(version: DefinitionVersion, { place, hoisted, options }: VersionWork): FieldError[] {
  const field = at.child('versions').index(place);
  const perVersion = hoisted.versions.some(({ subresources }) => subresources !== undefined);
  const subresources = perVersion ? version.subresources : hoisted.subresources;
  const { name, schema, deprecationWarning = '' } = version;
  const found = [
    ...validateLabel(name, field.child('name')),
    ...deprecationFaults(version).map((fault) =>
      fieldErrors.invalid(field.child('deprecationWarning'), new OptionalText(deprecationWarning), fault),
    ),
    ...validateSchema(schema, field.child('schema'), {
      options,
      status: subresources?.status !== undefined,
      version: name,
    }),
    ...validateSubresources(version.subresources ?? {}, field.child('subresources')),
    ...(version.additionalPrinterColumns ?? []).flatMap((column, i) =>
      validateColumn(column, field.child('additionalPrinterColumns').index(i)),
    ),
  ];
  const fields = version.selectableFields ?? [];
  if (fields.length === 0) return found;
  const selectable = field.child('selectableFields');
  if (schema?.openAPIV3Schema === undefined) {
    const detail = 'may only be set when `version.schema.openAPIV3Schema` is not included';
    return [...found, fieldErrors.invalid(selectable, '', detail)];
  }
  const allowTooMany = options.allowTooManySelectable(name);
  const work = { schema: schema.openAPIV3Schema, at: selectable, allowTooMany };
  return [...found, ...validateReadable(work.schema, field), ...validateSelectableFields(fields, work)];
}

function validateLabel(label: string, field: FieldPath): FieldError[] {
  const faults = dns1035LabelFaults(label);
  return faults.length === 0 ? [] : [fieldErrors.invalid(field, label, faults.join(','))];
}

const MAX_WARNING_LENGTH = 256;

function deprecationFaults({ deprecated = false, deprecationWarning: text }: DefinitionVersion): string[] {
  if (text === undefined) return [];
  if (!deprecated) return ['can only be set for deprecated versions'];
  const found: string[] = [];
  if (byteLength(text) > MAX_WARNING_LENGTH) found.push(`must be <= ${MAX_WARNING_LENGTH} characters long`);
  if (text === '') found.push('must not be an empty string');
  let position = 0;
  for (const character of text) {
    if (!isPrintable(character)) {
      found.push(`must only contain printable UTF-8 characters; non-printable character found at index ${position}`);
      break;
    }
    position += byteLength(character);
  }
  return found;
}

interface SchemaWork {
  readonly options: SpecOptions;
  /** Whether the status subresource is on. */
  readonly status: boolean;
  /** The version whose schema it is. */
  readonly version: string;
}

function validateSchema(schema: DefinitionSchema | undefined, field: FieldPath, work: SchemaWork): FieldError[] {
  if (schema?.openAPIV3Schema === undefined) return [];
  return validateSchemaDefinition(schema.openAPIV3Schema, field.child('openAPIV3Schema'), {
    ...work.options.schema,
    statusSubresource: work.status,
    show: (shown) => dumpSchema(shown as JsonObject),
    rules: {
      ...work.options.schema.rules,
      showRule: (rule) => dumpRule(rule as JsonObject),
      ignoreExpressionCosts: work.options.hasUnchangedSchema(work.version),
    },
  });
}

const MOST_VERSIONS = 100;

/** What holds of all versions together, and of the first, which v1beta1 knew as `spec.version`. */
function validateList({ versions, version, noVersions }: Hoisted): FieldError[] {
  const field = at.child('versions');
  // Each version can be converted into each other: the work grows with the square.
  if (versions.length > MOST_VERSIONS) return [fieldErrors.tooMany(field, versions.length, MOST_VERSIONS)];
  const invalid = (detail: string): FieldError =>
    fieldErrors.invalid(field, noVersions ? null : dumpVersions(versions), detail);
  const found: FieldError[] = [];
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    found.push(invalid('must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    found.push(invalid('must have exactly one version marked as storage version'));
  }
  return version === '' ? found : [...found, ...validateLabel(version, at.child('version'))];
}

function validateTop(hoisted: Hoisted, options: SpecOptions): FieldError[] {
  const { validation, subresources = {}, additionalPrinterColumns, selectableFields } = hoisted;
  const status =
    subresources.status !== undefined || hoisted.versions.some((version) => version.subresources?.status !== undefined);
  const found = [
    ...validateSchema(validation, at.child('validation'), { options, status, version: hoisted.version }),
    ...validateSubresources(subresources, at.child('subresources')),
    ...additionalPrinterColumns.flatMap((column, i) =>
      validateColumn(column, at.child('additionalPrinterColumns').index(i)),
    ),
  ];
  if (selectableFields.length === 0) return found;
  const selectable = at.child('selectableFields');
  if (validation?.openAPIV3Schema === undefined) {
    return [...found, fieldErrors.invalid(selectable, '', 'may only be set when validations.schema is included')];
  }
  const allowTooMany = options.allowTooManySelectable('');
  const work = { schema: validation.openAPIV3Schema, at: selectable, allowTooMany };
  return [...found, ...validateReadable(work.schema, at), ...validateSelectableFields(selectableFields, work)];
}

/** Fields are selected by a structural schema, which some schemas cannot even be taken for. */
function validateReadable(schema: JsonSchema, field: FieldPath): FieldError[] {
  const fault = unsupportedKeyword(schema);
  return fault === undefined ? [] : [fieldErrors.invalid(field.child('schema', 'openAPIV3Schema'), '', fault)];
}

function validateConversionSpec({ spec }: CustomResourceDefinition, options: SpecOptions): FieldError[] {
  const { conversion, preserveUnknownFields } = spec;
  if (conversion === undefined) return [];
  const field = at.child('conversion');
  const found = validateConversion(conversion, field, options.conversion);
  if (conversion.strategy === 'None' || !preserveUnknownFields) return found;
  const detail = 'must be None if spec.preserveUnknownFields is true';
  return [fieldErrors.invalid(field.child('strategy'), conversion.strategy, detail), ...found];
}
