import { type Expr, operators } from './ast.ts';
import { type Macro, MacroError } from './macro.ts';
import { iterationVariable, type Loop, type MacroExpander } from './macro-expander.ts';

type LoopEnd = Pick<Loop, 'accuVar' | 'accuInit' | 'condition' | 'step' | 'result'>;

/** True if all are: stops at the first that is false. */
export function allLoop(to: MacroExpander, predicate: Expr): LoopEnd {
  return {
    accuVar: '@result',
    accuInit: to.literal(true),
    condition: to.call(operators.notStrictlyFalse, to.accumulator()),
    step: to.call(operators.and, to.accumulator(), predicate),
    result: to.accumulator(),
  };
}

/** True if one is: stops at the first that is true. */
export function existsLoop(to: MacroExpander, predicate: Expr): LoopEnd {
  return {
    accuVar: '@result',
    accuInit: to.literal(false),
    condition: to.call(operators.notStrictlyFalse, to.call(operators.not, to.accumulator())),
    step: to.call(operators.or, to.accumulator(), predicate),
    result: to.accumulator(),
  };
}

/** True if exactly one is. Looks at all, since an error in a later one counts. */
export function existsOneLoop(to: MacroExpander, predicate: Expr): LoopEnd {
  const more = to.call(operators.add, to.accumulator(), to.literal(1));
  return {
    accuVar: '@result',
    accuInit: to.literal(0),
    condition: to.literal(true),
    step: to.call(operators.conditional, predicate, more, to.accumulator()),
    result: to.call(operators.equals, to.accumulator(), to.literal(1)),
  };
}

/** A list of what `transform` gives for those that `filter` lets pass. */
export function collectLoop(to: MacroExpander, transform: Expr, filter: Expr | undefined): LoopEnd {
  const accuInit = to.list();
  const condition = to.literal(true);
  let step = to.call(operators.add, to.accumulator(), to.list(transform));
  if (filter !== undefined) step = to.call(operators.conditional, filter, step, to.accumulator());
  return { accuVar: '@result', accuInit, condition, step, result: to.accumulator() };
}

function quantifier(name: string, end: (to: MacroExpander, predicate: Expr) => LoopEnd): Macro {
  return {
    name,
    style: 'receiver',
    argCount: 2,
    expand(to, { target, args: [variable, predicate] }) {
      const iterVar = iterationVariable(variable as Expr, 'argument must be a simple name');
      return to.loop({ range: target as Expr, iterVar, ...end(to, predicate as Expr) });
    },
  };
}

/** `map(x, transform)` and `map(x, filter, transform)`. */
export function expandMap(to: MacroExpander, range: Expr, args: readonly Expr[]): Expr {
  const iterVar = iterationVariable(args[0] as Expr, 'argument is not an identifier');
  const filter = args.length === 3 ? (args[1] as Expr) : undefined;
  return to.loop({ range, iterVar, ...collectLoop(to, args.at(-1) as Expr, filter) });
}

const mapMacro = (argCount: number): Macro => ({
  name: 'map',
  style: 'receiver',
  argCount,
  expand: (to, { target, args }) => expandMap(to, target as Expr, args),
});

const filterMacro: Macro = {
  name: 'filter',
  style: 'receiver',
  argCount: 2,
  expand(to, { target, args: [variable, predicate] }) {
    const iterVar = iterationVariable(variable as Expr, 'argument is not an identifier');
    return to.loop({ range: target as Expr, iterVar, ...collectLoop(to, variable as Expr, predicate as Expr) });
  },
};

const hasMacro: Macro = {
  name: 'has',
  style: 'global',
  argCount: 1,
  expand(to, { args: [arg] }) {
    if (arg?.kind !== 'select') throw new MacroError(arg as Expr, 'invalid argument to has() macro');
    return to.presenceTest(arg.operand, arg.field);
  },
};

/** The macros of the language itself. */
export const standardMacros: readonly Macro[] = [
  hasMacro,
  quantifier('all', allLoop),
  quantifier('exists', existsLoop),
  quantifier('exists_one', existsOneLoop),
  mapMacro(2),
  mapMacro(3),
  filterMacro,
];
