import type { Json } from '#meta';
import { type FieldElement, fieldElement, type PathElement } from './path-element.ts';
import { mismatch, UNDECLARED } from './type-error.ts';

/**
 * What merging has to know of a type. A value may take any of the shapes that are there; a type with only one of them
 * allows only that. Types may contain themselves: inner types may be given as functions, which are asked when first
 * needed.
 */
export interface MergeType {
  readonly scalar?: ScalarName;
  readonly list?: ListShape;
  readonly map?: MapShape;
}

/** `untyped` is any scalar. */
export type ScalarName = 'string' | 'numeric' | 'boolean' | 'untyped';

export type TypeSource = MergeType | (() => MergeType);

/**
 * - `atomic`: one value, owned as a whole
 * - `set`: scalars, each owned by itself
 * - `map`: objects, told apart by their keys
 */
export interface ListShape {
  readonly relationship: 'atomic' | 'set' | 'map';
  readonly items: MergeType;
  /** Of a `map` list: the members that tell its items apart. */
  readonly keys: readonly ListKey[];
}

interface ListKey {
  readonly name: string;
  /** What an item without this key has. */
  readonly default: Json | undefined;
}

/** A struct has fields; a map has values; a struct that takes unknown fields has both. */
export interface MapShape {
  readonly relationship: 'atomic' | 'granular';
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** The type of members that are no fields; absent where there may be none. */
  readonly values: MergeType | undefined;
}

interface FieldShape {
  readonly element: FieldElement;
  readonly type: MergeType;
  readonly default: Json | undefined;
}

export interface FieldSource {
  readonly type: TypeSource;
  readonly default?: Json;
}

interface StructSource {
  readonly fields?: Readonly<Record<string, FieldSource | TypeSource>> | ReadonlyMap<string, FieldSource>;
  readonly values?: TypeSource;
  readonly atomic?: boolean;
}

export function scalarType(scalar: ScalarName): MergeType {
  return { scalar };
}

export function atomicList(items: TypeSource): MergeType {
  return { list: lazy({ relationship: 'atomic', keys: [] }, { items }) };
}

export function setList(items: TypeSource): MergeType {
  return { list: lazy({ relationship: 'set', keys: [] }, { items }) };
}

/** The keys' defaults are those of the item type's fields. */
export function mapList(items: TypeSource, keys: readonly string[]): MergeType {
  const list = lazy({ relationship: 'map' as const }, { items });
  const keyed = memo(() => keys.map((name) => ({ name, default: list.items.map?.fields.get(name)?.default })));
  return { list: Object.defineProperty(list, 'keys', { get: keyed, enumerable: true }) as ListShape };
}

export function mapOf(values: TypeSource, { atomic = false } = {}): MergeType {
  return structType({ values, atomic });
}

export function structType({ fields = {}, values, atomic = false }: StructSource): MergeType {
  const entries = fields instanceof Map ? [...fields] : Object.entries(fields);
  const shapes = entries.map(([name, source]) => [name, fieldShape(name, source)] as const);
  const map = { relationship: atomic ? 'atomic' : 'granular', fields: new Map(shapes) } as const;
  return { map: values === undefined ? { ...map, values } : lazy(map, { values }) };
}

/** The same type, owned as a whole or by its parts: a field may differ from its type in this. */
export function withAtomic(type: MergeType, { atomic }: { readonly atomic: boolean }): MergeType {
  if (type.map !== undefined) {
    const { fields, values } = type.map;
    return { ...type, map: { relationship: atomic ? 'atomic' : 'granular', fields, values } };
  }
  if (type.list === undefined || !atomic) return type;
  return { ...type, list: { relationship: 'atomic', items: type.list.items, keys: [] } };
}

function fieldShape(name: string, source: FieldSource | TypeSource): FieldShape {
  const field = isFieldSource(source) ? source : { type: source };
  return lazy({ element: fieldElement(name), default: field.default }, { type: field.type });
}

function isFieldSource(source: FieldSource | TypeSource): source is FieldSource {
  return typeof source === 'object' && 'type' in source;
}

type Resolved<S> = { readonly [K in keyof S]: MergeType };

/** Adds members that are resolved when first asked for. */
function lazy<T extends object, S extends Record<string, TypeSource>>(base: T, sources: S): T & Resolved<S> {
  for (const [name, source] of Object.entries(sources)) {
    const property = typeof source === 'function' ? { get: memo(source) } : { value: source };
    Object.defineProperty(base, name, { ...property, enumerable: true });
  }
  return base as T & Resolved<S>;
}

function memo<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const untypedAtomicParts = {
  list: lazy({ relationship: 'atomic', keys: [] } as const, { items: () => untypedAtomic }),
};

/** Anything, owned as a whole. */
export const untypedAtomic: MergeType = {
  scalar: 'untyped',
  ...untypedAtomicParts,
  map: lazy({ relationship: 'atomic', fields: new Map() } as const, { values: () => untypedAtomic }),
};

/** Anything without a schema: maps by their members, everything else as a whole. */
export const deducedType: MergeType = {
  scalar: 'untyped',
  ...untypedAtomicParts,
  map: lazy({ relationship: 'granular', fields: new Map() } as const, { values: () => deducedType }),
};

/** A member or an item: how it is called, and its type. */
export interface TypedPlace {
  readonly element: PathElement;
  readonly type: MergeType;
}

/** Throws where there may be no such member. */
export function memberPlace(map: MapShape, key: string): TypedPlace {
  const field = map.fields.get(key);
  if (field !== undefined) return field;
  if (map.values === undefined) throw mismatch(UNDECLARED);
  return { element: fieldElement(key), type: map.values };
}

export type ShapeName = 'map' | 'scalar' | 'list';

/** The shape under which a value is looked at: its own if the type has it, else the first that the type has. */
export function shapeFor(type: MergeType, value: Json | undefined): ShapeName | undefined {
  switch (typeof value) {
    case 'undefined':
      break;
    case 'object':
      if (value === null) break;
      if (Array.isArray(value)) {
        if (type.list !== undefined) return 'list';
      } else if (type.map !== undefined) return 'map';
      break;
    default:
      if (type.scalar !== undefined) return 'scalar';
  }
  if (type.map !== undefined) return 'map';
  if (type.scalar !== undefined) return 'scalar';
  return type.list === undefined ? undefined : 'list';
}
