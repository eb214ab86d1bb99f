import type { CheckedAst } from './check/checked-ast.ts';
import type { Trace } from './program.ts';
import { type CallExpr, childrenOf, type Expr, operators } from './syntax/ast.ts';
import { unparse } from './syntax/unparse.ts';
import { celText } from './values/text.ts';
import type { Value } from './values/value.ts';

/** A part of an expression, and what it gave. */
export interface ExplainedPart {
  /** As text. */
  readonly expression: string;
  /** In a loop there is one for each round. */
  readonly values: readonly Value[];
  /** How deep it lies in the expression; 0 is the whole. */
  readonly depth: number;
}

/** The parts of an expression that were evaluated, each before its own parts. Literals are left out. */
export function explain(ast: CheckedAst, trace: Trace): readonly ExplainedPart[] {
  const parts: ExplainedPart[] = [];
  const visit = (expr: Expr, depth: number): void => {
    const values = trace.get(expr.id) ?? [];
    const expression = unparse(ast, expr);
    const isShown = values.some((value) => expr.kind !== 'literal' && celText(value) !== expression);
    if (isShown) parts.push({ expression, values, depth });
    for (const below of partsOf(ast, expr)) visit(below, isShown ? depth + 1 : depth);
  };
  visit(ast.expr, 0);
  return parts;
}

function partsOf(ast: CheckedAst, expr: Expr): readonly Expr[] {
  const macro = ast.macroCalls.get(expr.id);
  if (macro !== undefined) return macroParts(macro);
  return expr.kind === 'comprehension' ? [] : childrenOf(expr);
}

/** The names of a loop's variables have no values of their own. */
function macroParts({ target, args }: CallExpr): readonly Expr[] {
  const below = args.filter(({ kind }) => kind !== 'ident');
  return target === undefined ? below : [target, ...below];
}

/** Longer values are cut in messages. */
const SHOWN = 60;

/**
 * Which part made an expression false, and with what: `self.min <= self.max is false: self.min is 5, self.max is 3`.
 * Undefined if it was not false.
 */
export function whyFalse(ast: CheckedAst, trace: Trace): string | undefined {
  const { expr, round } = falsePart(ast, trace);
  const values = trace.get(expr.id) ?? [];
  if (values[round] !== false) return undefined;
  // In a loop, values can be matched to rounds only if there is one for every round.
  const valueIn = ({ id }: Expr): Value | undefined =>
    trace.get(id)?.length === values.length ? trace.get(id)?.[round] : undefined;
  const operands = partsOf(ast, expr).flatMap((part) => {
    const value = part.kind === 'literal' ? undefined : valueIn(part);
    return value === undefined ? [] : [`${unparse(ast, part)} is ${cut(celText(value))}`];
  });
  const where = values.length > 1 ? ` for item ${round}` : '';
  return `${unparse(ast, expr)} is false${where}${operands.length === 0 ? '' : `: ${operands.join(', ')}`}`;
}

interface FalsePart {
  readonly expr: Expr;
  /** Of the loop around it. */
  readonly round: number;
}

/** Descends as long as one part alone made the expression false. */
function falsePart(ast: CheckedAst, trace: Trace): FalsePart {
  const isFalse = ({ id }: Expr): boolean => trace.get(id)?.[0] === false;
  let expr: Expr = ast.expr;
  for (;;) {
    const macro = ast.macroCalls.get(expr.id);
    if (macro !== undefined)
      return { expr, round: 0, ...(macro.function === 'all' ? falseRound(macro, trace) : undefined) };
    if (expr.kind !== 'call') return { expr, round: 0 };
    const decisive = expr.function === operators.and || expr.function === operators.conditional;
    const next = decisive ? expr.args.slice(expr.function === operators.and ? 0 : 1).find(isFalse) : undefined;
    if (next === undefined) return { expr, round: 0 };
    expr = next;
  }
}

function falseRound({ args }: CallExpr, trace: Trace): FalsePart | undefined {
  const expr = args.at(-1);
  const round = expr === undefined ? -1 : (trace.get(expr.id) ?? []).indexOf(false);
  return expr === undefined || round < 0 ? undefined : { expr, round };
}

function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
