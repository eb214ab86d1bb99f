import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { FieldDescription, StructType, TypeDescription } from '#schema';

type FillIn = (value: JsonObject) => void;

/**
 * Functions that fill in what was left out of a struct, by its type. They reach the struct wherever it is a part of
 * something: the defaults of another package's `PodTemplateSpec` hold in every kind that has one. A struct is filled in
 * before its parts.
 */
export class TypeDefaults {
  readonly #functions = new Map<StructType, readonly FillIn[]>();
  #plans = new Map<StructType, Plan>();

  add(type: StructType, fillIn: FillIn): void {
    this.#functions.set(type, [...(this.#functions.get(type) ?? []), fillIn]);
    this.#plans = new Map();
  }

  fillIn(type: StructType, value: JsonObject): void {
    if (this.#functions.size > 0) this.#planOf(type).fillIn(value);
  }

  #planOf(type: StructType): Plan {
    const known = this.#plans.get(type);
    if (known !== undefined) return known;
    const plan = new Plan(this.#functions.get(type) ?? []);
    this.#plans.set(type, plan);
    for (const field of type.fields) plan.addPart(field, (part) => this.#planOf(part));
    return plan;
  }
}

type PlanOf = (type: StructType) => Plan;
interface PartPlan {
  readonly field: FieldDescription;
  readonly plan: Plan;
}

/** What is to be done with values of one type. A type that contains itself has a plan that contains itself. */
class Plan {
  readonly #own: readonly FillIn[];
  readonly #parts: PartPlan[] = [];

  constructor(own: readonly FillIn[]) {
    this.#own = own;
  }

  addPart(field: FieldDescription, planOf: PlanOf): void {
    const struct = structIn(field.type);
    if (struct !== undefined) this.#parts.push({ field, plan: planOf(struct) });
  }

  /** Whether anything would be done at all: most parts have no defaults. */
  #isIdle(above: ReadonlySet<Plan> = new Set()): boolean {
    if (above.has(this)) return true;
    return this.#own.length === 0 && this.#parts.every(({ plan }) => plan.#isIdle(new Set([...above, this])));
  }

  fillIn(value: JsonObject): void {
    for (const fillIn of this.#own) fillIn(value);
    for (const { field, plan } of this.#activeParts()) fillInPart(value, field, plan);
  }

  #active: readonly PartPlan[] | undefined;
  #activeParts(): readonly PartPlan[] {
    this.#active ??= this.#parts.filter(({ plan }) => !plan.#isIdle());
    return this.#active;
  }
}

function fillInPart(value: JsonObject, { name, type, inline, pointer }: FieldDescription, plan: Plan): void {
  if (inline) plan.fillIn(value);
  else if (value[name] === undefined && type.shape === 'struct' && !pointer) {
    // A part that is always there in the type gets into the object only with something in it.
    const part: JsonObject = {};
    plan.fillIn(part);
    if (Object.keys(part).length > 0) value[name] = part;
  } else fillInEach(value[name], type, plan);
}

function fillInEach(value: Json | undefined, type: TypeDescription, plan: Plan): void {
  if (type.shape === 'list') {
    if (Array.isArray(value)) for (const item of value) fillInEach(item, type.items, plan);
  } else if (type.shape === 'map') {
    if (isJsonObject(value)) for (const item of Object.values(value)) fillInEach(item, type.values, plan);
  } else if (isJsonObject(value)) plan.fillIn(value);
}

function structIn(type: TypeDescription): StructType | undefined {
  if (type.shape === 'struct') return type;
  if (type.shape === 'list') return structIn(type.items);
  return type.shape === 'map' ? structIn(type.values) : undefined;
}
