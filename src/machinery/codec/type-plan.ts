import type { ChoiceType, FieldDescription, ScalarName, StructType, TypeDescription } from '#schema';

/**
 * A struct as the JSON codecs use it: a flat list of the members that stand in its JSON (inline structs opened), with
 * everything that would otherwise be worked out for each object.
 */
export interface StructPlan {
  readonly shape: 'struct';
  /** `ObjectMeta`: how errors name the struct. */
  readonly goStruct: string;
  /** `v1.ObjectMeta` */
  readonly goType: string;
  /** `kind` and `apiVersion` first where the type has them, then in the order of the JSON encoding. */
  readonly members: readonly MemberPlan[];
  readonly byName: ReadonlyMap<string, MemberPlan>;
  /** The encoding of an object without any members. */
  readonly emptyText: string;
  /** How many members that has. */
  readonly emptySize: number;
}
interface ListPlan {
  readonly shape: 'list';
  readonly goType: string;
  readonly items: ValuePlan;
}
interface MapPlan {
  readonly shape: 'map';
  readonly goType: string;
  readonly values: ValuePlan;
}
export interface ScalarPlan {
  readonly shape: ScalarName;
  readonly goType: string;
}
/** A value whose form JSON tells: each form that it can have. */
export interface ChoicePlan {
  readonly shape: 'choice';
  readonly goType: string;
  readonly object: ValuePlan | undefined;
  readonly list: ListPlan | undefined;
  readonly boolean: boolean;
}
export type ValuePlan = StructPlan | ListPlan | MapPlan | ScalarPlan | ChoicePlan;

export interface MemberPlan {
  readonly index: number;
  readonly name: string;
  /** `"name":` */
  readonly prefix: string;
  readonly value: ValuePlan;
  readonly pointer: boolean;
  readonly whenEmpty: 'omit' | 'omitZero' | 'always';
  /** Not written when it is zero or empty, though it is there. */
  readonly dropsZero: boolean;
  /** An empty list, or map where that says something, is kept until it is written. */
  readonly keepsEmpty: boolean;
  /** Written even when it is not there. */
  readonly filled: boolean;
  /** An empty list or map is written as `null`: protobuf, in which such types are stored, does not know it from none. */
  readonly nullsEmpty: boolean;
  /** The struct that has the member, as errors name it. */
  readonly goStruct: string;
  /** The member as errors name it: `VolumeSource.configMap` for one that comes from an inline struct. */
  readonly goPath: string;
}

const plans = new WeakMap<StructType, StructPlan>();

export function planOf(type: StructType): StructPlan {
  const known = plans.get(type);
  if (known !== undefined) return known;
  const plan = new LazyStructPlan(type);
  plans.set(type, plan);
  return plan;
}

const typeMeta: readonly FieldDescription[] = ['kind', 'apiVersion'].map((name) => ({
  name,
  number: 0,
  type: { shape: 'string' },
  description: '',
  pointer: false,
  whenEmpty: 'omit',
  inline: false,
  required: false,
}));

/** Members are planned when first used: types may contain themselves. */
class LazyStructPlan implements StructPlan {
  readonly shape = 'struct';
  readonly goStruct: string;
  readonly goType: string;
  readonly #type: StructType;
  #members: readonly MemberPlan[] | undefined;
  #byName: ReadonlyMap<string, MemberPlan> | undefined;
  #emptyText: string | undefined;
  #emptySize: number | undefined;

