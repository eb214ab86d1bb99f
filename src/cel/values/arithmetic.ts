import { operators } from '../syntax/ast.ts';
import {
  addInts,
  checkedUint,
  divideInts,
  type Int,
  moduloInts,
  multiplyInts,
  negateInt,
  subtractInts,
  uintOverflow,
} from './integers.ts';
import { addLists } from './lists.ts';
import { addDurations, addToTimestamp, durationBetween, negateDuration, subtractDurations } from './time.ts';
import { cannot, otherOperand } from './traits.ts';
import { Bytes, CelError, Double, Duration, isList, Timestamp, Uint, type Value } from './value.ts';

/** `a + b`. No operand of a function here is an error. */
export function add(a: Value, b: Value): Value {
  switch (typeof a) {
    case 'number':
    case 'bigint':
      return isInt(b) ? addInts(a, b) : otherOperand(b);
    case 'string':
      return typeof b === 'string' ? a + b : otherOperand(b);
    default:
      return addObjects(a, b);
  }
}

function addObjects(a: Value, b: Value): Value {
  if (isList(a)) return isList(b) ? addLists(a, b) : otherOperand(b);
  if (a instanceof Double) return b instanceof Double ? new Double(a.value + b.value) : otherOperand(b);
  if (a instanceof Uint) return b instanceof Uint ? checkedUint(a.value + b.value) : otherOperand(b);
  if (a instanceof Bytes) return b instanceof Bytes ? new Bytes(Buffer.concat([a.value, b.value])) : otherOperand(b);
  if (a instanceof Duration) {
    if (b instanceof Duration) return addDurations(a, b);
    return b instanceof Timestamp ? addToTimestamp(b, a.nanos) : otherOperand(b);
  }
  if (a instanceof Timestamp) return b instanceof Duration ? addToTimestamp(a, b.nanos) : otherOperand(b);
  return cannot(a, operators.add);
}

export function subtract(a: Value, b: Value): Value {
  if (isInt(a)) return isInt(b) ? subtractInts(a, b) : otherOperand(b);
  if (a instanceof Double) return b instanceof Double ? new Double(a.value - b.value) : otherOperand(b);
  if (a instanceof Uint) {
    if (!(b instanceof Uint)) return otherOperand(b);
    return b.value > a.value ? uintOverflow() : new Uint(a.value - b.value);
  }
  if (a instanceof Duration) return b instanceof Duration ? subtractDurations(a, b) : otherOperand(b);
  if (a instanceof Timestamp) {
    if (b instanceof Timestamp) return durationBetween(a, b);
    if (!(b instanceof Duration)) return otherOperand(b);
    const negative = negateDuration(b);
    return negative instanceof Duration ? addToTimestamp(a, negative.nanos) : negative;
  }
  return cannot(a, operators.subtract);
}

export function multiply(a: Value, b: Value): Value {
  if (isInt(a)) return isInt(b) ? multiplyInts(a, b) : otherOperand(b);
  if (a instanceof Double) return b instanceof Double ? new Double(a.value * b.value) : otherOperand(b);
  if (a instanceof Uint) return b instanceof Uint ? checkedUint(a.value * b.value) : otherOperand(b);
  return cannot(a, operators.multiply);
}

export function divide(a: Value, b: Value): Value {
  if (isInt(a)) return isInt(b) ? divideInts(a, b) : otherOperand(b);
  if (a instanceof Double) return b instanceof Double ? new Double(a.value / b.value) : otherOperand(b);
  if (!(a instanceof Uint)) return cannot(a, operators.divide);
  if (!(b instanceof Uint)) return otherOperand(b);
  return b.value === 0n ? new CelError('division by zero') : new Uint(a.value / b.value);
}

export function modulo(a: Value, b: Value): Value {
  if (isInt(a)) return isInt(b) ? moduloInts(a, b) : otherOperand(b);
  if (!(a instanceof Uint)) return cannot(a, operators.modulo);
  if (!(b instanceof Uint)) return otherOperand(b);
  return b.value === 0n ? new CelError('modulus by zero') : new Uint(a.value % b.value);
}

export function negate(a: Value): Value {
  if (isInt(a)) return negateInt(a);
  if (a instanceof Double) return new Double(-a.value);
  if (a instanceof Duration) return negateDuration(a);
  if (typeof a === 'boolean') return new CelError('no such overload');
  return cannot(a, operators.negate);
}

function isInt(value: Value): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}
