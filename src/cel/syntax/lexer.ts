import { T, type TokenKind } from './token.ts';

/** Text that begins no token. It ends with the character at which every kind of token failed. */
interface LexerFault {
  readonly start: number;
  readonly end: number;
}

const keywords: ReadonlyMap<string, TokenKind> = new Map([
  ['in', T.IN],
  ['true', T.TRUE],
  ['false', T.FALSE],
  ['null', T.NULL],
]);

const single: ReadonlyMap<string, TokenKind> = new Map([
  ['[', T.LEFT_BRACKET],
  [']', T.RIGHT_BRACKET],
  ['{', T.LEFT_BRACE],
  ['}', T.RIGHT_BRACE],
  ['(', T.LEFT_PAREN],
  [')', T.RIGHT_PAREN],
  ['.', T.DOT],
  [',', T.COMMA],
  ['-', T.MINUS],
  ['?', T.QUESTION],
  [':', T.COLON],
  ['+', T.PLUS],
  ['*', T.TIMES],
  ['/', T.DIVIDE],
  ['%', T.MODULO],
  ['<', T.LESS],
  ['>', T.GREATER],
  ['!', T.NOT],
]);

const double: ReadonlyMap<string, TokenKind> = new Map([
  ['==', T.EQUALS],
  ['!=', T.NOT_EQUALS],
  ['<=', T.LESS_EQUALS],
  ['>=', T.GREATER_EQUALS],
  ['&&', T.AND],
  ['||', T.OR],
]);

const identifier = /[A-Za-z_][A-Za-z0-9_]*/y;
const whitespace = /[\t \r\n\f]+/y;
const comment = /\/\/[^\n]*/y;
const number = /0x[0-9a-fA-F]+[uU]?|\d+[uU]|(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\.\d+(?:[eE][+-]?\d+)?/y;
const escapedIdentifier = /`[A-Za-z0-9_./ -]+`/y;
const escapedIdentifierStart = /`[A-Za-z0-9_./ -]*/y;

const wholeEscape = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
/** By its first quote. Of several that match, the longest is the token. */
const strings: Readonly<Record<string, readonly RegExp[]>> = {
  '"': [
    new RegExp(String.raw`"(?:${wholeEscape}|[^\\"\n\r])*"`, 'y'),
    new RegExp(String.raw`"""(?:${wholeEscape}|[^\\])*?"""`, 'y'),
  ],
  "'": [
    new RegExp(String.raw`'(?:${wholeEscape}|[^\\'\n\r])*'`, 'y'),
    new RegExp(String.raw`'''(?:${wholeEscape}|[^\\])*?'''`, 'y'),
  ],
};
const rawStrings: Readonly<Record<string, readonly RegExp[]>> = {
  '"': [/"[^"\n\r]*"/y, /""".*?"""/sy],
  "'": [/'[^'\n\r]*'/y, /'''.*?'''/sy],
};
/** How far a string went before it went wrong: whole escapes, then the beginning of one. */
const partialEscape = String.raw`\\(?:[0-3][0-7]?|[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7})?`;
const stringStart: Readonly<Record<string, RegExp>> = {
  '"': new RegExp(String.raw`"(?:${wholeEscape}|[^\\"\n\r])*(?:${partialEscape})?`, 'y'),
  "'": new RegExp(String.raw`'(?:${wholeEscape}|[^\\'\n\r])*(?:${partialEscape})?`, 'y'),
};

/**
 * Cuts a text into tokens, the longest that fits first. Spaces and comments are tokens too, of the kinds WHITESPACE and
 * COMMENT.
 */
export class Lexer {
  readonly #text: string;
  /** Where the token before ended. */
  position = 0;
  start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The kind of the next token, which lies between `start` and `position`; or what is none. */
  next(): TokenKind | LexerFault {
    this.start = this.position;
    const first = this.#text[this.start];
    if (first === undefined) return T.EOF;
    const kind = this.#scan(first);
    return kind ?? this.#fault(first);
  }

  #scan(first: string): TokenKind | undefined {
    if (isIdentifierStart(first)) return this.#word(first);
    if (first >= '0' && first <= '9') return this.#number();
    if (first === ' ' || first === '\n' || first === '\t' || first === '\r' || first === '\f') {
      this.#take(whitespace);
      return T.WHITESPACE;
    }
    if (first === '"' || first === "'")
      return this.#longest(strings[first] as readonly RegExp[]) ? T.STRING : undefined;
    return this.#sign(first);
  }

  #sign(first: string): TokenKind | undefined {
    const second = this.#text[this.start + 1] ?? '';
    if (first === '.' && second >= '0' && second <= '9') return this.#number();
    if (first === '/' && second === '/') {
      this.#take(comment);
      return T.COMMENT;
    }
    if (first === '`') return this.#take(escapedIdentifier) ? T.ESCAPED_IDENTIFIER : undefined;
    const pair = double.get(first + second);
    if (pair !== undefined) {
      this.position = this.start + 2;
      return pair;
    }
    const kind = single.get(first);
    if (kind !== undefined) this.position = this.start + 1;
    return kind;
  }

  #word(first: string): TokenKind {
    if ('rRbB'.includes(first)) {
      const string = this.#prefixedString(first);
      if (string !== undefined) return string;
    }
    this.#take(identifier);
    return keywords.get(this.#text.slice(this.start, this.position)) ?? T.IDENTIFIER;
  }

  /** `r'…'`, `b'…'` and `br'…'`. */
  #prefixedString(first: string): TokenKind | undefined {
    const isBytes = first === 'b' || first === 'B';
    const second = this.#text[this.start + 1] ?? '';
    const isRaw = !isBytes || second === 'r' || second === 'R';
    const quoteAt = this.start + (isBytes && isRaw ? 2 : 1);
    const patterns = (isRaw ? rawStrings : strings)[this.#text[quoteAt] ?? ''];
    if (patterns === undefined || !this.#longest(patterns, quoteAt)) return undefined;
    return isBytes ? T.BYTES : T.STRING;
  }

  #number(): TokenKind {
    this.#take(number);
    const text = this.#text.slice(this.start, this.position);
    if (/[uU]$/.test(text)) return T.UINT;
    if (text.startsWith('0x')) return T.INT;
    return /[.eE]/.test(text) ? T.FLOAT : T.INT;
  }

  #take(pattern: RegExp, at = this.start): boolean {
    pattern.lastIndex = at;
    if (!pattern.test(this.#text)) return false;
    this.position = pattern.lastIndex;
    return true;
  }

  #longest(patterns: readonly RegExp[], at = this.start): boolean {
    let end = -1;
    for (const pattern of patterns) if (this.#take(pattern, at)) end = Math.max(end, this.position);
    this.position = end < 0 ? this.start : end;
    return end >= 0;
  }

  /** Goes on behind the character at which the token failed. */
  #fault(first: string): LexerFault {
    this.position = this.start + 1;
    if (first === '"' || first === "'") this.#take(stringStart[first] as RegExp);
    else if (first === '`') this.#take(escapedIdentifierStart);
    else if (!'&|='.includes(first)) this.position = this.start;
    this.position = Math.min(afterCharacter(this.#text, this.position), this.#text.length);
    return { start: this.start, end: this.position };
  }
}

function afterCharacter(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function isIdentifierStart(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character === '_';
}
