/** Costs and sizes are unsigned integers of 64 bits. What would not fit is the largest of them. */
export const MAX = 2n ** 64n - 1n;

/** A size or a cost that is only known between bounds. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

export const unknownSize: Range = { min: 0n, max: MAX };

export function fixed(value: number | bigint): Range {
  const exact = BigInt(value);
  return { min: exact, max: exact };
}

export function plus(...ranges: readonly Range[]): Range {
  let [min, max] = [0n, 0n];
  for (const range of ranges) {
    min = capped(min + range.min);
    max = capped(max + range.max);
  }
  return { min, max };
}

export function times(a: Range, b: Range): Range {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) };
}

/** Rounded up. */
export function timesFactor({ min, max }: Range, factor: number): Range {
  return { min: byFactor(min, factor), max: byFactor(max, factor) };
}

export function union(a: Range, b: Range): Range {
  return { min: smaller(a.min, b.min), max: larger(a.max, b.max) };
}

/** `Math.min` for bigints. */
export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

function capped(value: bigint): bigint {
  return smaller(value, MAX);
}

/** The product is one of floating-point numbers. */
function byFactor(value: bigint, factor: number): bigint {
  const size = Number(value);
  if (size > 0 && factor > 0 && size > 2 ** 64 / factor) return MAX;
  const product = Math.ceil(size * factor);
  return product >= 2 ** 64 ? MAX : BigInt(product);
}
