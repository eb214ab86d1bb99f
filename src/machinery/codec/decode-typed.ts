import {
  canonicalQuantity,
  goQuote,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonTypeName,
  QuantityError,
  setOwn,
} from '#meta';
import { DecodeError, type ParsedBody } from '../version-codec.ts';
import { canonicalBase64 } from './base64-text.ts';
import { outOfRange } from './exact-json.ts';
import { sortedKeys } from './go-json.ts';
import { decodeTime } from './time-text.ts';
import {
  type ChoicePlan,
  fillText,
  type MemberPlan,
  type ScalarPlan,
  type StructPlan,
  type ValuePlan,
  zeroText,
} from './type-plan.ts';

/** Reports after the hundredth say nothing new. */
const MAX_REPORTS = 100;
/** Steps from the root to a value. Only types that contain themselves could need more, and the stack has an end. */
const MAX_STEPS = 1000;

const none: readonly Json[] = [];
/** What a null leaves as it is, unless a pointer leads to it. Only where a key comes again is there something to leave. */
const outlivesNull: ReadonlySet<ValuePlan['shape']> = new Set(['struct', 'string', 'bool', 'int32', 'int64', 'double']);

interface TypedValue {
  readonly value: JsonObject;
  /** `unknown field "spec.foo"`, in the order of the document. */
  readonly unknown: readonly string[];
  /** Paths of what decodes itself, where some key of the body comes again: nobody is told of keys that come again there. */
  readonly closed: readonly string[];
}

/** Reads a parsed body as a type: prunes, checks, brings into canonical form. Throws a `DecodeError` in Go's words. */
export function decodeTyped(plan: StructPlan, body: ParsedBody): TypedValue {
  try {
    return new TypedDecoder(body).run(plan, body.value);
  } catch (error) {
    // Maps are read in the order of their keys. What is wrong first is what stands first in the text.
    if (error instanceof DecodeError) new TypedDecoder(body, { inTextOrder: true }).run(plan, body.value);
    throw error;
  }
}

/** How the values of a body were written. */
type WrittenBody = Pick<ParsedBody, 'literals' | 'outOfRange' | 'cbor' | 'overwritten'>;

interface DecoderOptions {
  readonly depth?: number;
  /** Maps are read as the text has them, and not in the order of their keys. */
  readonly inTextOrder?: boolean;
}

/** Where a value stands: the object or list that holds it, and its key there. */
interface ValueHolder {
  readonly container: object;
  readonly key: string | number;
}

/**
 * One pass over one body. Like Go's decoder it goes on after a value of the wrong type, remembers the first, and fails
 * in the end; types that decode themselves (times, quantities) fail at once and so win over it.
 */
class TypedDecoder {
  /** The way to the current value: members of structs, keys of maps, indices of lists. */
  readonly #way: (MemberPlan | string | number)[] = [];
  readonly #unknown = new Set<string>();
  readonly #written: WrittenBody;
  readonly #closed: string[] = [];
  /** Maps that another value of the same key was read over. */
  readonly #joined = new Set<JsonObject>();
  /** How deep in the body the value stands that this decoder reads. */
  readonly #depth: number;
  readonly #inTextOrder: boolean;
  #error: string | undefined;
  /** `v1.ConfigMap` */
  #root = '';
  /** The outermost struct with a member that decodes itself, if this is inside of one. */
  #choosing: string | undefined;

  constructor(written: WrittenBody, { depth = 0, inTextOrder = false }: DecoderOptions = {}) {
    this.#written = written;
    this.#depth = depth;
    this.#inTextOrder = inTextOrder;
  }

