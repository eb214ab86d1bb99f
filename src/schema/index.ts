// Door of the room 'schema'.

export { passingShapeOf, ruledShapeOf, shapeOf } from './described-shape.ts';
export { discoveryV2 } from './discovery-v2.ts';
export { jsonFields } from './json-fields.ts';
export type { Types as MetaV1Types } from './meta-v1.gen.ts';
export { metaV1 } from './meta-v1.ts';
export { describeTypes, type TypeLibrary, type TypeSource } from './parse-types.ts';
export type { FieldRules } from './rule-flags.ts';
export { isDeclaredExpression } from './rule-keywords.ts';
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
export type { Types as ScaleV1Types } from './scale-v1.gen.ts';
export { scaleV1 } from './scale-v1.ts';
export { canonicalText, isDeeperThan, MAX_DEPTH } from './structural/deep-values.ts';
export { applyDefaults, type DefaultOptions } from './structural/default.ts';
export { coerceObject } from './structural/embedded-metadata.ts';
export { resolveFieldPath } from './structural/field-path.ts';
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
export { publishListSchema, publishSchema } from './structural/openapi.ts';
export { pruneObject, pruneValue, unknownField } from './structural/prune.ts';
export { pruneDefaults } from './structural/prune-defaults.ts';
export { ResourceShape } from './structural/resource-shape.ts';
export { explainRules } from './structural/rules/explain-rules.ts';
export { compileSchema, StructuralSchema } from './structural/structural-schema.ts';
export { validateStructural, validateStructuralInTurns } from './structural/structural-validation.ts';
export { validateValue, validateValueUpdate } from './structural/validate.ts';
export {
  type DefinitionOptions,
  definitionOptionsAfter,
  newDefinition,
  unrecognizedFormats,
  validateSchemaDefinition,
} from './structural/validate-definition.ts';
export { validateContent, validateObject, validateObjectRules } from './structural/validate-object.ts';
export type {
  ChoiceType,
  Described,
  FieldDescription,
  ListType,
  MapType,
  ScalarName,
  StructType,
  TypeDescription,
} from './type-description.ts';
