import type { Json } from '#meta';
import {
  atomicList,
  deducedType,
  type MergeType,
  mapList,
  type ScalarName,
  setList,
  structType,
  untypedAtomic,
  withAtomic,
} from '../schema.ts';

/** The notation in which structured-merge-diff writes types, so that a schema in a bug report can be pasted. */
export interface SchemaSource {
  readonly types: readonly NamedSource[];
}

interface NamedSource extends TypeRefSource {
  readonly name: string;
}

interface TypeRefSource {
  readonly namedType?: string;
  readonly scalar?: ScalarName;
  readonly list?: ListSource;
  readonly map?: MapSource;
  /** Beside `namedType`: another relationship than that type's. */
  readonly elementRelationship?: string;
}

interface ListSource {
  readonly elementType: TypeRefSource;
  readonly elementRelationship: 'atomic' | 'associative';
  readonly keys?: readonly string[];
}

interface MapSource {
  readonly fields?: readonly { readonly name: string; readonly type: TypeRefSource; readonly default?: Json }[];
  readonly elementType?: TypeRefSource;
  readonly elementRelationship?: string;
}

/** The types by name. */
export function parseSchema({ types }: SchemaSource): (name: string) => MergeType {
  const known = new Map<string, MergeType>([
    ['__untyped_deduced_', deducedType],
    ['__untyped_atomic_', untypedAtomic],
  ]);
  const sources = new Map(types.map((source) => [source.name, source]));
  const named = (name: string): MergeType => {
    const type = known.get(name) ?? parseType(sources.get(name) ?? {}, named);
    known.set(name, type);
    return type;
  };
  return named;
}

function parseType(source: TypeRefSource, named: (name: string) => MergeType): MergeType {
  const { namedType, scalar, list, map, elementRelationship } = source;
  if (namedType !== undefined) {
    const type = named(namedType);
    return elementRelationship === undefined ? type : withAtomic(type, { atomic: elementRelationship === 'atomic' });
  }
  return {
    ...(scalar === undefined ? {} : { scalar }),
    ...(list === undefined ? {} : parseList(list, named)),
    ...(map === undefined ? {} : parseMap(map, named)),
  };
}

function parseList(source: ListSource, named: (name: string) => MergeType): MergeType {
  const items = () => parseType(source.elementType, named);
  if (source.elementRelationship === 'atomic') return atomicList(items);
  return source.keys === undefined ? setList(items) : mapList(items, source.keys);
}

function parseMap(source: MapSource, named: (name: string) => MergeType): MergeType {
  const fields = (source.fields ?? []).map(({ name, type, default: value }) => {
    const field = { type: () => parseType(type, named) };
    return [name, value === undefined ? field : { ...field, default: value }] as const;
  });
  const atomic = source.elementRelationship === 'atomic';
  const { elementType } = source;
  if (elementType === undefined) return structType({ fields: new Map(fields), atomic });
  return structType({ fields: new Map(fields), values: () => parseType(elementType, named), atomic });
}
