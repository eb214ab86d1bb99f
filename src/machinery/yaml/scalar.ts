import { DecodeError } from '../version-codec.ts';

/** A number with a fraction or an exponent, or one that is too large: as a key it is written otherwise than an integer. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** What a scalar stands for. Integers past 2^53 are `bigint`; times stay text. */
export type Scalar = string | number | bigint | boolean | null | Float;

const words: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...meaning(true, ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']),
  ...meaning(false, ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']),
  ...meaning(null, ['', '~', 'null', 'Null', 'NULL']),
  ...meaning(new Float(Number.NaN), ['.nan', '.NaN', '.NAN']),
  ...meaning(new Float(Number.POSITIVE_INFINITY), ['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF']),
  ...meaning(new Float(Number.NEGATIVE_INFINITY), ['-.inf', '-.Inf', '-.INF']),
]);

function meaning(value: Scalar, texts: readonly string[]): [string, Scalar][] {
  return texts.map((text) => [text, value]);
}

const LONGEST_WORD = 5;

/** By its first character, what a text may be besides a text: a word of the table, a number, a fraction. */
const hints = new Map<number, 'word' | 'number' | 'fraction'>([
  ...[...'yYnNtTfFoO~'].map((char) => [char.charCodeAt(0), 'word'] as const),
  ...[...'+-0123456789'].map((char) => [char.charCodeAt(0), 'number'] as const),
  ['.'.charCodeAt(0), 'fraction'],
]);

/** What a scalar without quotes and tag means in YAML 1.1, as go-yaml reads it. */
export function resolvePlain(text: string): Scalar {
  if (text === '') return null;
  const hint = hints.get(text.charCodeAt(0));
  if (hint === undefined) return text;
  if (text.length <= LONGEST_WORD) {
    const word = words.get(text);
    if (word !== undefined) return word;
  }
  if (hint === 'word') return text;
  return (hint === 'fraction' ? parseFraction(text) : parseNumber(text)) ?? text;
}

/** A number may be long, but not without end: what has more digits than any number needs is compared piece by piece. */
function parseNumber(text: string): Scalar | undefined {
  const plain = text.includes('_') ? text.replaceAll('_', '') : text;
  return parseInteger(plain) ?? parseFloatText(plain) ?? parseSignedBinary(plain);
}

const LARGEST_INT64 = 2n ** 63n - 1n;
const LARGEST_UINT64 = 2n ** 64n - 1n;

/** Go's rules for a literal of any base: `010` is eight. A plus sign does not go with more than an int64. */
function parseInteger(plain: string): number | bigint | undefined {
  const isNegative = plain.startsWith('-');
  const isSigned = isNegative || plain.startsWith('+');
  const size = parseDigits(isSigned ? plain.slice(1) : plain);
  if (size === undefined) return undefined;
  if (typeof size === 'number') return isNegative && size > 0 ? -size : size;
  if (isNegative) return size <= LARGEST_INT64 + 1n ? -size : undefined;
  return size <= (isSigned ? LARGEST_INT64 : LARGEST_UINT64) ? size : undefined;
}

const prefixed = /^0(?:([xX])([0-9a-fA-F]+)|([bB])([01]+)|[oO]?([0-7]+))$/;
const decimal = /^(?:0|[1-9][0-9]*)$/;
/** The digits of an uint64 in the base that needs most of them, and zeros before. */
const MANY_DIGITS = 80;

