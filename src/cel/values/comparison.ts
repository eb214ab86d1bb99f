import { compareUtf8 } from '#meta';
import type { Int } from './integers.ts';
import { cannot, noSuchOverload, otherOperand } from './traits.ts';
import { Bytes, CelError, Double, Duration, Timestamp, Uint, type Value } from './value.ts';

/** Less than zero, zero, more than zero. */
export type Order = number;

type NumberValue = Int | Double | Uint;

export function isNumber(value: Value): value is NumberValue {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double || value instanceof Uint;
}

/** Integers are compared exactly, and with a double as doubles. NaN for what has no order. */
export function compareNumbers(a: NumberValue, b: NumberValue): Order {
  if (a instanceof Double || b instanceof Double) return compareDoubles(toDouble(a), toDouble(b));
  const left = a instanceof Uint ? a.value : a;
  const right = b instanceof Uint ? b.value : b;
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareDoubles(a: number, b: number): Order {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  return a < b ? -1 : a > b ? 1 : 0;
}

function toDouble(value: NumberValue): number {
  if (value instanceof Double) return value.value;
  return Number(value instanceof Uint ? value.value : value);
}

/** How two values are ordered, or a failure. `operation` is the name of the function that asks. */
export function compare(a: Value, b: Value, operation: string): Order | CelError {
  if (isNumber(a)) {
    if (a instanceof Double && Number.isNaN(a.value)) return unordered();
    if (!isNumber(b)) return otherOperand(b) as CelError;
    const order = compareNumbers(a, b);
    return Number.isNaN(order) ? unordered() : order;
  }
  if (typeof a === 'string') return typeof b === 'string' ? compareUtf8(a, b) : (otherOperand(b) as CelError);
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : (otherOperand(b) as CelError);
  return compareObjects(a, b, operation);
}

function compareObjects(a: Value, b: Value, operation: string): Order | CelError {
  if (a instanceof Timestamp)
    return b instanceof Timestamp ? a.seconds - b.seconds || a.nanos - b.nanos : (otherOperand(b) as CelError);
  if (a instanceof Duration) {
    if (!(b instanceof Duration)) return otherOperand(b) as CelError;
    return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
  }
  if (a instanceof Bytes) return b instanceof Bytes ? Buffer.compare(a.value, b.value) : (otherOperand(b) as CelError);
  return operation === '' ? noSuchOverload() : cannot(a, operation);
}

function unordered(): CelError {
  return new CelError('NaN values cannot be ordered');
}
