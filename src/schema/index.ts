// Door of the room 'schema'.
export { metaV1 } from './meta-v1.ts';
export { describeTypes, type TypeLibrary, type TypeSource } from './parse-types.ts';
export type {
  FieldDescription,
  ListType,
  MapType,
  ScalarName,
  ScalarType,
  StructType,
  TypeDescription,
  UnionDescription,
} from './type-description.ts';
