// Door of the room 'machinery'.

export { Age, type Cell, cellAt } from './age.ts';
export { Catalog, type CatalogGroup } from './catalog.ts';
export { firstUnknownField, requireCborMap, requireTypedCbor } from './cbor/cbor-body.ts';
export { diagnose } from './cbor/diagnose.ts';
export {
  cborArrayHead,
  cborCloseArray,
  cborDocument,
  cborMapBegin,
  cborOpenArray,
  encodeCbor,
} from './cbor/encode-cbor.ts';
export { parseCbor } from './cbor/parse-cbor.ts';
export { JsonError, outOfRange } from './codec/exact-json.ts';
export { encodeJson, quoteJson, sortedKeys } from './codec/go-json.ts';
export { NULL_API_VERSION, parseJson, unrecognizedBody, versionKindOf } from './codec/json-parse.ts';
export { mergeTypeOf, metadataMergeType } from './codec/merge-type.ts';
export { decodeDeleteOptions, metaProtobuf } from './codec/meta-messages.ts';
export { metaSchemas } from './codec/meta-schemas.ts';
export { openApiSource } from './codec/openapi-source.ts';
export { protobufCodec } from './codec/protobuf.ts';
export { envelopeOf, fieldHead, unwrapUnknown, wrapUnknown } from './codec/protobuf-envelope.ts';
export { type MetaOptions, metaQueryOptions, type QueryOption, queryOptions } from './codec/query-options.ts';
export { joinReports, strictDecodingError, typedCodec, withRevision } from './codec/typed-codec.ts';
export type { ConnectionTarget, ConnectRequest, SubresourceConnection } from './connection.ts';
export { GroupResources, type ServedResource } from './group-resources.ts';
export { fieldText, type PathColumn, pathColumns } from './path-columns.ts';
export {
  type ScalePaths,
  scaleKind,
  scaleView,
  stepsOf,
  UNSET_REPLICAS,
  validateScaleSpec,
  validateScaleStatus,
} from './path-scale.ts';
export type { Permission, Permissions } from './permissions.ts';
export { type RandomOptions, randomObjects } from './random-objects.ts';
export type {
  Column,
  OpenApiSchemas,
  OpenApiSource,
  ResourceDefinition,
  StoredVersion,
  Verb,
  VersionDefinition,
  VirtualResource,
} from './resource-definition.ts';
export {
  answersAnyPath,
  bodiesNameKind,
  columnsReadVersion,
  comparesLiterally,
  fieldsNeedChecking,
  hasOwnColumns,
  isCustom,
  itemsNameKind,
} from './resource-facts.ts';
export { CodecFactory, type CodecSettings, type SchemeCodec, type SerializerInfo } from './scheme/codec-factory.ts';
export type { Complete, Conversion, ConversionRules, Direction } from './scheme/conversion-types.ts';
export type { ConversionFunc, ConversionScope } from './scheme/converter.ts';
export type { FieldLabelConversion, FieldLabelValue } from './scheme/field-labels.ts';
export type { KnownType } from './scheme/known-types.ts';
export { type Named, Scheme, type TargetVersions } from './scheme/scheme.ts';
export { type AddToScheme, SchemeBuilder } from './scheme/scheme-builder.ts';
export { SchemeError } from './scheme/scheme-error.ts';
export { type DecodeSettings, type MediaType, Serializer, type SerializerSettings } from './scheme/serializer.ts';
export { complete, structConversion } from './scheme/struct-conversion.ts';
export { Unstructured } from './scheme/unstructured.ts';
export {
  describeKind,
  INTERNAL_VERSION,
  type KindBuilder,
  type KindVersion,
  type VersionedKind,
  type VersionRules,
} from './scheme/versioned-kind.ts';
export type { FieldNames, RequestContext, Reservation, Strategy, UserInfo } from './strategy.ts';
export type {
  ActionContext,
  ActionSubresource,
  ActionTarget,
  ConnectSubresource,
  Subresource,
  SubresourceAction,
  SubresourceStrategy,
  SubresourceView,
} from './subresource.ts';
export { strategyIn, viewIn } from './subresource-modes.ts';
export {
  type Decoded,
  DecodeError,
  type DecodeOptions,
  type EncodedObject,
  type FieldValidation,
  type ParsedBody,
  type ProtobufCodec,
  type VersionCodec,
} from './version-codec.ts';
export { parseYaml, toYaml } from './yaml/index.ts';