function parseDigits(digits: string): number | bigint | undefined {
  if (digits.length <= 15 && decimal.test(digits)) return Number(digits);
  const significant = digits.length > MANY_DIGITS ? withoutZeros(digits) : digits;
  if (significant.length > MANY_DIGITS) return undefined;
  const value = decimal.test(significant) ? BigInt(significant) : parsePrefixed(significant);
  if (value === undefined) return undefined;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function parsePrefixed(digits: string): bigint | undefined {
  const match = prefixed.exec(digits);
  if (match === null) return undefined;
  const [, hex, hexDigits, binary, binaryDigits, octalDigits] = match;
  if (hex !== undefined) return BigInt(`0x${hexDigits}`);
  return binary === undefined ? BigInt(`0o${octalDigits}`) : BigInt(`0b${binaryDigits}`);
}

/** `0x000…01` as `0x01`, `000…01` as `01`. */
function withoutZeros(digits: string): string {
  const start = digits[0] === '0' && /[a-zA-Z]/.test(digits[1] ?? '') ? 2 : 0;
  let end = start;
  while (digits[end] === '0') end++;
  return end - start < 2 ? digits : `${digits.slice(0, start)}0${digits.slice(end)}`;
}

const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

function parseFloatText(plain: string): Float | undefined {
  if (!float.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? new Float(value) : undefined;
}

/** go-yaml takes a second sign behind `0b` and `-0b`. */
function parseSignedBinary(plain: string): number | bigint | undefined {
  const match = /^(-?)0b([+-]?)([01]{1,64})$/.exec(plain);
  if (match === null) return undefined;
  const [, before, sign, digits] = match;
  if (sign === '' || before === '-') return undefined;
  const size = BigInt(`0b${digits}`);
  const value = sign === '-' ? -size : size;
  if (value > LARGEST_INT64 || value < -LARGEST_INT64 - 1n) return undefined;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const fraction = /^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/;
const groupedFraction = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

function parseFraction(text: string): Float | undefined {
  if (!fraction.test(text) && !groupedFraction.test(text)) return undefined;
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? new Float(value) : undefined;
}

const PREFIX = 'tag:yaml.org,2002:';

/** What a scalar with a tag means. Throws a `DecodeError` where its text is nothing of that kind. */
export function resolveTagged(tag: string, text: string): Scalar {
  switch (tag) {
    case `${PREFIX}binary`:
      return decodeBinary(text);
    case `${PREFIX}bool`:
    case `${PREFIX}int`:
    case `${PREFIX}float`:
    case `${PREFIX}null`:
    case `${PREFIX}timestamp`:
      return resolveAs(tag.slice(PREFIX.length), text);
    default:
      return text;
  }
}

function resolveAs(wanted: string, text: string): Scalar {
  const value = resolvePlain(text);
  const type =
    typeof value === 'string' && wanted === 'timestamp' && isTimestamp(value) ? 'timestamp' : typeName(value);
  if (type === wanted) return value;
  if (wanted === 'float' && typeof value === 'number') return new Float(value);
  if (wanted === 'float' && typeof value === 'bigint' && value <= LARGEST_INT64) return new Float(Number(value));
  throw new DecodeError(`yaml: cannot decode !!${type} \`${text}\` as a !!${wanted}`);
}

function typeName(value: Scalar): string {
  if (value === null) return 'null';
  if (value instanceof Float) return 'float';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'str' : 'int';
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBinary(text: string): string {
  const digits = text.replace(/[\r\n]/g, '');
  if (!base64.test(digits)) throw new DecodeError('yaml: !!binary value contains invalid base64 data');
  return Buffer.from(digits, 'base64').toString('utf8');
}

const dateOnly = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const dateAndTime =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?)$/;

function isTimestamp(text: string): boolean {
  const match = dateOnly.exec(text) ?? dateAndTime.exec(text);
  if (match === null) return false;
  const [year, month, day] = [match[1], match[2], match[3]].map(Number) as [number, number, number];
  const hour = Number(match[4] ?? match[7] ?? 0);
  const minute = Number(match[5] ?? match[8] ?? 0);
  const second = Number(match[6] ?? match[9] ?? 0);
  const days = month < 1 || month > 12 ? 0 : new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
}

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Whether a text must be quoted so that it is read as text again. */
export function looksLikeOther(text: string): boolean {
  const hint = hints.get(text.charCodeAt(0));
  if (hint === undefined) return text === '';
  return resolvePlain(text) !== text || (hint === 'number' && (isTimestamp(text) || base60.test(text)));
}
