import { compilePattern } from '#meta';
import { childrenOf, type Expr } from '../syntax/ast.ts';
import type { CelType } from '../values/type.ts';
import { CelError, type Value } from '../values/value.ts';
import type { CheckedAst } from './checked-ast.ts';

/** What a validator may report and look at. */
export interface Validation {
  readonly ast: CheckedAst;
  /** All expressions of the tree. */
  readonly expressions: readonly Expr[];
  /** Functions within whose arguments literals may mix types. */
  readonly exempt: ReadonlySet<string>;
  /** Calls a function on values. */
  call(name: string, ...args: Value[]): Value;
  report(id: number, message: string): void;
}

/** A check of an expression that has types already. */
export interface Validator {
  readonly name: string;
  readonly exempts?: readonly string[];
  validate(validation: Validation): void;
}

/** An expression and all below it, each before what is below it. */
export function descendants(expr: Expr, into: Expr[] = []): Expr[] {
  into.push(expr);
  for (const child of childrenOf(expr)) descendants(child, into);
  return into;
}

/** Literal arguments of a conversion that it cannot convert. */
function literalValidator(name: string, isGood: (value: Value, validation: Validation) => boolean): Validator {
  return {
    name,
    validate(validation) {
      for (const expr of validation.expressions) {
        if (expr.kind !== 'call' || expr.function !== name) continue;
        const arg = expr.args[0];
        if (arg?.kind === 'literal' && !isGood(arg.value, validation))
          validation.report(arg.id, `invalid ${name} argument`);
      }
    },
  };
}

const converts = (name: string) => (value: Value, validation: Validation) =>
  !(validation.call(name, value) instanceof CelError);

export const durationLiterals = literalValidator('duration', converts('duration'));
export const timestampLiterals = literalValidator('timestamp', converts('timestamp'));
export const patternLiterals = literalValidator(
  'matches',
  (value) => typeof value !== 'string' || typeof compilePattern(value) !== 'string',
);

/** List elements, map keys and map values have one type each, even where some are dynamic. */
export const homogeneousLiterals: Validator = {
  name: 'homogeneous_literals',
  validate(validation) {
    visitLiterals(validation.ast.expr, validation);
  },
};

function visitLiterals(expr: Expr, validation: Validation): void {
  if (expr.kind === 'call' && validation.exempt.has(expr.function)) return;
  if (expr.kind === 'list') checkElements(expr, validation);
  if (expr.kind === 'map') checkEntries(expr, validation);
  for (const child of childrenOf(expr)) visitLiterals(child, validation);
}

/** Of `?x`, what is in the optional. */
function typeIn({ ast }: Validation, expr: Expr, { optional }: { optional: boolean }): CelType {
  const type = ast.types[expr.id] as CelType;
  return optional ? (type.parameters[0] ?? type) : type;
}

function checkElements(expr: Expr & { kind: 'list' }, validation: Validation): void {
  let first: CelType | undefined;
  for (const [i, element] of expr.elements.entries()) {
    const type = typeIn(validation, element, { optional: expr.optional.includes(i) });
    first ??= type;
    if (first.isEquivalent(type)) continue;
    validation.report(element.id, `expected type '${first}' but found '${type}'`);
    return;
  }
}

function checkEntries(expr: Expr & { kind: 'map' }, validation: Validation): void {
  let first: readonly [CelType, CelType] | undefined;
  for (const { key, value, optional } of expr.entries) {
    const keyType = typeIn(validation, key, { optional: false });
    const valueType = typeIn(validation, value, { optional });
    first ??= [keyType, valueType];
    if (!first[0].isEquivalent(keyType))
      validation.report(key.id, `expected type '${first[0]}' but found '${keyType}'`);
    if (!first[1].isEquivalent(valueType))
      validation.report(value.id, `expected type '${first[1]}' but found '${valueType}'`);
  }
}
