/** The kinds of tokens. Their numbers order the tokens in messages. */
export const T = {
  EOF: -1,
  EQUALS: 1,
  NOT_EQUALS: 2,
  IN: 3,
  LESS: 4,
  LESS_EQUALS: 5,
  GREATER_EQUALS: 6,
  GREATER: 7,
  AND: 8,
  OR: 9,
  LEFT_BRACKET: 10,
  RIGHT_BRACKET: 11,
  LEFT_BRACE: 12,
  RIGHT_BRACE: 13,
  LEFT_PAREN: 14,
  RIGHT_PAREN: 15,
  DOT: 16,
  COMMA: 17,
  MINUS: 18,
  NOT: 19,
  QUESTION: 20,
  COLON: 21,
  PLUS: 22,
  TIMES: 23,
  DIVIDE: 24,
  MODULO: 25,
  TRUE: 26,
  FALSE: 27,
  NULL: 28,
  WHITESPACE: 29,
  COMMENT: 30,
  FLOAT: 31,
  INT: 32,
  UINT: 33,
  STRING: 34,
  BYTES: 35,
  IDENTIFIER: 36,
  ESCAPED_IDENTIFIER: 37,
} as const;

export type TokenKind = (typeof T)[keyof typeof T];

const punctuation = '== != in < <= >= > && || [ ] { } ( ) . , - ! ? : + * / % true false null'.split(' ');
const named = ['NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER', 'ESC_IDENTIFIER'];

/** How a kind of token is called in messages. */
export function tokenName(kind: TokenKind): string {
  if (kind === T.EOF) return '<EOF>';
  return literalTokenName(kind) ?? (named[kind - T.FLOAT] as string);
}

/** The name of a token that is always written the same. */
export function literalTokenName(kind: TokenKind): string | undefined {
  const text = punctuation[kind - 1];
  return text === undefined ? undefined : `'${text}'`;
}

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}
