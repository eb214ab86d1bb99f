import { isUtf8 } from 'node:buffer';

import type { Json } from './json.ts';

/**
 * How Go prints values. Clients match on messages, and the messages quote values the way Go does: these are facts of
 * the wire.
 */

/** Letters, marks, numbers, punctuation, symbols and the plain space: what Go calls printable. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A lone surrogate cannot be encoded; Go's decoders put the replacement character in its place. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

export function isPrintable(character: string): boolean {
  return printable.test(character);
}

/** What stands in quotes as it is. */
const ordinary = /^[ !#-[\]-~]*$/;

/** `strconv.Quote`, `%q`: differs from JSON in `\a`, `\v`, `\x01`, `\U0001…`, and in escaping what cannot be printed. */
export function goQuote(text: string): string {
  if (ordinary.test(text)) return `"${text}"`;
  let quoted = '"';
  for (const character of wellFormed(text)) quoted += quoteCharacter(character);
  return `${quoted}"`;
}

function quoteCharacter(character: string): string {
  const short = Object.hasOwn(shortEscapes, character) ? shortEscapes[character] : undefined;
  if (short !== undefined) return short;
  if (isPrintable(character)) return character;
  const code = character.codePointAt(0) as number;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}

/** `%U`: `U+0007`. */
export function goCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * `%v` of a number. What is no integer, or too large for an exact one, takes an exponent earlier than in JavaScript, and
 * of two digits.
 */
export function goNumber(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  return goFloat(value);
}

/** `%v` of a float64, also of one that is a whole number. */
export function goFloat(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  const [, mantissa, sign, exponent] = /^(.*)e([+-])(.*)$/.exec(value.toExponential()) as unknown as string[];
  return `${mantissa}e${sign}${(exponent as string).padStart(2, '0')}`;
}

/** JSON as Go writes it: `<`, `>`, `&` and the line separators are escaped, big integers are digits. Keys keep their order. */
export function goJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return goJsonString(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${goJsonString(key)}:${goJson(member)}`).join(',')}}`;
}

function goJsonString(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Go's `len` of a string. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

const digits = /^[+-]?[0-9]+$/;

/** Why a text is no number. */
type NumberFault = 'syntax' | 'range';

/** The text of a `strconv` error. */
export function goNumError(call: 'ParseInt' | 'ParseUint', text: string, fault: NumberFault): string {
  const reason = fault === 'syntax' ? 'invalid syntax' : 'value out of range';
  return `strconv.${call}: parsing ${goQuote(text)}: ${reason}`;
}

/** `strconv.ParseInt(text, 10, 64)`: the number, or what is wrong with the text. */
export function parseInt64(text: string): bigint | NumberFault {
  if (!digits.test(text)) return 'syntax';
  // An int64 has 19 digits: no need to build a huge number to know that it is too big.
  const significant = text.replace(/^([+-]?)0+(?=[0-9])/, '$1').replace(/^\+/, '');
  if (significant.length > 20) return 'range';
  const value = BigInt(significant);
  return BigInt.asIntN(64, value) === value ? value : 'range';
}

/** How Go's decoder calls the type of a JSON value. */
export function jsonTypeName(value: Json): string {
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'number';
    case 'object':
      return value === null ? 'null' : 'object';
    default:
      return typeof value;
  }
}

const LONGEST_CHARACTER = 4;
const REPLACEMENT = '\uFFFD';

/** Bytes as a text. Each byte that belongs to no character becomes a replacement character, as in Go. */
export function goText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : readLeniently(bytes);
}

function readLeniently(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    text += length === 0 ? REPLACEMENT : bytes.toString('utf8', at, at + length);
    at += Math.max(1, length);
  }
  return text;
}

/** How many bytes the character that begins here has; 0 when there is none. */
function lengthAt(bytes: Buffer, at: number): number {
  for (let length = 1; length <= LONGEST_CHARACTER && at + length <= bytes.length; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}
