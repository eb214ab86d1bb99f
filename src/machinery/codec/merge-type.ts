import {
  atomicList,
  type FieldSource,
  type ScalarName as MergeScalar,
  type MergeType,
  mapList,
  mapOf,
  scalarType,
  setList,
  structType,
  type TypeSource,
  untypedAtomic,
  withAtomic,
} from '#merge';
import type { Json } from '#meta';
import { type FieldDescription, metaV1, type ScalarName, type StructType, type TypeDescription } from '#schema';

const known = new WeakMap<StructType, MergeType>();
const text = scalarType('string');

/** A described type as apply sees it: which lists and maps are merged, by which keys, and which are one value. */
export function mergeTypeOf(type: StructType): MergeType {
  const made = known.get(type);
  if (made !== undefined) return made;
  const fields = new Map<string, FieldSource>();
  if (type.kind !== undefined) {
    fields.set('kind', { type: text });
    fields.set('apiVersion', { type: text });
  }
  addFields(type, fields);
  const merge = structType({ fields, atomic: type.mapType === 'atomic' });
  known.set(type, merge);
  return merge;
}

/** The type of every object's metadata. */
export const metadataMergeType: MergeType = mergeTypeOf(metaV1.type('ObjectMeta'));

function addFields(type: StructType, fields: Map<string, FieldSource>): void {
  for (const field of type.fields) {
    if (field.inline && field.type.shape === 'struct') addFields(field.type, fields);
    else fields.set(field.name, describe(field));
  }
}

function describe(field: FieldDescription): FieldSource {
  const fallback = defaultOf(field);
  const type: TypeSource = () => fieldType(field);
  return fallback === undefined ? { type } : { type, default: fallback };
}

const zeros: { readonly [shape: string]: Json } = { string: '', bool: false, int32: 0, int64: 0, double: 0 };

/** Items of a list are told apart by keys that some leave out: by their defaults, or by what Go writes for nothing. */
function defaultOf(field: FieldDescription): Json | undefined {
  if (field.default !== undefined) return field.default as Json;
  return !field.pointer && field.whenEmpty === 'always' ? zeros[field.type.shape] : undefined;
}

function fieldType(field: FieldDescription): MergeType {
  const { type, mapType } = field;
  if (type.shape === 'list') return listType(field, type.items);
  if (type.shape === 'map') return mapOf(() => typeOf(type.values), { atomic: mapType === 'atomic' });
  const found = typeOf(type);
  return mapType === undefined ? found : withAtomic(found, { atomic: mapType === 'atomic' });
}

function listType(field: FieldDescription, items: TypeDescription): MergeType {
  const { listType: kind, listMapKeys = [], patchStrategy = '', mergeKey } = field;
  const source = () => typeOf(items);
  if (kind === 'set') return setList(source);
  if (kind === 'map') return mapList(source, listMapKeys);
  // Types of the time before list types say the same by how they are patched.
  if (kind === undefined && /^merge(,retainKeys)?$/.test(patchStrategy)) {
    return mergeKey === undefined ? setList(source) : mapList(source, [mergeKey]);
  }
  return atomicList(source);
}

const scalars: { readonly [shape in Exclude<ScalarName, 'json'>]: MergeScalar } = {
  string: 'string',
  bool: 'boolean',
  int32: 'numeric',
  int64: 'numeric',
  double: 'numeric',
  bytes: 'string',
  time: 'untyped',
  microTime: 'untyped',
  quantity: 'untyped',
  intOrString: 'untyped',
};

function typeOf(type: TypeDescription): MergeType {
  switch (type.shape) {
    case 'struct':
      return mergeTypeOf(type);
    case 'list':
      return atomicList(() => typeOf(type.items));
    case 'map':
      return mapOf(() => typeOf(type.values));
    case 'json':
    case 'choice':
      return untypedAtomic;
    default:
      return scalarType(scalars[type.shape]);
  }
}
