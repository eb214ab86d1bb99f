import { type CelType, CelValue, types } from './type.ts';

export { CelValue };

/**
 * A value. Null, booleans, strings, arrays and plain objects stand for themselves. An integer is a number, or a bigint
 * where a number would not be exact. Everything else is a `CelValue`.
 *
 * Arrays and objects may be JSON as it came: a number in it that is no safe integer is a double (see `readJson`).
 */
export type Value = null | boolean | number | bigint | string | readonly unknown[] | JsonMap | CelValue;

/** A map with text keys. Only its own properties count, and those that are undefined do not. */
export interface JsonMap {
  readonly [key: string]: unknown;
}

/** A failure. It is a value, because `||` and `&&` can make up for it. */
export class CelError extends CelValue {
  readonly message: string;
  /** The expression that failed. */
  node = 0;

  constructor(message: string) {
    super();
    this.message = message;
  }
  get type(): CelType {
    return errorType;
  }
}

const errorType = types.error;

export class Double extends CelValue {
  readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }
  get type(): CelType {
    return types.double;
  }
}

/** An unsigned integer of 64 bits. */
export class Uint extends CelValue {
  readonly value: bigint;

  constructor(value: bigint) {
    super();
    this.value = value;
  }
  get type(): CelType {
    return types.uint;
  }
}

export class Bytes extends CelValue {
  readonly value: Uint8Array;

  constructor(value: Uint8Array) {
    super();
    this.value = value;
  }
  get type(): CelType {
    return types.bytes;
  }
}

/** A length of time, in nanoseconds that fit an int64. */
export class Duration extends CelValue {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    super();
    this.nanos = nanos;
  }
  get type(): CelType {
    return types.duration;
  }
}

/** A point in time. Its zone, if it was written with one, shows when it becomes text. */
export class Timestamp extends CelValue {
  readonly seconds: number;
  readonly nanos: number;
  readonly offsetMinutes: number;

  constructor(seconds: number, nanos: number, offsetMinutes = 0) {
    super();
    this.seconds = seconds;
    this.nanos = nanos;
    this.offsetMinutes = offsetMinutes;
  }
  get type(): CelType {
    return types.timestamp;
  }
}

/** `optional.of(value)` or, without one, `optional.none()`. */
export class Optional extends CelValue {
  readonly value: Value | undefined;

  private constructor(value: Value | undefined) {
    super();
    this.value = value;
  }
  static readonly none: Optional = new Optional(undefined);
  static of(value: Value): Optional {
    return new Optional(value);
  }
  get type(): CelType {
    return types.optional;
  }
}

/** A list that is no plain array. */
export abstract class ListValue extends CelValue {
  abstract readonly size: number;
  /** `index` is within the size. */
  abstract at(index: number): Value;

  get type(): CelType {
    return types.list;
  }
  /** The elements; those of a plain array still have to be read with `readJson`. */
  toArray(): readonly unknown[] {
    return Array.from({ length: this.size }, (_, i) => this.at(i));
  }
  /** What `==` answers; undefined: elements are compared in order. */
  equals?(other: Value): Value;
  /** What `+` answers; undefined: the lists are put together. */
  add?(other: Value): Value;
  /** What `in` answers; undefined: elements are compared. */
  contains?(element: Value): Value;
  /** The error of an index that is within the size but not allowed. */
  wrongIndex?(index: Value): CelError | undefined;
}

/** A map that is no plain object, or an object with fields. */
export abstract class MapValue extends CelValue {
  abstract readonly size: number;
  /** The value at a key; undefined if there is none. A failure when the key can be none of this map's. */
  abstract find(key: Value): Value | undefined;
  abstract keys(): readonly Value[];

  get type(): CelType {
    return types.map;
  }
  /** What `==` answers; undefined: entries are compared. */
  equals?(other: Value): Value;
}

/** An object with fields only, not usable as a map. */
export abstract class StructValue extends CelValue {
  abstract find(field: string): Value | undefined;
  abstract isSet(field: string): boolean | CelError;
  abstract equals(other: Value): Value;
}

/** A value of a type that a library brings. */
export abstract class OpaqueValue extends CelValue {
  abstract equals(other: Value): Value;
  /** Its size for the cost of calls. */
  readonly costSize: number = 1;
}

/** A number in JSON is an integer if it can be one exactly. */
export function readJson(value: unknown): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : new Double(value);
  if (typeof value === 'bigint') return intOrDouble(value);
  return value === undefined ? null : (value as Value);
}

function intOrDouble(value: bigint): Value {
  if (BigInt.asIntN(64, value) !== value) return new Double(Number(value));
  return normalInt(value);
}

/** An integer in its one representation. */
export function normalInt(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

export function isList(value: Value): value is readonly unknown[] | ListValue {
  return Array.isArray(value) || value instanceof ListValue;
}

export function isPlainMap(value: Value): value is JsonMap {
  return typeof value === 'object' && value !== null && !(value instanceof CelValue) && !Array.isArray(value);
}

export function isMap(value: Value): value is JsonMap | MapValue {
  return value instanceof MapValue || isPlainMap(value);
}

/** The type of a value, without parameters. */
export function typeOf(value: Value): CelType {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return types.int;
    case 'string':
      return types.string;
    case 'boolean':
      return types.bool;
    default:
      if (value === null) return types.null;
      if (value instanceof CelValue) return value.type;
      return Array.isArray(value) ? types.list : types.map;
  }
}