  run(plan: StructPlan, body: Json): TypedValue {
    this.#root = plan.goType;
    const value = this.#decode(plan, body ?? {}, { container: [], key: 0 });
    if (this.#error !== undefined) throw new DecodeError(this.#error);
    this.#sortJoined();
    return { value: value as JsonObject, unknown: [...this.#unknown], closed: this.#closed };
  }

  /** `before` is what the same key said before, which Go reads the value over. */
  #decode(plan: ValuePlan, value: Json, place: ValueHolder, before?: Json): Json | undefined {
    switch (plan.shape) {
      case 'struct':
        return isJsonObject(value) ? this.#struct(plan, value, before) : this.#wrongType(plan, value, place);
      case 'list':
        return Array.isArray(value) ? this.#list(plan.items, value, before) : this.#wrongType(plan, value, place);
      case 'map':
        return isJsonObject(value) ? this.#map(plan.values, value, before) : this.#wrongType(plan, value, place);
      case 'choice':
        return this.#choice(plan, value);
      default:
        return this.#scalar(plan, value, place);
    }
  }

  /**
   * Such types decode themselves: what is wrong inside of them is told at once, and unknown fields inside of them are
   * dropped without a word.
   */
  #choice(plan: ChoicePlan, value: Json): Json | undefined {
    if (typeof value === 'boolean' && plan.boolean) return value;
    // Neither of the forms: it is not written back.
    if (Array.isArray(value) && value.length === 0 && !plan.boolean) return undefined;
    const form = isJsonObject(value) ? plan.object : Array.isArray(value) ? plan.list : undefined;
    if (form === undefined) {
      if (plan.boolean) throw new DecodeError('boolean or JSON schema expected');
      return undefined;
    }
    this.#close();
    const inside = new TypedDecoder(this.#written, { depth: this.#depth, inTextOrder: this.#inTextOrder });
    inside.#way.push(...this.#way);
    inside.#root = this.#root;
    inside.#choosing = this.#choosing ?? this.#way.findLast((step) => typeof step === 'object')?.goStruct;
    const decoded = inside.#decode(form, value, { container: [], key: 0 });
    if (inside.#error !== undefined) throw new DecodeError(inside.#error);
    inside.#sortJoined();
    return decoded;
  }

  #struct(plan: StructPlan, source: JsonObject, before?: Json): JsonObject {
    const { members, byName } = plan;
    const found = isJsonObject(before)
      ? members.map(({ name }) => before[name])
      : new Array<Json | undefined>(members.length);
    const overwritten = this.#written.overwritten?.get(source);
    for (const key of Object.keys(source)) {
      const member = byName.get(key);
      if (member === undefined) {
        this.#noteUnknown(key);
        continue;
      }
      let earlier = found[member.index];
      if (overwritten !== undefined) {
        for (const value of overwritten.get(key) ?? none) earlier = this.#member(member, { [key]: value }, earlier);
      }
      found[member.index] = this.#member(member, source, earlier);
    }
    const object: JsonObject = {};
    for (let index = 0; index < members.length; index++) {
      const member = members[index] as MemberPlan;
      const value = found[index];
      if (value !== undefined) object[member.name] = value;
      else if (member.filled) object[member.name] = filling(member);
    }
    return object;
  }

  #member(member: MemberPlan, source: JsonObject, before?: Json): Json | undefined {
    const value = source[member.name] ?? null;
    if (value === null) return !member.pointer && outlivesNull.has(member.value.shape) ? before : undefined;
    if (typeof value === 'string' && member.value.shape === 'string') {
      return value === '' && member.dropsZero ? undefined : value;
    }
    if (this.#way.push(member) + this.#depth > MAX_STEPS) throw new DecodeError('exceeded max depth');
    const decoded = this.#decode(member.value, value, { container: source, key: member.name }, before);
    this.#way.pop();
    // What was read over a value that is kept is not empty either.
    const mayBeEmpty = member.dropsZero && decoded !== undefined && decoded !== before;
    return mayBeEmpty && isEmpty(member, decoded) ? undefined : decoded;
  }

  #list(plan: ValuePlan, source: readonly Json[], before?: Json): Json[] {
    const list: Json[] = [];
    const olds = Array.isArray(before) ? before : none;
    for (let index = 0; index < source.length; index++) {
      const item = source[index] ?? null;
      this.#way.push(index);
      const old = olds[index];
      const kept = outlivesNull.has(plan.shape) ? old : undefined;
      const decoded = item === null ? kept : this.#decode(plan, item, { container: source, key: index }, old);
      this.#way.pop();
      list.push(decoded === undefined ? zero(plan) : decoded);
    }
    return list;
  }

  #map(plan: ValuePlan, source: JsonObject, before?: Json): JsonObject {
    const map = isJsonObject(before) ? before : {};
    if (map === before) this.#joined.add(map);
    const overwritten = this.#written.overwritten?.get(source);
    // In order, as Go shows maps wherever it shows them.
    for (const key of this.#inTextOrder ? Object.keys(source) : sortedKeys(source)) {
      if (overwritten !== undefined) {
        for (const value of overwritten.get(key) ?? none) this.#checkItem(plan, key, value);
      }
      const value = source[key] ?? null;
      if (typeof value === 'string' && plan.shape === 'string') {
        setOwn(map, key, value);
        continue;
      }
      this.#way.push(key);
      const decoded = value === null ? undefined : this.#decode(plan, value, { container: source, key });
      this.#way.pop();
      setOwn(map, key, decoded === undefined ? zero(plan) : decoded);
    }
    return map;
  }

