import { parseInt64 } from '#meta';
import type { FunctionDeclaration } from '../check/declarations.ts';
import { checkedUint, intOverflow, uintOverflow } from '../values/integers.ts';
import { goDouble } from '../values/text.ts';
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp, timestampAt } from '../values/time.ts';
import { type CelType, typeOfType, typeParameter, types } from '../values/type.ts';
import {
  Bytes,
  CelError,
  Double,
  type Duration,
  normalInt,
  type Timestamp,
  typeOf,
  Uint,
  type Value,
} from '../values/value.ts';
import { declare, declareWhole, overload } from './library.ts';
import { parseFloat64 } from './parse-float.ts';

const { bool, bytes, double, duration, dyn, int, string, timestamp, uint } = types;
const a = typeParameter('A');

const same = (value: Value): Value => value;

function conversionError(from: CelType, to: CelType): CelError {
  return new CelError(`type conversion error from '${from.name}' to '${to.name}'`);
}

/** A conversion from text: an error if the text cannot be parsed. */
function fromText(to: CelType, parse: (text: string) => Value | undefined): (value: Value) => Value {
  return (value) => parse(value as string) ?? conversionError(string, to);
}

function doubleToInt({ value }: Double): Value {
  if (Number.isNaN(value) || value <= -(2 ** 63) || value >= 2 ** 63) return intOverflow();
  return normalInt(BigInt(Math.trunc(value)));
}

function doubleToUint({ value }: Double): Value {
  if (Number.isNaN(value) || value < 0 || value >= 2 ** 64) return uintOverflow();
  return new Uint(BigInt(Math.trunc(value)));
}

function textToInt(text: string): Value | undefined {
  const value = parseInt64(text);
  return typeof value === 'bigint' ? normalInt(value) : undefined;
}

function textToUint(text: string): Value | undefined {
  if (!/^[0-9]+$/.test(text) || text.replace(/^0+/, '').length > 20) return undefined;
  const value = checkedUint(BigInt(text));
  return value instanceof CelError ? undefined : value;
}

function textToDouble(text: string): Value | undefined {
  const value = parseFloat64(text);
  return value === undefined ? undefined : new Double(value);
}

function textToBool(text: string): Value | undefined {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true;
  return ['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text) ? false : undefined;
}

function bytesToText({ value }: Bytes): Value {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    // The decoder gives no reason.
    return new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

/** Anything as text, as `string()` gives it; undefined for what has none. */
export function toText(value: Value): string | CelError | undefined {
  switch (typeOf(value).kind) {
    case 'string':
      return value as string;
    case 'bool':
    case 'int':
      return String(value);
    case 'uint':
      return String((value as Uint).value);
    case 'double':
      return goDouble((value as Double).value);
    case 'bytes':
      return bytesToText(value as Bytes) as string | CelError;
    case 'duration':
      return formatDuration(value as Duration);
    case 'timestamp':
      return formatTimestamp(value as Timestamp);
    case 'type':
      return (value as CelType).name;
    case 'null':
      return 'null';
    default:
      return undefined;
  }
}

const text = (value: Value): Value => toText(value) ?? conversionError(typeOf(value), string);

export const standardConversions: readonly FunctionDeclaration[] = [
  declareWhole('type', (value: Value) => typeOf(value), overload('type', [[a], typeOfType(a)])),
  declare(
    'bool',
    overload('bool_to_bool', [[bool], bool], same),
    overload('string_to_bool', [[string], bool], fromText(bool, textToBool)),
  ),
  declare(
    'bytes',
    overload('bytes_to_bytes', [[bytes], bytes], same),
    overload('string_to_bytes', [[string], bytes], (value: string) => new Bytes(Buffer.from(value))),
  ),
  declare(
    'double',
    overload('double_to_double', [[double], double], same),
    overload('int64_to_double', [[int], double], (value: number | bigint) => new Double(Number(value))),
    overload('string_to_double', [[string], double], fromText(double, textToDouble)),
    overload('uint64_to_double', [[uint], double], (value: Uint) => new Double(Number(value.value))),
  ),
  declare(
    'duration',
    overload('duration_to_duration', [[duration], duration], same),
    overload('int64_to_duration', [[int], duration], () => conversionError(int, duration)),
    overload('string_to_duration', [[string], duration], fromText(duration, parseDuration)),
  ),
  declareWhole('dyn', same, overload('to_dyn', [[a], dyn])),
  declare(
    'int',
    overload('int64_to_int64', [[int], int], same),
    overload('double_to_int64', [[double], int], doubleToInt),
    overload('duration_to_int64', [[duration], int], (value: Duration) => normalInt(value.nanos)),
    overload('string_to_int64', [[string], int], fromText(int, textToInt)),
    overload('timestamp_to_int64', [[timestamp], int], (value: Timestamp) => value.seconds),
    overload('uint64_to_int64', [[uint], int], ({ value }: Uint) =>
      value < 2n ** 63n ? normalInt(value) : intOverflow(),
    ),
  ),
  declare(
    'string',
    overload('string_to_string', [[string], string], same),
    overload('bool_to_string', [[bool], string], text),
    overload('bytes_to_string', [[bytes], string], text),
    overload('double_to_string', [[double], string], text),
    overload('duration_to_string', [[duration], string], text),
    overload('int64_to_string', [[int], string], text),
    overload('timestamp_to_string', [[timestamp], string], text),
    overload('uint64_to_string', [[uint], string], text),
  ),
  declare(
    'timestamp',
    overload('timestamp_to_timestamp', [[timestamp], timestamp], same),
    overload('int64_to_timestamp', [[int], timestamp], timestampAt),
    overload('string_to_timestamp', [[string], timestamp], fromText(timestamp, parseTimestamp)),
  ),
  declare(
    'uint',
    overload('uint64_to_uint64', [[uint], uint], same),
    overload('double_to_uint64', [[double], uint], doubleToUint),
    overload('int64_to_uint64', [[int], uint], (value: number | bigint) =>
      value < 0 ? uintOverflow() : new Uint(BigInt(value)),
    ),
    overload('string_to_uint64', [[string], uint], fromText(uint, textToUint)),
  ),
];
