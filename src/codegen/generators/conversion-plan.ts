import { type ApiField, type ApiStruct, type ApiType, type ApiVersion, structIn } from '../model.ts';
import { capital } from '../print/typescript.ts';

/** One direction between two versions of a group. */
interface Direction {
  readonly from: ApiVersion;
  readonly to: ApiVersion;
  /** The version whose `conversion.ts` holds the hand-written functions. */
  readonly home: ApiVersion;
}

/** How one field of the target gets its value. */
export interface FieldPlan {
  readonly field: ApiField;
  readonly source: ApiField;
  /** The value as it is, or through a conversion. */
  readonly way: Way;
}

export type Way =
  | { readonly shape: 'same' }
  | { readonly shape: 'struct'; readonly convert: string }
  | { readonly shape: 'list' | 'map'; readonly each: Way };

/** What is known of the conversion of one struct. */
export interface StructPlan extends Direction {
  readonly source: ApiStruct;
  readonly target: ApiStruct;
  /** `convertV1GearToInternalGear` */
  readonly name: string;
  readonly isByHand: boolean;
  readonly fields: readonly FieldPlan[];
  /** Fields of the target without a value: they must be written by hand. */
  readonly missing: readonly ApiField[];
  /** Why it cannot be generated, a sentence for each field. */
  readonly undecided: readonly string[];
}

const conversionName = ({ from, to }: Direction, name: string): string =>
  `convert${capital(from.name)}${name}To${capital(to.name)}${name}`;

/** The conversions of all structs that both versions have. */
export function planConversions(direction: Direction): readonly StructPlan[] {
  const planner = new Planner(direction);
  return direction.from.structs.flatMap((source) => {
    const target = structIn(direction.to, source.name);
    if (target === undefined || source.skipsConversion || target.skipsConversion || isOne(source, target)) return [];
    return source.isList ? [] : [planner.plan(source, target)];
  });
}

/** Whether both versions use the very same type. */
const isOne = (a: ApiStruct, b: ApiStruct): boolean => a.place.file === b.place.file && a.name === b.name;

class Planner {
  readonly #direction: Direction;
  readonly #same = new Map<string, boolean>();

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  plan(source: ApiStruct, target: ApiStruct): StructPlan {
    const fields: FieldPlan[] = [];
    const undecided: string[] = [];
    const missing: ApiField[] = [];
    const { from, to } = this.#direction;
    for (const field of target.fields) {
      const before = source.fields.find(({ name }) => name === field.name);
      const way =
        before === undefined ? `${from.name} ${source.name} has no such field` : this.#fieldWay(before, field);
      if (before !== undefined && typeof way !== 'string') fields.push({ field, source: before, way });
      else {
        missing.push(field);
        undecided.push(`${to.name} ${target.name}.${field.name}: ${way}`);
      }
    }
    for (const { name } of source.fields) {
      if (target.fields.some((field) => field.name === name)) continue;
      undecided.push(`${from.name} ${source.name}.${name}: ${to.name} ${target.name} has no such field`);
    }
    const name = conversionName(this.#direction, source.name);
    const isByHand = this.#direction.home.byHand.conversion.has(name);
    return { ...this.#direction, source, target, name, isByHand, fields, missing, undecided };
  }

  /** How a field becomes that of the target, or why it does not. */
  #fieldWay(source: ApiField, target: ApiField): Way | string {
    if (source.optional && !target.optional) return 'it may be left out in one and must be there in the other';
    if (source.rules.nullable && !target.rules.nullable) return 'it may be null in one and not in the other';
    return this.#way(source.type, target.type);
  }

  #way(source: ApiType, target: ApiType): Way | string {
    if (source.shape === 'struct' && target.shape === 'struct') return this.#structWay(source.name, target.name);
    if (source.shape === 'foreign' && target.shape === 'foreign') {
      return source.struct === target.struct
        ? { shape: 'same' }
        : `${source.name} does not become ${target.name} by itself`;
    }
    if (source.shape === 'list' && target.shape === 'list') return each('list', this.#way(source.items, target.items));
    if (source.shape === 'map' && target.shape === 'map') return each('map', this.#way(source.values, target.values));
    if (source.shape === 'string' && target.shape === 'string') return valuesWay(source.values, target.values);
    const isWider = source.shape === 'int32' && (target.shape === 'int64' || target.shape === 'double');
    if (source.shape === target.shape || isWider) return { shape: 'same' };
    return `${wordOf(source)} does not become ${wordOf(target)} by itself`;
  }

  #structWay(source: string, target: string): Way | string {
    const { from, to } = this.#direction;
    const [a, b] = [structIn(from, source), structIn(to, target)];
    if (a === undefined || b === undefined || source !== target) return `${source} does not become ${target} by itself`;
    if (isOne(a, b) || this.#isSame(a, b)) return { shape: 'same' };
    return { shape: 'struct', convert: conversionName(this.#direction, source) };
  }

  /** Whether values of one are values of the other as they are, and nobody wrote a conversion for any part. */
  #isSame(a: ApiStruct, b: ApiStruct): boolean {
    const known = this.#same.get(a.name);
    if (known !== undefined) return known;
    // A struct that contains itself is the same if nothing else differs.
    this.#same.set(a.name, true);
    const { byHand } = this.#direction.home;
    const same =
      !byHand.conversion.has(conversionName(this.#direction, a.name)) &&
      a.fields.length === b.fields.length &&
      a.fields.every((field) => {
        const other = b.fields.find(({ name }) => name === field.name);
        if (other === undefined || field.optional !== other.optional) return false;
        const way = this.#fieldWay(field, other);
        return typeof way !== 'string' && isPlain(way);
      });
    this.#same.set(a.name, same);
    return same;
  }
}

const isPlain = (way: Way): boolean => way.shape === 'same' || (way.shape !== 'struct' && isPlain(way.each));

function each(shape: 'list' | 'map', inner: Way | string): Way | string {
  if (typeof inner === 'string') return inner;
  return isPlain(inner) ? { shape: 'same' } : { shape, each: inner };
}

function valuesWay(source: readonly string[] | undefined, target: readonly string[] | undefined): Way | string {
  if (target === undefined) return { shape: 'same' };
  const unknown = source?.filter((value) => !target.includes(value));
  if (unknown === undefined) return `it may be any text in one, and only ${target.join(', ')} in the other`;
  return unknown.length === 0 ? { shape: 'same' } : `${unknown.join(', ')} has no counterpart`;
}

function wordOf(type: ApiType): string {
  if (type.shape === 'struct' || type.shape === 'foreign') return type.name;
  return type.shape;
}
