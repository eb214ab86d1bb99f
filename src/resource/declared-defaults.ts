import { cloneJson, isJsonObject, type Json, type JsonObject } from '#meta';
import type { FieldDescription, StructType, TypeDescription } from '#schema';

type FillIn = (value: JsonObject) => void;

/**
 * Fills in what the description of a type declares with `default=`, wherever it was left out. A field that is no pointer
 * is left out when it is zero; a part that is one stays away, with all that would be in it.
 */
export function declaredDefaults(type: StructType): FillIn {
  const plans = new Map<StructType, FillIn>();
  return planOf(type, plans);
}

function planOf(struct: StructType, plans: Map<StructType, FillIn>): FillIn {
  const known = plans.get(struct);
  if (known !== undefined) return known;
  let steps: readonly FillIn[] | undefined;
  // Compiled when first used: a type may contain itself.
  const plan: FillIn = (value) => {
    steps ??= struct.fields.map((field) => stepOf(field, plans));
    for (const step of steps) step(value);
  };
  plans.set(struct, plan);
  return plan;
}

function stepOf(field: FieldDescription, plans: Map<StructType, FillIn>): FillIn {
  const { name, type, inline, pointer } = field;
  if (inline && type.shape === 'struct') return planOf(type, plans);
  const within = withinOf(type, plans);
  return (value) => {
    if (field.default !== undefined && isLeftOut(value[name], field)) value[name] = cloneJson(field.default as Json);
    if (value[name] === undefined && type.shape === 'struct' && !pointer) fillInNew(value, name, within);
    else within(value[name]);
  };
}

/** A part that is always there in the type gets into the object only with something in it. */
function fillInNew(value: JsonObject, name: string, within: (part: Json | undefined) => void): void {
  const part: JsonObject = {};
  within(part);
  if (Object.keys(part).length > 0) value[name] = part;
}

function withinOf(type: TypeDescription, plans: Map<StructType, FillIn>): (value: Json | undefined) => void {
  if (type.shape === 'struct') {
    const plan = planOf(type, plans);
    return (value) => {
      if (isJsonObject(value)) plan(value);
    };
  }
  if (type.shape === 'list' || type.shape === 'map') {
    const each = withinOf(type.shape === 'list' ? type.items : type.values, plans);
    return (value) => {
      for (const item of Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []) each(item);
    };
  }
  return () => undefined;
}

function isLeftOut(value: Json | undefined, { pointer }: FieldDescription): boolean {
  if (value === undefined || value === null) return true;
  return !pointer && (value === '' || value === 0 || value === false);
}
