import type { FunctionDeclaration, Implementation, Overload } from '../check/declarations.ts';
import type { Validator } from '../check/validator.ts';
import type { OverloadCosts } from '../cost/call-cost.ts';
import type { Macro } from '../syntax/macro.ts';
import type { CelType } from '../values/type.ts';

/** Functions, types, macros and costs that an environment is given together. */
export interface Library {
  readonly functions?: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  /** Types that expressions may name. */
  readonly types?: readonly CelType[];
  readonly validators?: readonly Validator[];
  /** What calls of overloads cost, by overload id, where that is not the usual cost. */
  readonly costs?: ReadonlyMap<string, OverloadCosts>;
  /** `a.?b` and the like are understood. */
  readonly optionalSyntax?: boolean;
}

export function declare(name: string, ...overloads: Overload[]): FunctionDeclaration {
  return { name, overloads };
}

/** A function that does not look at which of its overloads is called. */
export function declareWhole(name: string, call: Implementation, ...overloads: Overload[]): FunctionDeclaration {
  return { name, overloads, call };
}

type Signature = readonly [args: readonly CelType[], result: CelType];

/** Called as `name(args)`. */
export function overload(id: string, [args, result]: Signature, call?: Implementation): Overload {
  return { id, member: false, args, result, ...(call === undefined ? {} : { call }) };
}

/** Called as `first.name(rest)`. */
export function memberOverload(id: string, [args, result]: Signature, call?: Implementation): Overload {
  return { id, member: true, args, result, ...(call === undefined ? {} : { call }) };
}