  /** Once for each, however often its key came: the work must not grow with the square of it. */
  #sortJoined(): void {
    for (const map of this.#joined) {
      const values = sortedKeys(map).map((key) => [key, map[key] as Json] as const);
      for (const [key] of values) delete map[key];
      for (const [key, value] of values) setOwn(map, key, value);
    }
  }

  /** A value that another one takes the place of, but which has to be one. */
  #checkItem(plan: ValuePlan, key: string, value: Json): void {
    this.#way.push(key);
    if (value !== null) this.#decode(plan, value, { container: [value], key: 0 });
    this.#way.pop();
  }

  #scalar(plan: ScalarPlan, value: Json, place: ValueHolder): Json | undefined {
    switch (plan.shape) {
      case 'string':
        return typeof value === 'string' ? value : this.#wrongType(plan, value, place);
      case 'bool':
        return typeof value === 'boolean' ? value : this.#wrongType(plan, value, place);
      case 'int32':
      case 'int64':
        return this.#integer(plan, value, place);
      case 'double':
        if (typeof value === 'bigint') return Number(value);
        if (typeof value === 'number') return Number.isFinite(value) ? value : this.#tooLarge(plan, place);
        return this.#wrongType(plan, value, place);
      case 'bytes':
        return this.#bytes(plan, value, place);
      case 'json':
        this.#close();
        if (isDeeperThan(value, MAX_STEPS)) throw new DecodeError('exceeded max depth');
        if (this.#written.outOfRange !== undefined && !isAllFinite(value)) throw outOfRange(this.#written.outOfRange);
        return value;
      default:
        return this.#selfDecoding(plan.shape, value, place);
    }
  }

  #integer(plan: ScalarPlan, value: Json, place: ValueHolder): Json | undefined {
    if (typeof value !== 'number' && typeof value !== 'bigint') return this.#wrongType(plan, value, place);
    const literal = this.#literalAt(place);
    if (literal === undefined && typeof value === 'number') {
      if (plan.shape === 'int32' ? (value | 0) === value : Number.isSafeInteger(value)) return value;
    } else if (plan.shape === 'int64' && typeof value === 'bigint' && BigInt.asIntN(64, value) === value) {
      return value;
    }
    if (this.#written.cbor === undefined) this.#note(`number ${literal ?? value}`, plan.goType);
    else this.#wrongNumber(plan, value, place);
    return undefined;
  }

  #wrongNumber({ goType }: ScalarPlan, value: number | bigint, place: ValueHolder): void {
    const what = this.#nameOf(value, place);
    this.#note(what, what === FRACTION ? goType : `${goType} (${value} overflows ${goType})`);
  }

  #tooLarge(plan: ScalarPlan, place: ValueHolder): undefined {
    this.#note(`number ${this.#literalAt(place)}`, plan.goType);
  }

  #literalAt({ container, key }: ValueHolder): string | undefined {
    return this.#written.literals?.get(container)?.get(key);
  }

  #bytes(plan: ScalarPlan, value: Json, place: ValueHolder): Json | undefined {
    const { cbor } = this.#written;
    if (Array.isArray(value) && cbor === undefined) return this.#listedBytes(value);
    const isBytes = typeof value === 'string' && cbor?.texts.get(place.container)?.has(place.key) !== true;
    if (!isBytes) return this.#wrongType(plan, value, place);
    try {
      return canonicalBase64(value);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#error ??= `${cbor === undefined ? '' : 'cbor: failed to decode base64 from byte string: '}${error.message}`;
      return undefined;
    }
  }

  /** To Go's decoder bytes are a list of numbers too. */
  #listedBytes(source: readonly Json[]): string {
    const bytes = source.map((item, index) => {
      if (item === null || isByte(item)) return item ?? 0;
      this.#way.push(index);
      const what = typeof item === 'number' || typeof item === 'bigint' ? `number ${item}` : jsonTypeName(item);
      this.#note(what, 'uint8');
      this.#way.pop();
      return 0;
    });
    return Buffer.from(bytes).toString('base64');
  }

  #selfDecoding(shape: ScalarPlan['shape'], value: Json, place: ValueHolder): Json | undefined {
    if (typeof value !== 'string' && shape !== 'intOrString' && this.#written.cbor !== undefined)
      return this.#wrongType(text, value, place);
    if (shape === 'quantity') return decodeQuantity(this.#quantityText(value, place));
    if (shape === 'intOrString') {
      return typeof value === 'string' ? value : this.#orFail(() => this.#integer(int32, value, place));
    }
    if (typeof value !== 'string') return this.#orFail(() => this.#wrongType(text, value, place));
    return decodeTime(value, shape === 'time' ? 'time' : 'microTime');
  }

  #quantityText(value: Json, place: ValueHolder): string {
    if (typeof value === 'string') return value.trim();
    if (typeof value !== 'number' && typeof value !== 'bigint') return jsonTypeName(value);
    return this.#literalAt(place) ?? String(value);
  }

  /** What would be remembered for later is thrown at once. */
  #orFail(decode: () => Json | undefined): Json | undefined {
    const before = this.#error;
    this.#error = undefined;
    const value = decode();
    if (this.#error !== undefined) throw new DecodeError(this.#error);
    this.#error = before;
    return value;
  }

  #wrongType(plan: ValuePlan, value: Json, place: ValueHolder): undefined {
    this.#note(this.#nameOf(value, place), plan.goType);
  }

  /** What a value is, in the words of the format that it came in. */
  #nameOf(value: Json, place: ValueHolder): string {
    const { cbor } = this.#written;
    if (cbor === undefined) return jsonTypeName(value);
    if (typeof value === 'string') {
      return cbor.texts.get(place.container)?.has(place.key) ? 'UTF-8 text string' : 'byte string';
    }
    if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'array' : 'map';
    const isWhole = typeof value === 'bigint' || (Number.isInteger(value) && !this.#literalAt(place)?.includes('.'));
    return !isWhole ? FRACTION : (value as number | bigint) < 0 ? 'negative integer' : 'positive integer';
  }

  /**
   * Go names the innermost struct that has no part in another's decoding, then the members on the way; keys and indices are
   * not told. Of CBOR it names the outermost struct and its member.
   */
  #note(what: string, goType: string): void {
    if (this.#error !== undefined) return;
    const members = this.#way.filter((step) => typeof step === 'object');
    if (this.#written.cbor !== undefined) {
      this.#error = `cbor: cannot unmarshal ${what} into Go struct field ${this.#root}.${members[0]?.name} of type ${goType}`;
      return;
    }
    const last = members.at(-1);
    const where =
      last === undefined
        ? 'Go value'
        : `Go struct field ${this.#choosing ?? last.goStruct}.${members.map((member) => member.goPath).join('.')}`;
    this.#error = `json: cannot unmarshal ${what} into ${where} of type ${goType}`;
  }

  #noteUnknown(key: string): void {
    if (this.#unknown.size >= MAX_REPORTS) return;
    const path = this.#path();
    this.#unknown.add(`unknown field ${goQuote(path === '' ? key : `${path}.${key}`)}`);
  }

  #path(): string {
    let path = '';
    for (const step of this.#way) {
      if (typeof step === 'number') path += `[${step}]`;
      else path += `${path === '' ? '' : '.'}${typeof step === 'string' ? step : step.name}`;
    }
    return path;
  }

  #close(): void {
    if (this.#written.overwritten !== undefined) this.#closed.push(this.#path());
  }
}

