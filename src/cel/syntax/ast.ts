import type { Value } from '../values/value.ts';
import type { Source } from './source.ts';

/** An expression. Its id is unique within its tree and leads to its place, type and value. */
export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | ComprehensionExpr
  | UnspecifiedExpr;

interface LiteralExpr {
  readonly kind: 'literal';
  readonly id: number;
  readonly value: Value;
}
export interface IdentExpr {
  readonly kind: 'ident';
  readonly id: number;
  readonly name: string;
}
export interface SelectExpr {
  readonly kind: 'select';
  readonly id: number;
  readonly operand: Expr;
  readonly field: string;
  /** `has(operand.field)`. */
  readonly testOnly: boolean;
}
/** Operators are calls too, of functions such as `_+_`. */
export interface CallExpr {
  readonly kind: 'call';
  readonly id: number;
  readonly target: Expr | undefined;
  readonly function: string;
  readonly args: readonly Expr[];
}
export interface ListExpr {
  readonly kind: 'list';
  readonly id: number;
  readonly elements: readonly Expr[];
  /** The indexes of the elements that are written with `?`. */
  readonly optional: readonly number[];
}
export interface MapEntry {
  readonly id: number;
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}
export interface MapExpr {
  readonly kind: 'map';
  readonly id: number;
  readonly entries: readonly MapEntry[];
}
export interface StructField {
  readonly id: number;
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}
export interface StructExpr {
  readonly kind: 'struct';
  readonly id: number;
  readonly typeName: string;
  readonly fields: readonly StructField[];
}
/** A loop over a list or map: what the macros become. */
export interface ComprehensionExpr {
  readonly kind: 'comprehension';
  readonly id: number;
  readonly range: Expr;
  readonly iterVar: string;
  /** Empty when there is one variable. */
  readonly iterVar2: string;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}
/** Stands where nothing could be parsed. */
interface UnspecifiedExpr {
  readonly kind: 'unspecified';
  readonly id: number;
}

export interface Ast {
  readonly source: Source;
  readonly expr: Expr;
  /** The place of each expression, by its id; -1 where it has none. */
  readonly positions: readonly number[];
  /** The calls that macros replaced, by the id of what they became. */
  readonly macroCalls: ReadonlyMap<number, CallExpr>;
}

/** The names of operators as functions. */
export const operators = {
  conditional: '_?_:_',
  and: '_&&_',
  or: '_||_',
  not: '!_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  negate: '-_',
  index: '_[_]',
  optionalIndex: '_[?_]',
  optionalSelect: '_?._',
  in: '@in',
  notStrictlyFalse: '@not_strictly_false',
} as const;

/** The expressions directly below one, in the order in which cel-go visits them. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.range, expr.accuInit, expr.condition, expr.step, expr.result];
    default:
      return [];
  }
}

/** `a.b.c`, if the expression is nothing but names. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.testOnly) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}
