import type { TypeProvider } from '../check/declarations.ts';
import { intOverflow, uintOverflow } from '../values/integers.ts';
import { type CelType, listType, mapType, objectType, types } from '../values/type.ts';
import {
  Bytes,
  CelError,
  Double,
  Duration,
  isList,
  isMap,
  StructValue,
  Timestamp,
  typeOf,
  Uint,
  type Value,
} from '../values/value.ts';

const value = types.dyn;

/** The fields of the well-known protobuf messages, by name. */
const fields: ReadonlyMap<string, ReadonlyMap<string, CelType>> = new Map(
  Object.entries({
    'google.protobuf.Any': { type_url: types.string, value: types.bytes },
    'google.protobuf.Duration': { seconds: types.int, nanos: types.int },
    'google.protobuf.Empty': {},
    'google.protobuf.Timestamp': { seconds: types.int, nanos: types.int },
    'google.protobuf.Value': {
      null_value: types.int,
      number_value: types.double,
      string_value: types.string,
      bool_value: types.bool,
      struct_value: mapType(types.string, value),
      list_value: listType(value),
    },
    'google.protobuf.ListValue': { values: listType(value) },
    'google.protobuf.Struct': { fields: mapType(types.string, value) },
    'google.protobuf.BoolValue': { value: types.bool },
    'google.protobuf.BytesValue': { value: types.bytes },
    'google.protobuf.DoubleValue': { value: types.double },
    'google.protobuf.FloatValue': { value: types.double },
    'google.protobuf.Int64Value': { value: types.int },
    'google.protobuf.Int32Value': { value: types.int },
    'google.protobuf.UInt64Value': { value: types.uint },
    'google.protobuf.UInt32Value': { value: types.uint },
    'google.protobuf.StringValue': { value: types.string },
  }).map(([name, members]) => [name, new Map(Object.entries(members))]),
);

const emptyType = objectType('google.protobuf.Empty');

class EmptyMessage extends StructValue {
  get type(): CelType {
    return emptyType;
  }
  find(): undefined {
    return undefined;
  }
  isSet(field: string): CelError {
    return new CelError(`no such field '${field}'`);
  }
  equals(other: Value): boolean {
    return other instanceof EmptyMessage;
  }
}

type Fields = ReadonlyMap<string, Value>;

/** What a message with these fields is in the language. */
const makers: Readonly<Record<string, (given: Fields) => Value>> = {
  'google.protobuf.Any': () => new CelError('conversion error: got invalid @type URL'),
  'google.protobuf.Duration': (given) => {
    const nanos = wideNumber(given, 'seconds') * 1_000_000_000n + wideNumber(given, 'nanos');
    return new Duration(clamp(nanos));
  },
  'google.protobuf.Empty': () => new EmptyMessage(),
  'google.protobuf.Timestamp': (given) => makeTimestamp(given),
  'google.protobuf.Value': (given) => makeValue(given),
  'google.protobuf.ListValue': (given) => (given.get('values') ?? []) as Value,
  'google.protobuf.Struct': (given) => (given.get('fields') ?? {}) as Value,
  'google.protobuf.BoolValue': (given) => given.get('value') ?? false,
  'google.protobuf.BytesValue': (given) => given.get('value') ?? new Bytes(new Uint8Array()),
  'google.protobuf.DoubleValue': (given) => given.get('value') ?? new Double(0),
  'google.protobuf.FloatValue': (given) => {
    const double = given.get('value');
    return new Double(double instanceof Double ? Math.fround(double.value) : 0);
  },
  'google.protobuf.Int64Value': (given) => given.get('value') ?? 0,
  'google.protobuf.Int32Value': (given) => inRange(given.get('value') ?? 0, 'google.protobuf.Int32Value'),
  'google.protobuf.UInt64Value': (given) => given.get('value') ?? new Uint(0n),
  'google.protobuf.UInt32Value': (given) => inRange(given.get('value') ?? new Uint(0n), 'google.protobuf.UInt32Value'),
  'google.protobuf.StringValue': (given) => given.get('value') ?? '',
};

function wideNumber(given: Fields, name: string): bigint {
  const number = given.get(name);
  return typeof number === 'number' || typeof number === 'bigint' ? BigInt(number) : 0n;
}

/** A duration that is too long is the longest there is. */
function clamp(nanos: bigint): bigint {
  const max = 2n ** 63n - 1n;
  return nanos > max ? max : nanos < -max - 1n ? -max - 1n : nanos;
}

function makeTimestamp(given: Fields): Value {
  const nanos = wideNumber(given, 'nanos');
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const seconds = wideNumber(given, 'seconds') + (nanos - rest) / 1_000_000_000n;
  return new Timestamp(Number(seconds), Number(rest));
}

/** One of its kinds. Without any it is null. */
function makeValue(given: Fields): Value {
  if (given.has('null_value')) return null;
  for (const [, member] of given) return member;
  return null;
}

function inRange(number: Value, message: string): Value {
  const unsigned = number instanceof Uint;
  const size = unsigned ? number.value : BigInt(number as number | bigint);
  const fits = unsigned ? size < 2n ** 32n : size >= -(2n ** 31n) && size < 2n ** 31n;
  if (fits) return number;
  const { message: why } = unsigned ? uintOverflow() : intOverflow();
  return new CelError(`field type conversion error for ${message}.value value type: ${why}`);
}

/** Field values that a message cannot hold. */
function fieldFault(typeName: string, name: string, given: Value): CelError | undefined {
  const wanted = fields.get(typeName)?.get(name);
  if (wanted === undefined) return new CelError(`no such field: ${name}`);
  const bad = (wanted.kind === 'list' && !isList(given)) || (wanted.kind === 'map' && !isMap(given));
  return bad ? new CelError(`unsupported field type for ${typeName}.${name}: ${typeOf(given).name}`) : undefined;
}

/** Messages of protocol buffers that become values of the language. */
export const wellKnownMessages: TypeProvider = {
  findObjectType: (name) => (fields.has(name) ? objectType(name) : undefined),
  findField: (typeName, field) => fields.get(typeName)?.get(field),
  findIdent(name) {
    if (name === 'google.protobuf.NullValue.NULL_VALUE') return 0;
    return name === emptyType.name ? emptyType : undefined;
  },
  newObject(typeName, given) {
    const make = Object.hasOwn(makers, typeName) ? makers[typeName] : undefined;
    if (make === undefined) return undefined;
    for (const [name, member] of given) {
      const fault = fieldFault(typeName, name, member);
      if (fault !== undefined) return fault;
    }
    return make(given);
  },
};
