// Door of the room 'machinery'.
export { Catalog, type CatalogGroup, type ServedResource } from './catalog.ts';
export { JsonError } from './codec/exact-json.ts';
export { encodeJson, quoteJson, sortedKeys } from './codec/go-json.ts';
export { jsonTypeName, parseJson, unrecognizedBody, versionKindOf } from './codec/json-parse.ts';
export { mergeTypeOf, metadataMergeType } from './codec/merge-type.ts';
export { decodeDeleteOptions, metaProtobuf } from './codec/meta-messages.ts';
export { metaSchemas } from './codec/meta-schemas.ts';
export { openApiSource } from './codec/openapi-source.ts';
export { protobufCodec } from './codec/protobuf.ts';
export { type Envelope, unwrapUnknown, wrapUnknown } from './codec/protobuf-envelope.ts';
export { decodeSent } from './codec/sent-object.ts';
export { strictDecodingError, typedCodec, withRevision } from './codec/typed-codec.ts';
export { parseYaml, toYaml, yamlLibrary } from './codec/yaml.ts';
export {
  type ActionRequest,
  type Column,
  type Decoded,
  DecodeError,
  type DecodeOptions,
  type EncodedObject,
  type FieldNames,
  type FieldValidation,
  type NumberLiterals,
  type OpenApiSource,
  type ParsedBody,
  type ProtobufCodec,
  type RequestContext,
  type Reservation,
  type ResourceDefinition,
  type StoredVersion,
  type Strategy,
  type Subresource,
  type SubresourceAction,
  type SubresourceView,
  type UserInfo,
  type Verb,
  type VersionCodec,
  type VersionDefinition,
  type VirtualResource,
} from './resource-definition.ts';
