import type { Value } from '../values/value.ts';
import { type Ast, type CallExpr, type Expr, type MapEntry, operators, type StructField } from './ast.ts';
import { Issues } from './issues.ts';
import { type Macro, type MacroCall, MacroError, macroKey } from './macro.ts';
import { MacroExpander } from './macro-expander.ts';
import { noLocation, type Source } from './source.ts';

export interface SyntaxOptions {
  readonly macros: ReadonlyMap<string, Macro>;
  /** `a.?b`, `a[?b]`, `[?a]`, `{?a: b}`. */
  readonly optionalSyntax: boolean;
}

const reserved: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

/** Words that may become part of the language. They are field names, but not names of variables or functions. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

/** What both parsers make expressions with: gives ids and places, expands macros, reports what is wrong. */
export class AstBuilder {
  readonly options: SyntaxOptions;
  readonly issues: Issues;
  readonly #source: Source;
  /** Ids begin with one. */
  readonly #positions: number[] = [-1];
  readonly #macroCalls = new Map<number, CallExpr>();

  constructor(source: Source, options: SyntaxOptions) {
    this.#source = source;
    this.options = options;
    this.issues = new Issues(source);
  }

  id(position: number): number {
    return this.#positions.push(position) - 1;
  }
  positionOf(id: number): number {
    return this.#positions[id] ?? -1;
  }

  literal(position: number, value: Value): Expr {
    return { kind: 'literal', id: this.id(position), value };
  }
  ident(name: string, position: number): Expr {
    return { kind: 'ident', id: this.id(position), name };
  }
  select(position: number, operand: Expr, field: string): Expr {
    return { kind: 'select', id: this.id(position), operand, field, testOnly: false };
  }
  /** `operand.?field`. */
  optionalSelect(operand: Expr, field: string, at: { operator: number; field: number }): Expr {
    const name = this.literal(at.field, field);
    return this.#call(this.id(at.operator), operators.optionalSelect, [operand, name]);
  }
  list(id: number, elements: readonly Expr[], optional: readonly number[]): Expr {
    return { kind: 'list', id, elements, optional };
  }
  map(id: number, entries: readonly MapEntry[]): Expr {
    return { kind: 'map', id, entries };
  }
  struct(id: number, typeName: string, fields: readonly StructField[]): Expr {
    return { kind: 'struct', id, typeName, fields };
  }
  unspecified(position = -1): Expr {
    return { kind: 'unspecified', id: this.id(position) };
  }

  /** A call of a function or an operator, which may be a macro. `id` is the call's. */
  globalCall(id: number, name: string, args: readonly Expr[]): Expr {
    return this.#expand({ id, function: name, target: undefined, args }) ?? this.#call(id, name, args);
  }
  memberCall(call: { id: number; name: string; target: Expr }, args: readonly Expr[]): Expr {
    const { id, name, target } = call;
    const expanded = this.#expand({ id, function: name, target, args });
    return expanded ?? { kind: 'call', id, target, function: name, args };
  }
  #call(id: number, name: string, args: readonly Expr[]): Expr {
    return { kind: 'call', id, target: undefined, function: name, args };
  }

  /** A chain of `&&` or `||` as a balanced tree: it may be long, and trees must not be deep. */
  balanced(name: string, terms: readonly Expr[], operatorIds: readonly number[]): Expr {
    if (terms.length === 1) return terms[0] as Expr;
    const build = (low: number, high: number): Expr => {
      const middle = Math.trunc((low + high + 1) / 2);
      const left = middle === low ? (terms[middle] as Expr) : build(low, middle - 1);
      const right = middle === high ? (terms[middle + 1] as Expr) : build(middle + 1, high);
      return this.#call(operatorIds[middle] as number, name, [left, right]);
    };
    return build(0, operatorIds.length - 1);
  }

  report(position: number, message: string): Expr {
    this.issues.add(this.#source.locationOf(position), message);
    return this.unspecified(position);
  }
  /** An error that belongs to no place. */
  reportNowhere(message: string): void {
    this.issues.add(noLocation, message);
  }

  #expand(call: MacroCall): Expr | undefined {
    const macros = this.options.macros;
    const macro = macros.get(
      macroKey(call.function, call.args.length, call.target === undefined ? 'global' : 'receiver'),
    );
    if (macro === undefined) return undefined;
    try {
      const expr = macro.expand(new MacroExpander(this, call), call);
      if (expr !== undefined) this.#macroCalls.set(expr.id, { kind: 'call', ...call });
      return expr;
    } catch (error) {
      if (!(error instanceof MacroError)) throw error;
      return this.report(this.positionOf(error.at.id), error.message);
    }
  }

  finish(expr: Expr): Ast {
    return { source: this.#source, expr, positions: this.#positions, macroCalls: this.#macroCalls };
  }
}