  constructor(type: StructType) {
    this.#type = type;
    this.goType = type.goName;
    this.goStruct = type.goName.slice(type.goName.lastIndexOf('.') + 1);
  }
  get members(): readonly MemberPlan[] {
    this.#members ??= this.#plan();
    return this.#members;
  }
  get byName(): ReadonlyMap<string, MemberPlan> {
    this.#byName ??= new Map(this.members.map((member) => [member.name, member]));
    return this.#byName;
  }
  get emptyText(): string {
    this.#emptyText ??= `{${this.members
      .filter((member) => member.filled)
      .map((member) => member.prefix + fillText(member))
      .join(',')}}`;
    return this.#emptyText;
  }
  get emptySize(): number {
    this.#emptySize ??= this.members.filter((member) => member.filled).length;
    return this.#emptySize;
  }
  #plan(): readonly MemberPlan[] {
    const members: MemberPlan[] = [];
    if (this.#type.kind !== undefined) {
      for (const field of typeMeta) this.#add(members, { field, inlinePath: 'TypeMeta.' });
    }
    this.#addAll(members, { type: this.#type, inlinePath: '' });
    return members;
  }
  #addAll(members: MemberPlan[], from: { type: StructType; inlinePath: string }): void {
    for (const field of from.type.fields) {
      if (field.inline && field.type.shape === 'struct') {
        // An embedded struct has the name of its type.
        this.#addAll(members, { type: field.type, inlinePath: `${from.inlinePath}${unqualified(field.type.goName)}.` });
      } else {
        this.#add(members, { field, inlinePath: from.inlinePath });
      }
    }
  }
  #add(members: MemberPlan[], { field, inlinePath }: { field: FieldDescription; inlinePath: string }): void {
    const value = planValue(field.type, field.goType);
    members.push({
      index: members.length,
      name: field.name,
      prefix: `${JSON.stringify(field.name)}:`,
      value,
      dropsZero: !field.pointer && field.whenEmpty !== 'always',
      keepsEmpty: value.shape === 'list' || field.explicit === true,
      filled: isFilled(field, value),
      nullsEmpty: !field.pointer && field.whenEmpty === 'always' && isStoredAsProtobuf(this.#type),
      pointer: field.pointer,
      whenEmpty: field.whenEmpty,
      goStruct: this.goStruct,
      goPath: inlinePath + field.name,
    });
  }
}

/** `goType` names the whole value: a scalar, a list or a map. */
function planValue(type: TypeDescription, goType: string | undefined): ValuePlan {
  switch (type.shape) {
    case 'struct':
      return planOf(type);
    case 'list': {
      const items = planValue(type.items, goType?.startsWith('[]') ? goType.slice(2) : undefined);
      return { shape: 'list', goType: goType ?? `[]${items.goType}`, items };
    }
    case 'map': {
      const [, valueType] = /^map\[[^\]]*\](.*)$/.exec(goType ?? '') ?? [];
      const values = planValue(type.values, valueType);
      return { shape: 'map', goType: goType ?? `map[string]${values.goType}`, values };
    }
    case 'choice':
      return planChoice(type);
    default:
      return { shape: type.shape, goType: goType ?? goScalars[type.shape] };
  }
}

function planChoice({ forms }: ChoiceType): ChoicePlan {
  const plans = forms.fields.map(({ type }) => planValue(type, undefined));
  return {
    shape: 'choice',
    goType: forms.goName,
    object: plans.find((plan) => plan.shape === 'struct'),
    list: plans.find((plan) => plan.shape === 'list'),
    boolean: plans.some((plan) => plan.shape === 'bool'),
  };
}

const goScalars = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'float64',
  bytes: '[]uint8',
  time: 'v1.Time',
  microTime: 'v1.MicroTime',
  quantity: 'resource.Quantity',
  intOrString: 'intstr.IntOrString',
  json: 'runtime.RawExtension',
} as const;

/** Reviews are answered without being stored; definitions of resources and of API services are stored as JSON. */
function isStoredAsProtobuf({ name }: StructType): boolean {
  return name.startsWith('io.k8s.api.') && !/^io\.k8s\.api\.auth/.test(name);
}

/** Structs and what behaves like one have no empty value to leave out: only `omitzero` leaves out theirs. */
function isFilled(field: FieldDescription, value: ValuePlan): boolean {
  if (field.pointer) return field.whenEmpty === 'always';
  return structLike.has(value.shape) ? field.whenEmpty !== 'omitZero' : field.whenEmpty === 'always';
}
const structLike: ReadonlySet<string> = new Set([
  'struct',
  'choice',
  'time',
  'microTime',
  'json',
  'quantity',
  'intOrString',
]);

/** What a `filled` member is encoded as when it is not there. */
export function fillText(member: MemberPlan): string {
  return member.pointer ? 'null' : zeroText(member.value);
}

/** The zero value of a type, encoded. */
export function zeroText(value: ValuePlan): string {
  return value.shape === 'struct' ? value.emptyText : zeroTexts[value.shape];
}

const zeroTexts = {
  string: '""',
  bool: 'false',
  int32: '0',
  int64: '0',
  double: '0',
  bytes: 'null',
  list: 'null',
  map: 'null',
  time: 'null',
  microTime: 'null',
  json: 'null',
  choice: 'null',
  quantity: '"0"',
  intOrString: '0',
} as const;

function unqualified(goName: string): string {
  return goName.slice(goName.lastIndexOf('.') + 1);
}
