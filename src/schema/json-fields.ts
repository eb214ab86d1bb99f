import type { FieldDescription, StructType } from './type-description.ts';

/** The fields as JSON has them: those of inline structs stand among the others. */
export function jsonFields(struct: StructType): readonly FieldDescription[] {
  return struct.fields.flatMap((field) =>
    field.inline && field.type.shape === 'struct' ? jsonFields(field.type) : [field],
  );
}