/** Whether all numbers in it are. */
function isAllFinite(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'number' || Number.isFinite(value);
  return Object.values(value).every((member) => isAllFinite(member));
}

function isDeeperThan(value: Json | undefined, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const member of Object.values(value)) if (isDeeperThan(member, limit - 1)) return true;
  return false;
}

const isByte = (value: Json): value is number => typeof value === 'number' && (value & 0xff) === value;

function decodeQuantity(source: string): string {
  try {
    return canonicalQuantity(source);
  } catch (error) {
    if (error instanceof QuantityError) throw new DecodeError(error.message);
    throw error;
  }
}

/** Also what is neither number nor text, in CBOR. */
const FRACTION = 'primitives';
const int32: ScalarPlan = { shape: 'int32', goType: 'int32' };
const text: ScalarPlan = { shape: 'string', goType: 'string' };

function isEmpty(member: MemberPlan, value: Json): boolean {
  switch (member.value.shape) {
    case 'struct':
      return member.whenEmpty === 'omitZero' && isEmptyStruct(member.value, value);
    case 'list':
    case 'map':
      // To defaults and rules an empty list is not always the same as none. Nobody is shown the difference.
      return !member.keepsEmpty && Object.keys(value as object).length === 0;
    case 'quantity':
    case 'intOrString':
    case 'json':
    case 'choice':
    case 'time':
    case 'microTime':
      return false;
    default:
      return value === '' || value === 0 || value === false || value === 0n;
  }
}

function isEmptyStruct({ emptySize, emptyText }: StructPlan, value: Json): boolean {
  return Object.keys(value as object).length === emptySize && JSON.stringify(value) === emptyText;
}

function filling(member: MemberPlan): Json {
  return JSON.parse(fillText(member));
}

/** What a null in a list or map stands for. Bytes come back from Kubernetes' own store as none, and not as null. */
function zero(plan: ValuePlan): Json {
  if (plan.shape === 'bytes') return '';
  return JSON.parse(zeroText(plan));
}
