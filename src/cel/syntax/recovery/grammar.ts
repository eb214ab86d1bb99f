import { T, type TokenKind } from '../token.ts';

/**
 * The grammar of the language, as data. Names that begin with a capital are alternatives of a rule with several. A label
 * names what an element matched in the tree; one that ends with `+` collects several.
 */
export type Element =
  | { readonly type: 'token'; readonly kinds: readonly TokenKind[]; readonly label?: string }
  | { readonly type: 'rule'; readonly rule: RuleName; readonly label?: string; readonly precedence: number }
  | { readonly type: 'sequence'; readonly elements: readonly Element[] }
  | { readonly type: 'optional'; readonly body: Element }
  /** `predict`: one token ahead does not decide whether it goes on. */
  | { readonly type: 'star'; readonly body: Element; readonly predict: boolean }
  | { readonly type: 'plus'; readonly body: Element; readonly predict: boolean };

export interface Alternative {
  readonly name?: string;
  readonly body: Element;
}

export type Rule =
  /** `predict`: one token ahead does not decide which alternative it is. */
  | { readonly type: 'alternatives'; readonly alternatives: readonly Alternative[]; readonly predict: boolean }
  /** A rule that begins with itself: operators between operands, each with a precedence. */
  | { readonly type: 'recursive'; readonly first: Alternative; readonly operators: readonly Operator[] };

interface Operator extends Alternative {
  readonly precedence: number;
}

const ruleNames = [
  'start',
  'expr',
  'conditionalOr',
  'conditionalAnd',
  'relation',
  'calc',
  'unary',
  'member',
  'primary',
  'exprList',
  'listInit',
  'fieldInitializerList',
  'optField',
  'mapInitializerList',
  'escapeIdent',
  'optExpr',
  'literal',
] as const;
export type RuleName = (typeof ruleNames)[number];

const token = (kind: TokenKind, label?: string): Element => ({ type: 'token', kinds: [kind], ...named(label) });
const oneOf = (label: string, ...kinds: TokenKind[]): Element => ({ type: 'token', kinds, label });
const rule = (name: RuleName, label?: string, precedence = 0): Element => ({
  type: 'rule',
  rule: name,
  precedence,
  ...named(label),
});
const sequence = (...elements: Element[]): Element => ({ type: 'sequence', elements });
const optional = (body: Element): Element => ({ type: 'optional', body });
const star = (...elements: Element[]): Element => ({ type: 'star', body: sequence(...elements), predict: false });
const predictedStar = (...elements: Element[]): Element => ({
  type: 'star',
  body: sequence(...elements),
  predict: true,
});
const plus = (body: Element): Element => ({ type: 'plus', body, predict: false });
const predictedPlus = (body: Element): Element => ({ type: 'plus', body, predict: true });
const only = (body: Element): Rule => ({ type: 'alternatives', alternatives: [{ body }], predict: false });

function named(label: string | undefined): { label?: string } {
  return label === undefined ? {} : { label };
}

function choose(alternatives: { readonly [name: string]: Element }, options = { predict: true }): Rule {
  const list = Object.entries(alternatives).map(([name, body]) => ({ name, body }));
  return { type: 'alternatives', alternatives: list, predict: options.predict };
}

const args = optional(rule('exprList', 'args'));
const leadingDot = optional(token(T.DOT, 'leadingDot'));
const comma = optional(token(T.COMMA));
const sign = optional(token(T.MINUS, 'sign'));

