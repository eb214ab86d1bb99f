import { CHAR, type Cursor, isBlank, isBlankOrEnd, isBreak } from './cursor.ts';

/** A scalar, and whether line breaks follow its text. */
export interface ScannedText {
  readonly text: string;
  readonly endLine: number;
  readonly endsInNewLine: boolean;
}

/** What stands between two pieces of a scalar: blanks of one line, or ends of lines, which are folded. */
class Gap {
  blanks = '';
  #first = '';
  #more = '';
  hasBreak = false;

  addBreak(text: string): void {
    if (this.hasBreak) this.#more += text;
    else this.#first = text;
    this.blanks = '';
    this.hasBreak = true;
  }

  /** A line's end that an escape takes away. */
  addEscapedBreak(): void {
    this.hasBreak = true;
  }

  take(): string {
    const text = this.hasBreak ? this.#folded() : this.blanks;
    this.blanks = '';
    this.#first = '';
    this.#more = '';
    this.hasBreak = false;
    return text;
  }

  /** One end of a line is a space; of several the first is dropped. */
  #folded(): string {
    if (this.#first !== '\n') return this.#first + this.#more;
    return this.#more === '' ? ' ' : this.#more;
  }
}

/** Blanks and ends of lines, as far as they go. */
function takeGap(cursor: Cursor, gap: Gap, indent: number): void {
  for (let code = cursor.code(); isBlank(code) || isBreak(code); code = cursor.code()) {
    if (isBreak(code)) {
      gap.addBreak(cursor.takeBreak());
    } else if (gap.hasBreak) {
      if (code === CHAR.tab && cursor.column < indent) {
        throw cursor.fault('found a tab character that violates indentation');
      }
      cursor.skip(1);
    } else {
      const start = cursor.at;
      cursor.skipBlanks();
      gap.blanks = cursor.text.slice(start, cursor.at);
    }
    cursor.need(1);
  }
}

/** A scalar without quotes. */
export function scanPlain(cursor: Cursor, { indent, inFlow }: { indent: number; inFlow: boolean }): ScannedText {
  const gap = new Gap();
  let text = '';
  let endLine = cursor.line;
  for (;;) {
    cursor.need(4);
    if (cursor.isAtDocumentMark() || cursor.code() === CHAR.hash) break;
    const start = cursor.at;
    const end = plainEnd(cursor.text, start, inFlow);
    if (end > start) {
      const between = gap.take();
      text = text === '' ? cursor.text.slice(start, end) : text + between + cursor.text.slice(start, end);
      cursor.moveTo(end);
      endLine = cursor.line;
      cursor.need(2);
    }
    const code = cursor.code();
    if (!isBlank(code) && !isBreak(code)) break;
    takeGap(cursor, gap, indent);
    if (!inFlow && cursor.column < indent) break;
  }
  return { text, endLine, endsInNewLine: gap.hasBreak };
}

function plainEnd(text: string, start: number, inFlow: boolean): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code > CHAR.colon && code < CHAR.question) continue;
    if (isBlankOrEnd(code)) return at;
    if (code === CHAR.colon && isBlankOrEnd(text.charCodeAt(at + 1))) return at;
    if (inFlow && endsInFlow(code)) return at;
  }
}

function endsInFlow(code: number): boolean {
  switch (code) {
    case CHAR.comma:
    case CHAR.question:
    case CHAR.openBracket:
    case CHAR.closeBracket:
    case CHAR.openBrace:
    case CHAR.closeBrace:
      return true;
    default:
      return false;
  }
}

/** A scalar in quotes, the first of which is next. */
export function scanQuoted(cursor: Cursor): ScannedText {
  const quote = cursor.code();
  cursor.skip(1);
  const gap = new Gap();
  let text = '';
  for (;;) {
    cursor.need(4);
    if (cursor.isAtDocumentMark()) throw cursor.fault('found unexpected document indicator');
    if (cursor.code() === CHAR.end) throw cursor.fault('found unexpected end of stream');
    text += takeQuoted(cursor, quote, gap);
    if (cursor.code() === quote) break;
    takeGap(cursor, gap, 0);
    text += gap.take();
  }
  cursor.skip(1);
  return { text, endLine: cursor.line, endsInNewLine: false };
}

/** To the end of the line, or to the quote. Blanks before the end of a line are left for the gap. */
function takeQuoted(cursor: Cursor, quote: number, gap: Gap): string {
  let text = '';
  for (;;) {
    const start = cursor.at;
    const end = quotedEnd(cursor.text, start, quote);
    const code = cursor.text.charCodeAt(end);
    if (code !== quote && code !== CHAR.backslash) return text + takeBeforeGap(cursor, start, end);
    text += cursor.text.slice(start, end);
    cursor.moveTo(end);
    if (code === CHAR.backslash) {
      if (isBreak(cursor.code(1))) {
        takeEscapedBreak(cursor, gap);
        return text;
      }
      text += takeEscape(cursor);
    } else if (code === CHAR.singleQuote && cursor.code(1) === CHAR.singleQuote) {
      text += "'";
      cursor.skip(2);
    } else {
      return text;
    }
    cursor.need(2);
  }
}

function takeBeforeGap(cursor: Cursor, start: number, end: number): string {
  let last = end;
  while (last > start && isBlank(cursor.text.charCodeAt(last - 1))) last--;
  cursor.moveTo(last);
  cursor.need(2);
  return cursor.text.slice(start, last);
}

function quotedEnd(text: string, start: number, quote: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote || code === CHAR.end || isBreak(code)) return at;
    if (code === CHAR.backslash && quote === CHAR.doubleQuote) return at;
  }
}

function takeEscapedBreak(cursor: Cursor, gap: Gap): void {
  cursor.need(3);
  cursor.skip(1);
  cursor.takeBreak();
  gap.addEscapedBreak();
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const hexDigits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function takeEscape(cursor: Cursor): string {
  const letter = cursor.text[cursor.at + 1] ?? '';
  const short = escapes.get(letter);
  if (short !== undefined) {
    cursor.skip(2);
    return short;
  }
  const length = hexDigits.get(letter);
  if (length === undefined) throw cursor.fault('found unknown escape character');
  cursor.skip(2);
  cursor.need(length);
  const value = hexValue(cursor, length);
  cursor.skip(length);
  return String.fromCodePoint(value);
}

function hexValue(cursor: Cursor, length: number): number {
  const digits = cursor.text.slice(cursor.at, cursor.at + length);
  if (!/^[0-9a-fA-F]+$/.test(digits)) throw cursor.fault('did not find expected hexdecimal number');
  const value = Number.parseInt(digits, 16);
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    throw cursor.fault('found invalid Unicode character escape code');
  }
  return value;
}
