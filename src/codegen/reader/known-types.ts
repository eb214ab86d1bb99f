import { typeLibraries } from '#apis';
import { metaV1, type ScalarName, type StructType, type TypeLibrary } from '#schema';

/** Scalars that TypeScript has no word for, by the name that Pinnace gives them. */
const scalars: { readonly [name: string]: ScalarName } = {
  Int32: 'int32',
  Int64: 'int64',
  Double: 'double',
  Bytes: 'bytes',
  Time: 'time',
  MicroTime: 'microTime',
  Duration: 'string',
  Quantity: 'quantity',
  IntOrString: 'intOrString',
  Json: 'json',
  JsonObject: 'json',
  RawExtension: 'json',
};

type KnownType = { readonly scalar: ScalarName } | { readonly struct: StructType } | undefined;

export const isPinnace = (module: string): boolean => module === 'pinnace' || module.startsWith('pinnace/');

/** A type that is imported from Pinnace: `Int32`, `ObjectMeta`, `PodTemplateSpec` of `pinnace/types/core/v1`. */
export function knownType(name: string, module: string): KnownType {
  const library = libraryOf(module);
  if (library.names().includes(name)) return { struct: library.type(name) };
  return Object.hasOwn(scalars, name) ? { scalar: scalars[name] as ScalarName } : undefined;
}

function libraryOf(module: string): TypeLibrary {
  const named = typeLibraries.get(module.replace(/^pinnace\/types\//, ''));
  return named ?? (metaV1 as unknown as TypeLibrary);
}

export const isObjectMeta = (type: { readonly shape: string; readonly struct?: StructType }): boolean =>
  type.struct?.name === 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
export const isListMeta = (type: { readonly shape: string; readonly struct?: StructType }): boolean =>
  type.struct?.name === 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';
