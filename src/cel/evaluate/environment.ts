import type { Pattern } from '#meta';
import type { FunctionDeclaration } from '../check/declarations.ts';
import type { CostCounter } from '../cost/call-cost.ts';
import type { CelType } from '../values/type.ts';
import type { Value } from '../values/value.ts';

/** What a function does whose second argument is a pattern, once that is compiled. */
export type PatternFunction = (pattern: Pattern, text: Value, ...rest: Value[]) => Value;

/** What the planner asks an environment. */
export interface EvaluationEnvironment {
  readonly patternFunctions: ReadonlyMap<string, PatternFunction>;
  function(name: string): FunctionDeclaration | undefined;
  /** A type that is known by its name. */
  findIdent(name: string): CelType | number | undefined;
  /** How calls are counted; undefined: they cost one. */
  costCounter(name: string, overload: string): CostCounter | undefined;
  newObject(typeName: string, fields: ReadonlyMap<string, Value>): Value;
}