export const grammar: Readonly<Record<RuleName, Rule>> = {
  start: only(sequence(rule('expr', 'e'), token(T.EOF))),
  expr: only(
    sequence(
      rule('conditionalOr', 'e'),
      optional(sequence(token(T.QUESTION, 'op'), rule('conditionalOr', 'e1'), token(T.COLON), rule('expr', 'e2'))),
    ),
  ),
  conditionalOr: only(sequence(rule('conditionalAnd', 'e'), star(token(T.OR, 'ops+'), rule('conditionalAnd', 'e1+')))),
  conditionalAnd: only(sequence(rule('relation', 'e'), star(token(T.AND, 'ops+'), rule('relation', 'e1+')))),
  relation: {
    type: 'recursive',
    first: { body: rule('calc', 'calc') },
    operators: [
      {
        precedence: 1,
        body: sequence(
          oneOf('op', T.EQUALS, T.NOT_EQUALS, T.IN, T.LESS, T.LESS_EQUALS, T.GREATER_EQUALS, T.GREATER),
          rule('relation', 'right', 2),
        ),
      },
    ],
  },
  calc: {
    type: 'recursive',
    first: { body: rule('unary', 'unary') },
    operators: [
      { precedence: 2, body: sequence(oneOf('op', T.TIMES, T.DIVIDE, T.MODULO), rule('calc', 'right', 3)) },
      { precedence: 1, body: sequence(oneOf('op', T.PLUS, T.MINUS), rule('calc', 'right', 2)) },
    ],
  },
  unary: choose({
    MemberExpr: rule('member', 'member'),
    LogicalNot: sequence(plus(token(T.NOT, 'ops+')), rule('member', 'member')),
    Negate: sequence(predictedPlus(token(T.MINUS, 'ops+')), rule('member', 'member')),
  }),
  member: {
    type: 'recursive',
    first: { name: 'PrimaryExpr', body: rule('primary', 'primary') },
    operators: [
      {
        name: 'Select',
        precedence: 3,
        body: sequence(token(T.DOT, 'op'), optional(token(T.QUESTION, 'opt')), rule('escapeIdent', 'id')),
      },
      {
        name: 'MemberCall',
        precedence: 2,
        body: sequence(
          token(T.DOT, 'op'),
          token(T.IDENTIFIER, 'id'),
          token(T.LEFT_PAREN, 'open'),
          args,
          token(T.RIGHT_PAREN),
        ),
      },
      {
        name: 'Index',
        precedence: 1,
        body: sequence(
          token(T.LEFT_BRACKET, 'op'),
          optional(token(T.QUESTION, 'opt')),
          rule('expr', 'index'),
          token(T.RIGHT_BRACKET),
        ),
      },
    ],
  },
  primary: choose({
    Ident: sequence(leadingDot, token(T.IDENTIFIER, 'id')),
    GlobalCall: sequence(leadingDot, token(T.IDENTIFIER, 'id'), token(T.LEFT_PAREN, 'op'), args, token(T.RIGHT_PAREN)),
    Nested: sequence(token(T.LEFT_PAREN), rule('expr', 'e'), token(T.RIGHT_PAREN)),
    CreateList: sequence(
      token(T.LEFT_BRACKET, 'op'),
      optional(rule('listInit', 'elems')),
      comma,
      token(T.RIGHT_BRACKET),
    ),
    CreateStruct: sequence(
      token(T.LEFT_BRACE, 'op'),
      optional(rule('mapInitializerList', 'entries')),
      comma,
      token(T.RIGHT_BRACE),
    ),
    CreateMessage: sequence(
      leadingDot,
      token(T.IDENTIFIER, 'ids+'),
      star(token(T.DOT), token(T.IDENTIFIER, 'ids+')),
      token(T.LEFT_BRACE, 'op'),
      optional(rule('fieldInitializerList', 'entries')),
      comma,
      token(T.RIGHT_BRACE),
    ),
    ConstantLiteral: rule('literal', 'literal'),
  }),
  exprList: only(sequence(rule('expr', 'e+'), star(token(T.COMMA), rule('expr', 'e+')))),
  listInit: only(sequence(rule('optExpr', 'elems+'), predictedStar(token(T.COMMA), rule('optExpr', 'elems+')))),
  fieldInitializerList: only(
    sequence(
      rule('optField', 'fields+'),
      token(T.COLON, 'cols+'),
      rule('expr', 'values+'),
      predictedStar(token(T.COMMA), rule('optField', 'fields+'), token(T.COLON, 'cols+'), rule('expr', 'values+')),
    ),
  ),
  optField: only(sequence(optional(token(T.QUESTION, 'opt')), rule('escapeIdent', 'escapeIdent'))),
  mapInitializerList: only(
    sequence(
      rule('optExpr', 'keys+'),
      token(T.COLON, 'cols+'),
      rule('expr', 'values+'),
      predictedStar(token(T.COMMA), rule('optExpr', 'keys+'), token(T.COLON, 'cols+'), rule('expr', 'values+')),
    ),
  ),
  escapeIdent: choose(
    {
      SimpleIdentifier: token(T.IDENTIFIER, 'id'),
      EscapedIdentifier: token(T.ESCAPED_IDENTIFIER, 'id'),
    },
    { predict: false },
  ),
  optExpr: only(sequence(optional(token(T.QUESTION, 'opt')), rule('expr', 'e'))),
  literal: choose({
    Int: sequence(sign, token(T.INT, 'tok')),
    Uint: token(T.UINT, 'tok'),
    Double: sequence(sign, token(T.FLOAT, 'tok')),
    String: token(T.STRING, 'tok'),
    Bytes: token(T.BYTES, 'tok'),
    BoolTrue: token(T.TRUE, 'tok'),
    BoolFalse: token(T.FALSE, 'tok'),
    Null: token(T.NULL, 'tok'),
  }),
};
