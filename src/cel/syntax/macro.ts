import type { Expr } from './ast.ts';
import type { MacroExpander } from './macro-expander.ts';

export interface MacroCall {
  readonly id: number;
  readonly function: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** A call that is replaced by another expression before anything is checked. */
export interface Macro {
  readonly name: string;
  readonly style: 'global' | 'receiver';
  readonly argCount: number;
  /** Undefined if it is an ordinary call. Throws a `MacroError` for an argument that the macro cannot take. */
  expand(to: MacroExpander, call: MacroCall): Expr | undefined;
}

/** What is wrong with an argument of a macro. */
export class MacroError extends Error {
  readonly at: Expr;

  constructor(at: Expr, message: string) {
    super(message);
    this.name = 'MacroError';
    this.at = at;
  }
}

export function macroKey(name: string, argCount: number, style: Macro['style']): string {
  return `${name}:${argCount}:${style}`;
}

export function macroTable(macros: readonly Macro[]): ReadonlyMap<string, Macro> {
  return new Map(macros.map((macro) => [macroKey(macro.name, macro.argCount, macro.style), macro]));
}
