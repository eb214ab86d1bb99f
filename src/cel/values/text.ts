import { goQuote } from '#meta';
import { arrayOf } from './lists.ts';
import { mapFind, mapKeys } from './maps.ts';
import { formatDuration, formatTimestamp, goDuration, plainNumber } from './time.ts';
import { CelType } from './type.ts';
import {
  Bytes,
  CelError,
  Double,
  Duration,
  isList,
  isMap,
  Optional,
  readJson,
  Timestamp,
  typeOf,
  Uint,
  type Value,
} from './value.ts';

/** As Go shows a double by default: with an exponent of two digits where it is large or small. */
export function goDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** As Go's `%v` shows a value in a message. */
export function goText(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value === null ? '0' : goObjectText(value);
  }
}

function goObjectText(value: Value): string {
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Double) return goDouble(value.value);
  if (value instanceof Bytes) return `[${[...value.value].join(' ')}]`;
  if (value instanceof Duration) return goDuration(value);
  if (value instanceof Timestamp) return goTime(value);
  if (value instanceof CelError) return value.message;
  if (value instanceof CelType) return value.name;
  if (value instanceof Optional)
    return value.value === undefined ? 'optional.none()' : `optional(${goText(value.value)})`;
  if (isList(value))
    return `[${arrayOf(value)
      .map((element) => goText(readJson(element)))
      .join(', ')}]`;
  if (!isMap(value)) return typeOf(value).name;
  const entries = mapKeys(value).map((key) => `${goText(key)}: ${goText(mapFind(value, key) as Value)}`);
  return `{${entries.join(', ')}}`;
}

function goTime(time: Timestamp): string {
  const [, date = '', clock = '', zone = ''] = /^(.*)T([\d:.]+)(.*)$/.exec(formatTimestamp(time)) ?? [];
  const offset = zone === 'Z' ? '+0000 UTC' : `${zone.replace(':', '')} ${zone.replace(':', '')}`;
  return `${date} ${clock} ${offset}`;
}

/** As a literal of the language, as far as there is one. The keys of maps are sorted. */
export function celText(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Double) return celDouble(value.value);
  if (value instanceof Bytes)
    return `b"${[...value.value].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
  if (value instanceof Duration) return `duration("${formatDuration(value)}")`;
  if (value instanceof Timestamp) return `timestamp("${formatTimestamp(new Timestamp(value.seconds, value.nanos))}")`;
  if (value instanceof Optional)
    return value.value === undefined ? 'optional.none()' : `optional.of(${celText(value.value)})`;
  if (isList(value))
    return `[${arrayOf(value)
      .map((element) => celText(readJson(element)))
      .join(', ')}]`;
  if (!isMap(value)) return goText(value);
  const entries = mapKeys(value).map((key) => [celText(key), celText(mapFind(value, key) as Value)] as const);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${sorted.map(([key, shown]) => `${key}: ${shown}`).join(', ')}}`;
}

function celDouble(value: number): string {
  if (Number.isNaN(value)) return 'double("NaN")';
  if (!Number.isFinite(value)) return `double("${value < 0 ? '-' : ''}Infinity")`;
  const text = plainNumber(value);
  return text.includes('.') ? text : `${text}.0`;
}
