/** The kind of a type: compared before names and parameters. */
export type Kind =
  | 'dyn'
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'parameter'
  | 'uint'
  | 'unknown';

/**
 * A value that is no JSON: everything but null, booleans, strings, integers (numbers and, past 2^53, bigints), arrays
 * and plain objects.
 */
export abstract class CelValue {
  /** Its type at run time, where parameters are erased. */
  abstract get type(): CelType;
}

interface TypeShape {
  readonly parameters?: readonly CelType[];
  /** `null` is one of its values: the wrapper types of protocol buffers. */
  readonly nullable?: boolean;
}

/** A type: of an expression when it is checked, and, without its parameters, of a value. Itself a value. */
export class CelType extends CelValue {
  readonly kind: Kind;
  /** The name at run time: `list`, `google.protobuf.Timestamp`, `kubernetes.Quantity`. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  readonly nullable: boolean;
  #text: string | undefined;

  constructor(kind: Kind, name: string, { parameters = [], nullable = false }: TypeShape = {}) {
    super();
    this.kind = kind;
    this.name = name;
    this.parameters = parameters;
    this.nullable = nullable;
  }

  override get type(): CelType {
    return types.type;
  }

  /** As messages show it: `map(string, list(int))`. */
  override toString(): string {
    this.#text ??= showType(this);
    return this.#text;
  }

  /** The same type, with the same parameters. A wrapper is the same as what it wraps. */
  equals(other: CelType): boolean {
    if (this === other) return true;
    return (
      this.kind === other.kind &&
      this.name === other.name &&
      this.parameters.length === other.parameters.length &&
      this.parameters.every((parameter, i) => parameter.equals(other.parameters[i] as CelType))
    );
  }

  /** Like `equals`, but type parameters are the same whatever their names. */
  isEquivalent(other: CelType): boolean {
    if (this === other) return true;
    return (
      this.kind === other.kind &&
      (this.kind === 'parameter' || this.name === other.name) &&
      this.parameters.length === other.parameters.length &&
      this.parameters.every((parameter, i) => parameter.isEquivalent(other.parameters[i] as CelType))
    );
  }

  /** Whether a value of the other type can stand where this one is wanted. */
  accepts(other: CelType): boolean {
    if (this.nullable && other.kind === 'null') return true;
    if (this === other || this.kind === 'dyn' || this.kind === 'any' || this.kind === 'parameter') return true;
    return (
      this.kind === other.kind &&
      this.name === other.name &&
      this.parameters.length === other.parameters.length &&
      this.parameters.every((parameter, i) => parameter.accepts(other.parameters[i] as CelType))
    );
  }
}

const shownNames: Partial<Record<Kind, string>> = {
  any: 'any',
  duration: 'duration',
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
};

function showType(type: CelType): string {
  const shown = shownNames[type.kind];
  if (shown !== undefined) return shown;
  if (type.parameters.length > 0) return `${type.name}(${type.parameters.join(', ')})`;
  return type.nullable ? `wrapper(${type.name})` : type.name;
}

const simple = (kind: Kind, name: string = kind): CelType => new CelType(kind, name);

const basic = {
  any: simple('any', 'google.protobuf.Any'),
  bool: simple('bool'),
  bytes: simple('bytes'),
  double: simple('double'),
  duration: simple('duration', 'google.protobuf.Duration'),
  dyn: simple('dyn'),
  error: simple('error'),
  int: simple('int'),
  null: simple('null', 'null_type'),
  string: simple('string'),
  timestamp: simple('timestamp', 'google.protobuf.Timestamp'),
  type: simple('type'),
  uint: simple('uint'),
  unknown: simple('unknown'),
} as const;

export function listType(element: CelType): CelType {
  return new CelType('list', 'list', { parameters: [element] });
}

export function mapType(key: CelType, value: CelType): CelType {
  return new CelType('map', 'map', { parameters: [key, value] });
}

export function opaqueType(name: string, ...parameters: CelType[]): CelType {
  return new CelType('opaque', name, { parameters });
}

export function optionalType(value: CelType): CelType {
  return opaqueType('optional_type', value);
}

export function typeParameter(name: string): CelType {
  return new CelType('parameter', name);
}

/** The type of a type. */
export function typeOfType(type: CelType): CelType {
  return new CelType('type', 'type', { parameters: [type] });
}

function wrapper(wrapped: CelType): CelType {
  return new CelType(wrapped.kind, wrapped.name, { nullable: true });
}

export const types = {
  ...basic,
  list: listType(basic.dyn),
  map: mapType(basic.dyn, basic.dyn),
  optional: optionalType(basic.dyn),
} as const;

/** The messages of protocol buffers that have a type of their own in CEL. */
export const wellKnownTypes: ReadonlyMap<string, CelType> = new Map([
  ['google.protobuf.BoolValue', wrapper(types.bool)],
  ['google.protobuf.BytesValue', wrapper(types.bytes)],
  ['google.protobuf.DoubleValue', wrapper(types.double)],
  ['google.protobuf.FloatValue', wrapper(types.double)],
  ['google.protobuf.Int64Value', wrapper(types.int)],
  ['google.protobuf.Int32Value', wrapper(types.int)],
  ['google.protobuf.UInt64Value', wrapper(types.uint)],
  ['google.protobuf.UInt32Value', wrapper(types.uint)],
  ['google.protobuf.StringValue', wrapper(types.string)],
  ['google.protobuf.Any', types.any],
  ['google.protobuf.Duration', types.duration],
  ['google.protobuf.Timestamp', types.timestamp],
  ['google.protobuf.ListValue', listType(types.dyn)],
  ['google.protobuf.NullValue', types.null],
  ['google.protobuf.Struct', mapType(types.string, types.dyn)],
  ['google.protobuf.Value', types.dyn],
]);

/** The type of objects with fields. Names of well-known messages give their own types. */
export function objectType(name: string): CelType {
  return wellKnownTypes.get(name) ?? new CelType('struct', name);
}

export function isOptionalType(type: CelType): boolean {
  return type.kind === 'opaque' && type.name === 'optional_type';
}
