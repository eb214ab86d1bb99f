import type { CheckedAst } from './check/checker.ts';
import type { Trace } from './program.ts';
import type { CallExpr, Expr } from './syntax/ast.ts';
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

/** The parts of an expression that were evaluated, each before those it consists of. What says its value itself is left out. */
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
    default:
      return [];
  }
}

/** The names of a loop's variables have no values of their own. */
function macroParts({ target, args }: CallExpr): readonly Expr[] {
  const below = args.filter(({ kind }) => kind !== 'ident');
  return target === undefined ? below : [target, ...below];
}
