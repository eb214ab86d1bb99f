import { CelError, normalInt, Uint, type Value } from './value.ts';

export type Int = number | bigint;

export function intOverflow(): CelError {
  return new CelError('integer overflow');
}
export function uintOverflow(): CelError {
  return new CelError('unsigned integer overflow');
}

/** The integer, or a failure if it is none of 64 bits. */
export function checkedInt(value: bigint): Int | CelError {
  return BigInt.asIntN(64, value) === value ? normalInt(value) : intOverflow();
}

export function checkedUint(value: bigint): Uint | CelError {
  return BigInt.asUintN(64, value) === value ? new Uint(value) : uintOverflow();
}

/** A safe result needs no more than numbers. Adding zero makes a plain zero of a negative one. */
export function addInts(a: Int, b: Int): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return checkedInt(BigInt(a) + BigInt(b));
}

export function subtractInts(a: Int, b: Int): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return checkedInt(BigInt(a) - BigInt(b));
}

export function multiplyInts(a: Int, b: Int): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return checkedInt(BigInt(a) * BigInt(b));
}

export function divideInts(a: Int, b: Int): Value {
  if (b === 0) return new CelError('division by zero');
  if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
  return checkedInt(BigInt(a) / BigInt(b));
}

export function moduloInts(a: Int, b: Int): Value {
  if (b === 0) return new CelError('modulus by zero');
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  // The quotient of this one pair does not fit.
  if (b === -1 && a === -(2n ** 63n)) return intOverflow();
  return normalInt(BigInt(a) % BigInt(b));
}

export function negateInt(value: Int): Value {
  return typeof value === 'number' ? 0 - value : checkedInt(-value);
}
