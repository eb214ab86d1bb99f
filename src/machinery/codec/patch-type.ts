import type { PatchField, PatchStruct, PatchType } from '#merge';
import type { NamedShape, Shape } from '#meta';

const known = new WeakMap<NamedShape, PatchStruct>();
const scalarPatchType: PatchType = { kind: 'scalar' };
const mapPatchType: PatchType = { kind: 'map' };
const textPatchField: PatchField = { type: scalarPatchType, strategies: [] };

/** A named shape as a strategic merge sees it: which lists merge, and by which key. */
export function patchTypeOf(shape: NamedShape): PatchStruct {
  const made = known.get(shape);
  if (made !== undefined) return made;
  const struct: PatchStruct = {
    kind: 'struct',
    name: shape.name.replace(/^.*\./, ''),
    field: (name) => fieldOf(shape, name),
  };
  known.set(shape, struct);
  return struct;
}

function fieldOf({ fields }: Shape, name: string): PatchField | undefined {
  if (name === 'kind' || name === 'apiVersion') return textPatchField;
  const field = fields.get(name) ?? fieldLike(fields, name.toLowerCase());
  return field === undefined ? undefined : describe(field);
}

function fieldLike(fields: Shape['fields'], lower: string): Shape | undefined {
  for (const [name, field] of fields) if (name.toLowerCase() === lower) return field;
  return undefined;
}

function describe(field: Shape): PatchField {
  const { 'x-kubernetes-patch-strategy': strategies, 'x-kubernetes-patch-merge-key': mergeKey } = field.said;
  return {
    type: typeOf(field),
    strategies: strategies === undefined ? [] : strategies.split(','),
    ...(mergeKey === undefined ? {} : { mergeKey }),
  };
}

function typeOf({ definition, items, values }: Shape): PatchType {
  if (definition !== undefined) return isScalar(definition) ? scalarPatchType : patchTypeOf(definition);
  if (items !== undefined) return { kind: 'list', items: typeOf(items) };
  return typeof values === 'object' ? mapPatchType : scalarPatchType;
}

/** Values of any type are structs without fields. */
function isScalar({ keywords, alternatives }: Shape): boolean {
  return keywords.type === undefined ? alternatives !== undefined : keywords.type !== 'object';
}
