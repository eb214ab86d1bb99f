import type { PatchField, PatchStruct, PatchType } from '#merge';
import type { FieldDescription, StructType, TypeDescription } from '#schema';

const known = new WeakMap<StructType, PatchStruct>();
const SCALAR: PatchType = { kind: 'scalar' };
const MAP: PatchType = { kind: 'map' };
const ANYTHING: PatchType = { kind: 'struct', name: 'RawExtension', field: () => undefined };
const TEXT: PatchField = { type: SCALAR, strategies: [] };

/** A described type as a strategic merge sees it: which lists merge, and by which key. */
export function patchTypeOf(type: StructType): PatchStruct {
  const made = known.get(type);
  if (made !== undefined) return made;
  let fields: readonly FieldDescription[] | undefined;
  const struct: PatchStruct = {
    kind: 'struct',
    name: type.goName.replace(/^.*\./, ''),
    field(name) {
      fields ??= fieldsOf(type);
      return fieldOf(fields, name);
    },
  };
  known.set(type, struct);
  return struct;
}

function fieldOf(fields: readonly FieldDescription[], name: string): PatchField | undefined {
  if (name === 'kind' || name === 'apiVersion') return TEXT;
  const lower = name.toLowerCase();
  const field = fields.find((one) => one.name === name) ?? fields.find((one) => one.name.toLowerCase() === lower);
  return field === undefined ? undefined : describe(field);
}

/** The fields that stand in its JSON: those of inline structs (a volume's sources, a probe's ways) among them. */
function fieldsOf(type: StructType): readonly FieldDescription[] {
  return type.fields.flatMap((field) =>
    field.inline && field.type.shape === 'struct' ? fieldsOf(field.type) : [field],
  );
}

function describe(field: FieldDescription): PatchField {
  const strategies = field.patchStrategy === undefined ? [] : field.patchStrategy.split(',');
  return {
    type: typeOf(field.type),
    strategies,
    ...(field.mergeKey === undefined ? {} : { mergeKey: field.mergeKey }),
  };
}

function typeOf(type: TypeDescription): PatchType {
  switch (type.shape) {
    case 'struct':
      return patchTypeOf(type);
    case 'list':
      return { kind: 'list', items: typeOf(type.items) };
    case 'map':
      return MAP;
    case 'json':
      return ANYTHING;
    default:
      return SCALAR;
  }
}
