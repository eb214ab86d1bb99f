import { StrategicMergeError } from './patch-errors.ts';

/**
 * What a strategic merge has to know of the types it merges. Types may contain themselves: whoever describes them makes
 * the inner ones when asked.
 */
export type PatchType = PatchStruct | PatchList | PatchPlain;

/** A type with named fields. Values that are kept as any JSON are structs without fields. */
export interface PatchStruct {
  readonly kind: 'struct';
  /** Go's name without its package, for messages: `PodSpec`. */
  readonly name: string;
  /** The field of that JSON name; if there is none, the first whose name differs in case only. */
  field(name: string): PatchField | undefined;
}

interface PatchList {
  readonly kind: 'list';
  readonly items: PatchType;
}

/** The values of a map, and what is inside of scalars, cannot be described: nothing below them is merged. */
interface PatchPlain {
  readonly kind: 'map' | 'scalar';
}

export interface PatchField {
  readonly type: PatchType;
  /** `merge` for lists whose items merge, `replace`, and beside them `retainKeys`. */
  readonly strategies: readonly string[];
  /** The member that tells the items of a merging list apart. */
  readonly mergeKey?: string;
}

/** How one field is merged. */
export interface FieldPlan {
  /** Of the struct or map itself, or of the list's items. */
  readonly type: PatchType;
  readonly strategy: string;
  /** Empty where there is none. */
  readonly mergeKey: string;
}

export function planObject(type: PatchType, name: string): FieldPlan {
  return plan(fieldOf(type, name));
}

export function planList(type: PatchType, name: string): FieldPlan {
  const field = fieldOf(type, name);
  if (field.type.kind !== 'list') throw new StrategicMergeError('expected slice or array type, but got: struct');
  if (field.type.items.kind === 'list') throw new StrategicMergeError('unexpected slice of slice');
  return { ...plan(field), type: field.type.items };
}

/** How Go calls the kind of a type. */
export function goKind(type: PatchType): string {
  switch (type.kind) {
    case 'list':
      return 'slice';
    case 'scalar':
      return 'string';
    default:
      return type.kind;
  }
}

function fieldOf(type: PatchType, name: string): PatchField {
  if (type.kind !== 'struct') {
    throw new StrategicMergeError(`merging an object in json but data type is not struct, instead is: ${goKind(type)}`);
  }
  const field = type.field(name);
  if (field !== undefined) return field;
  throw new StrategicMergeError(
    `unable to find api field in struct ${type.name} for the json field ${JSON.stringify(name)}`,
  );
}

function plan({ type, strategies, mergeKey = '' }: PatchField): FieldPlan {
  const retains = strategies.includes('retainKeys');
  if (strategies.length > 2 || (strategies.length === 2 && !retains)) {
    throw new StrategicMergeError(`unexpected patch strategy: [${strategies.join(' ')}]`);
  }
  return { type, strategy: strategies.find((strategy) => strategy !== 'retainKeys') ?? '', mergeKey };
}
