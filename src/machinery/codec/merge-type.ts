import {
  atomicList,
  deducedType,
  type FieldSource,
  type MergeType,
  mapList,
  scalarType,
  setList,
  structType,
  type TypeSource,
  untypedAtomic,
  withAtomic,
} from '#merge';
import type { NamedShape, Shape } from '#meta';
import { metaV1, shapeOf } from '#schema';

const definitions = new WeakMap<NamedShape, MergeType>();

/** What holds for a shape because of those around it. */
interface Surroundings {
  /** Unknown fields are kept, here and below. */
  readonly open: boolean;
}
const closed: Surroundings = { open: false };

/**
 * The shape of an object as apply sees it: which lists and maps are merged, by which keys, and which are one value.
 * k8s: kube-openapi schemaconv
 */
export function mergeTypeOf(shape: Shape, around: Surroundings = closed): MergeType {
  // A whole object is one, even if its schema does not say so.
  return shape.definition === undefined ? mapType(shape, below(shape, around)) : definedType(shape.definition);
}

/** The type of every object's metadata. */
export const metadataMergeType: MergeType = mergeTypeOf(shapeOf(metaV1.type('ObjectMeta')));

/** What surrounds a definition is of no concern to it. */
function definedType(definition: NamedShape): MergeType {
  let type = definitions.get(definition);
  if (type === undefined) {
    type = typeOf(definition, closed);
    definitions.set(definition, type);
  }
  return type;
}

function usedType({ keywords }: Shape, definition: NamedShape): MergeType {
  const type = definedType(definition);
  const mapKind = keywords['x-kubernetes-map-type'];
  if (mapKind === definition.keywords['x-kubernetes-map-type']) return type;
  return withAtomic(type, { atomic: mapKind === 'atomic' });
}

function typeOf(shape: Shape, outer: Surroundings): MergeType {
  const { keywords, definition } = shape;
  if (definition !== undefined && definition !== shape) return usedType(shape, definition);
  const around = below(shape, outer);
  switch (keywords.type ?? '') {
    case 'object':
      return mapType(shape, around);
    case 'array':
      return listType(shape, around);
    case 'integer':
    case 'number':
      return scalarType('numeric');
    case 'boolean':
      return scalarType('boolean');
    case 'string':
      // A text with a format may look different and be the same, so it is not checked.
      return scalarType(keywords.format && keywords.format !== 'byte' ? 'untyped' : 'string');
    default:
      return looseType(shape, around);
  }
}

function below({ keywords }: Shape, { open }: Surroundings): Surroundings {
  return { open: open || keywords['x-kubernetes-preserve-unknown-fields'] === true };
}

/** Of values that may have several types. Definitions say which, where it is not any. */
function looseType(shape: Shape, around: Surroundings): MergeType {
  if (shape.definition !== undefined) {
    return shape.alternatives === undefined ? untypedAtomic : scalarType('untyped');
  }
  return { scalar: 'untyped', ...listType(shape, around), ...mapType(shape, around) };
}

function mapType(shape: Shape, around: Surroundings): MergeType {
  const fields = new Map<string, FieldSource>();
  for (const [name, field] of shape.fields) fields.set(name, fieldSource(field, around));
  const values = valuesOf(shape, around) ?? (isFree(shape) ? deducedType : undefined);
  const atomic = shape.keywords['x-kubernetes-map-type'] === 'atomic';
  return structType({ fields, atomic, ...(values === undefined ? {} : { values }) });
}

function fieldSource(field: Shape, around: Surroundings): FieldSource {
  const fallback = field.said.default ?? undefined;
  const type = lazily(field, around);
  return fallback === undefined ? { type } : { type, default: fallback };
}

/** An object of which nothing is said. */
function isFree({ fields, values }: Shape): boolean {
  return fields.size === 0 && values === undefined;
}

/** The type of members that no field describes; undefined where there may be none. */
function valuesOf({ values }: Shape, around: Surroundings): TypeSource | undefined {
  if (typeof values === 'object') return lazily(values, around);
  return (values ?? around.open) ? deducedType : undefined;
}

function listType(shape: Shape, around: Surroundings): MergeType {
  const { items, keywords } = shape;
  const source = items === undefined ? untypedAtomic : lazily(items, around);
  switch (keywords['x-kubernetes-list-type']) {
    case 'set':
      return setList(source);
    case 'map':
      return mapList(source, keywords['x-kubernetes-list-map-keys'] ?? []);
    case undefined:
    case null:
      return patchedListType(shape, source);
    default:
      return atomicList(source);
  }
}

/** Types of the time before list types say the same by how they are patched. */
function patchedListType({ keywords }: Shape, source: TypeSource): MergeType {
  if (!/^merge(,retainKeys)?$/.test(keywords['x-kubernetes-patch-strategy'] ?? '')) return atomicList(source);
  const key = keywords['x-kubernetes-patch-merge-key'];
  return key === undefined ? setList(source) : mapList(source, [key]);
}

function lazily(shape: Shape, around: Surroundings): TypeSource {
  return () => typeOf(shape, around);
}
