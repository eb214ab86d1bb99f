import type { DefinitionColumn, DefinitionSchema, DefinitionSubresources, DefinitionVersion } from '#crd';
import { isJsonObject, type Json, type JsonObject, setOwn } from '#meta';

/**
 * Bad values as the messages show them: with the field names of Go, every field, in the order of the Go structs. Nobody
 * needs that, but clients compare whole messages.
 */
export function dumpVersions(versions: readonly DefinitionVersion[]): JsonObject[] {
  return versions.map(dumpVersion);
}

function dumpVersion(version: DefinitionVersion): JsonObject {
  return {
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: dumpValidation(version.schema),
    Subresources: dumpSubresources(version.subresources),
    AdditionalPrinterColumns: listOrNull(version.additionalPrinterColumns, dumpColumn),
    SelectableFields: listOrNull(version.selectableFields, ({ jsonPath }) => ({ JSONPath: jsonPath })),
  };
}

function dumpValidation(schema: DefinitionSchema | undefined): Json {
  if (schema === undefined) return null;
  return { OpenAPIV3Schema: schema.openAPIV3Schema === undefined ? null : dumpSchema(schema.openAPIV3Schema) };
}

function dumpSubresources(parts: DefinitionSubresources | undefined): Json {
  if (parts === undefined) return null;
  const { status, scale } = parts;
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath,
            StatusReplicasPath: scale.statusReplicasPath,
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  };
}

function dumpColumn(column: DefinitionColumn): JsonObject {
  return {
    Name: column.name,
    Type: column.type,
    Format: column.format ?? '',
    Description: column.description ?? '',
    Priority: column.priority ?? 0,
    JSONPath: column.jsonPath,
  };
}

function listOrNull<T>(list: readonly T[] | undefined, dump: (item: T) => Json): Json[] | null {
  return list === undefined ? null : list.map(dump);
}

type Dump = (value: Json) => Json;
const asIs: Dump = (value) => value;
const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);
const schema: Dump = (value) => dumpSchema(objectOf(value));
const schemas: Dump = (value) => listOf(value).map(schema);
const named =
  (dump: Dump): Dump =>
  (value) => {
    const dumped: JsonObject = {};
    const source = objectOf(value);
    for (const key of Object.keys(source).sort()) setOwn(dumped, key, dump(source[key] ?? null));
    return dumped;
  };
const orBoolean: Dump = (value) => ({
  Allows: value !== false,
  Schema: isJsonObject(value) ? dumpSchema(value) : null,
});
const orList =
  (listName: string, dumpItem: Dump): Dump =>
  (value) => ({
    Schema: isJsonObject(value) ? dumpSchema(value) : null,
    [listName]: Array.isArray(value) ? value.map(dumpItem) : null,
  });
/** A rule as messages show it. */
export const dumpRule = (rule: JsonObject): JsonObject => ({
  Rule: rule.rule ?? '',
  Message: rule.message ?? '',
  MessageExpression: rule.messageExpression ?? '',
  Reason: rule.reason ?? null,
  FieldPath: rule.fieldPath ?? '',
  OptionalOldSelf: rule.optionalOldSelf ?? null,
});

/** By keyword: the name in Go, what it shows when there is nothing, and how the rest is shown. */
const schemaFields: readonly (readonly [keyword: string, name: string, zero: Json, dump: Dump])[] = [
  ['id', 'ID', '', asIs],
  ['$schema', 'Schema', '', asIs],
  ['$ref', 'Ref', null, asIs],
  ['description', 'Description', '', asIs],
  ['type', 'Type', '', asIs],
  ['nullable', 'Nullable', false, asIs],
  ['format', 'Format', '', asIs],
  ['title', 'Title', '', asIs],
  ['default', 'Default', null, asIs],
  ['maximum', 'Maximum', null, asIs],
  ['exclusiveMaximum', 'ExclusiveMaximum', false, asIs],
  ['minimum', 'Minimum', null, asIs],
  ['exclusiveMinimum', 'ExclusiveMinimum', false, asIs],
  ['maxLength', 'MaxLength', null, asIs],
  ['minLength', 'MinLength', null, asIs],
  ['pattern', 'Pattern', '', asIs],
  ['maxItems', 'MaxItems', null, asIs],
  ['minItems', 'MinItems', null, asIs],
  ['uniqueItems', 'UniqueItems', false, asIs],
  ['multipleOf', 'MultipleOf', null, asIs],
  ['enum', 'Enum', null, asIs],
  ['maxProperties', 'MaxProperties', null, asIs],
  ['minProperties', 'MinProperties', null, asIs],
  ['required', 'Required', null, asIs],
  ['items', 'Items', null, orList('JSONSchemas', schema)],
  ['allOf', 'AllOf', null, schemas],
  ['oneOf', 'OneOf', null, schemas],
  ['anyOf', 'AnyOf', null, schemas],
  ['not', 'Not', null, schema],
  ['properties', 'Properties', null, named(schema)],
  ['additionalProperties', 'AdditionalProperties', null, orBoolean],
  ['patternProperties', 'PatternProperties', null, named(schema)],
  ['dependencies', 'Dependencies', null, named(orList('Property', asIs))],
  ['additionalItems', 'AdditionalItems', null, orBoolean],
  ['definitions', 'Definitions', null, named(schema)],
  ['externalDocs', 'ExternalDocs', null, dumpDocs],
  ['example', 'Example', null, asIs],
  ['x-kubernetes-preserve-unknown-fields', 'XPreserveUnknownFields', null, asIs],
  ['x-kubernetes-embedded-resource', 'XEmbeddedResource', false, asIs],
  ['x-kubernetes-int-or-string', 'XIntOrString', false, asIs],
  ['x-kubernetes-list-map-keys', 'XListMapKeys', null, asIs],
  ['x-kubernetes-list-type', 'XListType', null, asIs],
  ['x-kubernetes-map-type', 'XMapType', null, asIs],
  ['x-kubernetes-validations', 'XValidations', null, (rules) => listOf(rules).map((rule) => dumpRule(objectOf(rule)))],
];

function dumpDocs(docs: Json): Json {
  const { description, url } = objectOf(docs);
  return { Description: description ?? '', URL: url ?? '' };
}

export function dumpSchema(source: JsonObject): JsonObject {
  const dumped: JsonObject = {};
  for (const [keyword, name, zero, dump] of schemaFields) {
    const value = source[keyword];
    dumped[name] = value === undefined || value === null ? zero : dump(value);
  }
  return dumped;
}
