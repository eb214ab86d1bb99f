// Door of the room 'schema'.
export type {
  FieldDescription,
  ListType,
  MapType,
  ScalarName,
  ScalarType,
  StructType,
  TypeDescription,
} from './type-description.ts';
