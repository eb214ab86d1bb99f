import { goQuote } from '#meta';

/** Sets of indexes as jobs write them: `1,3-5,7`. */

interface Interval {
  readonly first: number;
  readonly last: number;
}
type Read<T> = T | { readonly fault: string };

/** How many indexes there are, or what is wrong with the text. */
export function countIndexes(text: string, completions: number): Read<{ readonly total: number }> {
  let previous: number | undefined;
  let total = 0;
  for (const part of text === '' ? [] : text.split(',')) {
    const interval = readInterval(part, completions);
    if ('fault' in interval) return interval;
    if (previous !== undefined && previous >= interval.first) return notIncreasing(previous, interval.first);
    total += interval.last - interval.first + 1;
    previous = interval.last;
  }
  return { total };
}

function readInterval(text: string, completions: number): Read<Interval> {
  const limits = text.split('-');
  if (limits.length > 2) {
    const why = "violates the requirement that an index interval can have at most two parts separated by '-'";
    return { fault: `the fragment ${goQuote(text)} ${why}` };
  }
  for (const limit of limits) {
    if (!/^\+?[0-9]{1,18}$/.test(limit))
      return { fault: `cannot convert string to integer for index: ${goQuote(limit)}` };
    if (Number(limit) >= completions) return { fault: `too large index: ${goQuote(limit)}` };
  }
  const [first, last] = limits.map(Number) as [number, number?];
  if (last !== undefined && first >= last) return notIncreasing(first, last);
  return { first, last: last ?? first };
}

const notIncreasing = (previous: number, current: number): { readonly fault: string } => ({
  fault: `non-increasing order, previous: ${previous}, current: ${current}`,
});

/** The first index that is in both; parts that cannot be read are passed over. */
export function firstCommonIndex(a: string, b: string, completions: number): number | undefined {
  const left = intervalsOf(a, completions);
  const right = intervalsOf(b, completions);
  for (let i = 0, j = 0; ; ) {
    const one = left[i];
    const other = right[j];
    if (one === undefined || other === undefined) return undefined;
    if (one.first <= other.last && other.first <= one.last) return Math.max(one.first, other.first);
    if (one.first <= other.first) i++;
    else j++;
  }
}

function intervalsOf(text: string, completions: number): Interval[] {
  if (text === '') return [];
  return text.split(',').flatMap((part) => {
    const interval = readInterval(part, completions);
    return 'fault' in interval ? [] : [interval];
  });
}
