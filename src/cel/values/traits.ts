import type { Kind } from './type.ts';
import { CelError, typeOf, type Value } from './value.ts';

/** What values of a type can do. A value that cannot answers that there is no such overload. */
type Trait =
  | 'add'
  | 'compare'
  | 'contain'
  | 'divide'
  | 'index'
  | 'iterate'
  | 'match'
  | 'modulo'
  | 'multiply'
  | 'negate'
  | 'receive'
  | 'size'
  | 'subtract';

const traits: Partial<Record<Kind, ReadonlySet<Trait>>> = {
  bool: new Set(['compare', 'negate']),
  bytes: new Set(['add', 'compare', 'size']),
  double: new Set(['add', 'compare', 'divide', 'multiply', 'negate', 'subtract']),
  duration: new Set(['add', 'compare', 'negate', 'receive', 'subtract']),
  int: new Set(['add', 'compare', 'divide', 'modulo', 'multiply', 'negate', 'subtract']),
  list: new Set(['add', 'contain', 'index', 'iterate', 'size']),
  map: new Set(['contain', 'index', 'iterate', 'size']),
  string: new Set(['add', 'compare', 'match', 'receive', 'size']),
  timestamp: new Set(['add', 'compare', 'receive', 'subtract']),
  uint: new Set(['add', 'compare', 'divide', 'modulo', 'multiply', 'subtract']),
  struct: new Set(['index']),
};

export function hasTrait(value: Value, trait: Trait): boolean {
  return traits[typeOf(value).kind]?.has(trait) === true;
}

export function noSuchOverload(): CelError {
  return new CelError('no such overload');
}

/** The error of an operation that the first operand's type does not have. */
export function cannot(value: Value, operation: string): CelError {
  return hasTrait(value, 'receive') ? noSuchOverload() : new CelError(`no such overload: ${operation}`);
}

/** The error of an operation whose second operand has another type. */
export function otherOperand(value: Value): Value {
  return value instanceof CelError ? value : noSuchOverload();
}
