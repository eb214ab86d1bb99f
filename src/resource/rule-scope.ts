import type { FieldDescription, StructType, TypeDescription } from '#schema';

/** Which rules hold: those that are declared as rules, or also what OpenAPI tells of required fields, values and keys. */
export type RuleScope = 'declared' | 'all';

/** Its rules are those of all objects, and not for a kind to repeat. */
const metadataTypes = /\.meta\.v1\.(ObjectMeta|ListMeta)$/;

type Fields = readonly FieldDescription[];
const known = { declared: new WeakMap<StructType, Fields>(), all: new WeakMap<StructType, Fields>() };

/** The fields of a struct that have rules, in them or below them; most have none, and are not looked at. */
export function ruledFields(struct: StructType, scope: RuleScope): Fields {
  const search = { scope, seen: new Set([struct]) };
  const fields = known[scope].get(struct) ?? ownFields(struct).filter((field) => isRuled(field, search));
  known[scope].set(struct, fields);
  return fields;
}

const ownFields = (struct: StructType): Fields => (metadataTypes.test(struct.name) ? [] : struct.fields);

interface Search {
  readonly scope: RuleScope;
  readonly seen: Set<StructType>;
}

function isRuled(field: FieldDescription, search: Search): boolean {
  if (field.rules !== undefined || (search.scope === 'all' && isTold(field))) return true;
  const struct = structIn(field.type);
  // What contains itself was asked already.
  if (struct === undefined || search.seen.has(struct)) return false;
  search.seen.add(struct);
  if (struct.rules !== undefined || (search.scope === 'all' && struct.union !== undefined)) return true;
  return ownFields(struct).some((part) => isRuled(part, search));
}

function isTold({ required, enum: values, listType }: FieldDescription): boolean {
  return required || values !== undefined || listType === 'set' || listType === 'map';
}

/** The struct that a value is, or that a list or map is of. */
function structIn(type: TypeDescription): StructType | undefined {
  if (type.shape === 'list') return structIn(type.items);
  if (type.shape === 'map') return structIn(type.values);
  return type.shape === 'struct' ? type : undefined;
}
