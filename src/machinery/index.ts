// Door of the room 'machinery'.
export { Catalog, type CatalogGroup, type ServedResource } from './catalog.ts';
export {
  type Column,
  type Decoded,
  DecodeError,
  type EncodedObject,
  type FieldValidation,
  type OpenApiSource,
  type ParsedBody,
  type ProtobufCodec,
  type RequestContext,
  type Reservation,
  type ResourceDefinition,
  type StoredVersion,
  type Strategy,
  type Subresource,
  type UserInfo,
  type Verb,
  type VersionCodec,
  type VersionDefinition,
} from './resource-definition.ts';
