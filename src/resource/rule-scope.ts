import type { FieldDescription, StructType, TypeDescription } from '#schema';

/** Which rules hold: those that are declared as rules, or also what OpenAPI tells of required fields, values and keys. */
export type RuleScope = 'declared' | 'all';

/** Its rules are those of all objects, and not for a kind to repeat. */
const metadataTypes = /\.meta\.v1\.(ObjectMeta|ListMeta)$/;

const known = { declared: new WeakMap<StructType, boolean>(), all: new WeakMap<StructType, boolean>() };

/** Whether there are rules in a type or below it. */
export function hasRules(struct: StructType, scope: RuleScope): boolean {
  const answer = known[scope].get(struct) ?? anyBelow(struct, { scope, seen: new Set() });
  known[scope].set(struct, answer);
  return answer;
}

interface Search {
  readonly scope: RuleScope;
  readonly seen: Set<StructType>;
}

function anyBelow(struct: StructType, search: Search): boolean {
  const { scope, seen } = search;
  if (seen.has(struct) || metadataTypes.test(struct.name)) return false;
  seen.add(struct);
  if (struct.rules !== undefined || (scope === 'all' && struct.union !== undefined)) return true;
  return struct.fields.some((field) => {
    if (field.rules !== undefined || (scope === 'all' && isTold(field))) return true;
    const part = structIn(field.type);
    return part !== undefined && anyBelow(part, search);
  });
}

function isTold({ required, enum: values, listType }: FieldDescription): boolean {
  return required || values !== undefined || listType === 'set' || listType === 'map';
}

/** The struct that a value is, or that a list or map is of. */
export function structIn(type: TypeDescription): StructType | undefined {
  if (type.shape === 'list') return structIn(type.items);
  if (type.shape === 'map') return structIn(type.values);
  return type.shape === 'struct' ? type : undefined;
}
