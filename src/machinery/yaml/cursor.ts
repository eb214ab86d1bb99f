import { DecodeError } from '../version-codec.ts';
import type { Source } from './source.ts';

export const CHAR = {
  end: 0,
  tab: 0x09,
  lineFeed: 0x0a,
  return: 0x0d,
  space: 0x20,
  bang: 0x21,
  doubleQuote: 0x22,
  hash: 0x23,
  percent: 0x25,
  ampersand: 0x26,
  singleQuote: 0x27,
  star: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  dash: 0x2d,
  dot: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  less: 0x3c,
  greater: 0x3e,
  question: 0x3f,
  at: 0x40,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  backquote: 0x60,
  openBrace: 0x7b,
  bar: 0x7c,
  closeBrace: 0x7d,
  nextLine: 0x85,
  lineSeparator: 0x2028,
  paragraphSeparator: 0x2029,
} as const;

export function isBlank(code: number): boolean {
  return code === CHAR.space || code === CHAR.tab;
}

export function isBreak(code: number): boolean {
  if (code < CHAR.nextLine) return code === CHAR.lineFeed || code === CHAR.return;
  return code === CHAR.nextLine || code === CHAR.lineSeparator || code === CHAR.paragraphSeparator;
}

export function isBreakOrEnd(code: number): boolean {
  return code === CHAR.end || isBreak(code);
}

export function isBlankOrEnd(code: number): boolean {
  // Most characters are classified by this test alone.
  if (code > CHAR.space && code < CHAR.nextLine) return false;
  return isBlank(code) || isBreakOrEnd(code);
}

export function isDigit(code: number): boolean {
  return code >= CHAR.zero && code <= CHAR.nine;
}

/** Letters and digits of ASCII, `_` and `-`: what names of anchors and handles of tags are made of. */
export function isWord(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || isDigit(code) || code === 0x5f || code === CHAR.dash;
}

/** A place in the text, which moves forward only. Columns and distances count characters, lines from zero. */
export class Cursor {
  readonly text: string;
  at = 0;
  line = 0;
  readonly #hasPairs: boolean;
  readonly #limit: number;
  readonly #fault: string | undefined;
  #lineStart = 0;
  #pairs = 0;

  constructor({ text, hasPairs, limit, fault }: Source) {
    this.text = text;
    this.#hasPairs = hasPairs;
    this.#limit = limit;
    this.#fault = fault;
  }

  get column(): number {
    return this.at - this.#lineStart;
  }

  /** Characters from the beginning of the text. */
  get index(): number {
    return this.at - this.#pairs;
  }

  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  /** Fails where the next characters cannot be read. */
  need(count: number): void {
    if (this.at + count > this.#limit) throw new DecodeError(`yaml: ${this.#fault}`);
  }

  /** To a later place in the same line. */
  moveTo(place: number): void {
    if (this.#hasPairs) this.#countPairs(place);
    this.at = place;
  }

  skip(count: number): void {
    this.at += count;
  }

  #countPairs(place: number): void {
    for (let at = this.at; at < place; at++) {
      if ((this.text.charCodeAt(at) & 0xfc00) !== 0xd800) continue;
      this.#pairs++;
      this.#lineStart++;
    }
  }

  /** Over the end of a line; gives it as it counts in a scalar. */
  takeBreak(): string {
    const code = this.code();
    const isTwo = code === CHAR.return && this.code(1) === CHAR.lineFeed;
    this.at += isTwo ? 2 : 1;
    this.#lineStart = this.at;
    this.line++;
    return code === CHAR.lineSeparator || code === CHAR.paragraphSeparator ? String.fromCharCode(code) : '\n';
  }

  /** The end of the text is on a line of its own. */
  endLine(): void {
    if (this.column === 0) return;
    this.line++;
    this.#lineStart = this.at;
  }

  skipBlanks(): void {
    while (isBlank(this.code())) this.at++;
    this.need(1);
  }

  skipComment(): void {
    if (this.code() !== CHAR.hash) return;
    let end = this.at;
    while (!isBreakOrEnd(this.text.charCodeAt(end))) end++;
    this.moveTo(end);
    this.need(1);
  }

  /** The rest of a line that may hold a comment. */
  skipLineEnd(): void {
    this.skipBlanks();
    this.skipComment();
    if (!isBreakOrEnd(this.code())) throw this.fault('did not find expected comment or line break');
    if (isBreak(this.code())) this.takeBreak();
  }

  /** `---` or `...`, alone at the beginning of a line. */
  isAtDocumentMark(): boolean {
    const code = this.code();
    if (code !== CHAR.dash && code !== CHAR.dot) return false;
    if (this.column !== 0 || this.code(1) !== code || this.code(2) !== code) return false;
    return isBlankOrEnd(this.code(3));
  }

  /** An error in the words of libyaml's scanner. It does not tell the first line. */
  fault(problem: string): DecodeError {
    return new DecodeError(`yaml: ${this.line === 0 ? '' : `line ${this.line + 1}: `}${problem}`);
  }
}
