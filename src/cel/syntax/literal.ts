import { Bytes, Double, normalInt, Uint, type Value } from '../values/value.ts';
import { T, type TokenKind } from './token.ts';

/** The value of a literal, or what is wrong with it. */
type LiteralResult = { readonly value: Value } | { readonly fault: string };

/** `text` is a token of that kind, with its sign. */
export function readLiteral(kind: TokenKind, text: string): LiteralResult {
  switch (kind) {
    case T.INT:
      return readInt(text);
    case T.UINT:
      return readUint(text);
    case T.FLOAT:
      return readDouble(text);
    case T.STRING:
      return readString(text);
    case T.BYTES:
      return readBytes(text.slice(1));
    case T.NULL:
      return { value: null };
    default:
      return { value: kind === T.TRUE };
  }
}

function readInt(text: string): LiteralResult {
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  if (!/^(0x[0-9a-fA-F]+|[0-9]+)$/.test(digits)) return { fault: 'invalid int literal' };
  const size = BigInt(digits);
  const value = negative ? -size : size;
  if (BigInt.asIntN(64, value) !== value) return { fault: 'invalid int literal' };
  return { value: normalInt(value) };
}

function readUint(text: string): LiteralResult {
  const digits = text.slice(0, -1);
  if (!/^(0x[0-9a-fA-F]+|[0-9]+)$/.test(digits)) return { fault: 'invalid uint literal' };
  const value = BigInt(digits);
  return BigInt.asUintN(64, value) === value ? { value: new Uint(value) } : { fault: 'invalid uint literal' };
}

function readDouble(text: string): LiteralResult {
  const value = Number(text);
  return Number.isFinite(value) ? { value: new Double(value) } : { fault: 'invalid double literal' };
}

const CANNOT_UNESCAPE = 'unable to unescape string';

function readString(text: string): LiteralResult {
  const body = stringBody(text);
  if (body === undefined) return { fault: CANNOT_UNESCAPE };
  if (body.raw || !body.text.includes('\\')) return { value: body.text };
  let result = '';
  for (const part of partsOf(body.text)) {
    const piece = part.startsWith('\\') ? charOfEscape(part) : part;
    if (piece === undefined) return { fault: CANNOT_UNESCAPE };
    if (typeof piece === 'number' && !isValidCodePoint(piece)) return { fault: 'invalid unicode code point' };
    result += typeof piece === 'number' ? String.fromCodePoint(piece) : piece;
  }
  return { value: result };
}

function readBytes(text: string): LiteralResult {
  const body = stringBody(text);
  if (body === undefined) return { fault: CANNOT_UNESCAPE };
  if (body.raw || !body.text.includes('\\')) return { value: new Bytes(Buffer.from(body.text)) };
  const pieces: Buffer[] = [];
  for (const part of partsOf(body.text)) {
    // Code points have no meaning in bytes.
    if (/^\\[uU]/.test(part)) return { fault: CANNOT_UNESCAPE };
    const piece = part.startsWith('\\') ? charOfEscape(part) : part;
    if (piece === undefined) return { fault: CANNOT_UNESCAPE };
    pieces.push(typeof piece === 'number' ? Buffer.from([piece]) : Buffer.from(piece));
  }
  return { value: new Bytes(Buffer.concat(pieces)) };
}

/** What stands between the quotes. Every kind of line end is a line feed. */
function stringBody(written: string): { readonly text: string; readonly raw: boolean } | undefined {
  const text = written.replace(/\r\n?/g, '\n');
  const raw = /^[rR]/.test(text);
  const quoted = raw ? text.slice(1) : text;
  const match = /^("""|'''|"|')(.*)\1$/s.exec(quoted);
  return match === null ? undefined : { text: match[2] as string, raw };
}

/** Escapes, and what lies between them. */
function partsOf(text: string): readonly string[] {
  return text.match(/\\(?:[xX]..|u.{4}|U.{8}|[0-3]..|.)|[^\\]+/gs) ?? [];
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['?', '?'],
]);

/** The character of an escape, or the number of a code point or byte. */
function charOfEscape(written: string): string | number | undefined {
  const letter = written[1] as string;
  if ('xXuU'.includes(letter)) return Number.parseInt(written.slice(2), 16);
  if (letter >= '0' && letter <= '3') return Number.parseInt(written.slice(1), 8);
  return shortEscapes.get(letter);
}

function isValidCodePoint(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}
