// Door of the room 'schema'.

export type { FieldRules, StructRules } from './declared-rules.ts';
export { passingShapeOf, shapeOf } from './described-shape.ts';
export { discoveryV2 } from './discovery-v2.ts';
export type { Types as MetaV1Types } from './meta-v1.gen.ts';
export { metaV1 } from './meta-v1.ts';
export { describeTypes, type TypeLibrary, type TypeSource, type UnknownTypes } from './parse-types.ts';
export type {
  Bytes,
  Double,
  Duration,
  Int32,
  Int64,
  IntOrString,
  MicroTime,
  Quantity,
  RawExtension,
  Time,
} from './scalar-types.ts';
export { scaleV1 } from './scale-v1.ts';
export { canonicalText, isDeeperThan, maxDepth } from './structural/deep-values.ts';
export { applyDefaults, type DefaultOptions, dropNulls } from './structural/default.ts';
export { type Coerced, type CoerceOptions, coerceObject } from './structural/embedded-metadata.ts';
export { type FieldPathOptions, type ResolvedFieldPath, resolveFieldPath } from './structural/field-path.ts';
export { cellText, columnCell, JsonPath, lookup } from './structural/json-path.ts';
export { JsonPathError } from './structural/json-path-parse.ts';
export {
  additionalOf,
  defaultOf,
  itemsOf,
  type JsonSchema,
  propertiesOf,
} from './structural/json-schema.ts';
export { unsupportedKeyword } from './structural/keyword-validation.ts';
export { validateListTypes } from './structural/list-types.ts';
export {
  MetadataError,
  type ReadMetadata,
  readObjectMeta,
  salvageObjectMeta,
} from './structural/object-meta-reader.ts';
export {
  type PublishListOptions,
  type PublishOptions,
  publishListSchema,
  publishSchema,
} from './structural/openapi.ts';
export { pruneObject, pruneValue, unknownField } from './structural/prune.ts';
export { pruneDefaults } from './structural/prune-defaults.ts';
export { ResourceShape } from './structural/resource-shape.ts';
export { compileSchema, type SchemaNode, StructuralSchema } from './structural/structural-schema.ts';
export { validateStructural, validateStructuralInTurns } from './structural/structural-validation.ts';
export { validateValue, validateValueUpdate } from './structural/validate.ts';
export {
  type DefinitionOptions,
  definitionOptionsAfter,
  isStructural,
  newDefinition,
  unrecognizedFormats,
  validateSchemaDefinition,
} from './structural/validate-definition.ts';
export {
  type ObjectRuleOptions,
  validateObject,
  validateObjectRules,
  validateUpdate,
} from './structural/validate-object.ts';
export type {
  ChoiceType,
  Described,
  FieldDescription,
  ListType,
  MapType,
  ScalarName,
  ScalarType,
  StructType,
  TypeDescription,
  UnionDescription,
} from './type-description.ts';
