/** The middle one; of an even number the mean of the two in the middle. NaN when there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The smallest value that at least this share of all is not above. */
export function percentile(sorted: Float64Array, share: number): number {
  const index = Math.ceil(sorted.length * share) - 1;
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

export interface Spread {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Percentiles of each slice, then the median over the slices: one slice that something else on the machine disturbed
 * does not decide.
 */
export function spreadOf(slices: readonly Float64Array[]): Spread {
  const sorted = slices.filter((slice) => slice.length > 0).map((slice) => slice.slice().sort());
  const at = (share: number): number => median(sorted.map((slice) => percentile(slice, share)));
  return { p50: at(0.5), p99: at(0.99) };
}

/** Microseconds of processor time for each of so many answers or events; nothing where it could not be taken. */
export function cpuFor(count: number, before = Number.NaN, after = Number.NaN): { readonly cpuMicroseconds?: number } {
  const cpuMicroseconds = ((after - before) / count) * 1e6;
  return Number.isNaN(cpuMicroseconds) ? {} : { cpuMicroseconds };
}
