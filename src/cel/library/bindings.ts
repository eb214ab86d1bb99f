import type { Expr } from '../syntax/ast.ts';
import type { Macro } from '../syntax/macro.ts';
import { simpleName } from '../syntax/macro-expander.ts';
import type { Library } from './library.ts';

/** `cel.bind(x, value, result)`: `x` stands for the value in the result. */
const bind: Macro = {
  name: 'bind',
  style: 'receiver',
  argCount: 3,
  expand(to, { target, args: [variable, value, result] }) {
    if (target?.kind !== 'ident' || target.name !== 'cel') return undefined;
    const { name } = simpleName(variable as Expr, 'cel.bind() variable names must be simple identifiers');
    return to.binding(name, value as Expr, result as Expr);
  },
};

export const bindingsLibrary: Library = { macros: [bind] };
