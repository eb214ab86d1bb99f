import { TRAVERSAL_FACTOR } from '../cost/call-cost.ts';
import { MAX, plus, type Range, times, timesFactor } from '../cost/estimate.ts';
import type { Value } from '../values/value.ts';
import { type Costs, traversal } from './costs.ts';

export const replace: Costs = {
  estimate: ({ target, args: [old, by], sizeOf }) => {
    if (target === undefined || old === undefined || by === undefined) return undefined;
    const sizes = { text: sizeOf(target), old: sizeOf(old), by: sizeOf(by) };
    const longest = longestReplaced(sizes);
    const shortest = shortestReplaced(sizes);
    const count = { min: shortest.count, max: longest.count };
    const kept = { min: shortest.kept, max: longest.kept };
    return {
      cost: timesFactor(sizes.text, 2 * TRAVERSAL_FACTOR),
      resultSize: plus(times(count, sizes.by), kept),
    };
  },
  actual: ([text]) => traversal(text as Value, 2),
};

interface ReplaceSizes {
  readonly text: Range;
  readonly old: Range;
  readonly by: Range;
}
/** How often something is replaced, and how much of the text stays beside that. */
interface Replaced {
  readonly count: bigint;
  readonly kept: bigint;
}

/** An empty text is found around every character. Otherwise the shortest old text is replaced as often as it fits. */
function longestReplaced({ text, old, by }: ReplaceSizes): Replaced {
  if (old.min === 0n) return { count: text.max < MAX ? text.max + 1n : text.max, kept: text.max };
  if (by.max <= old.min) return { count: 0n, kept: text.max };
  return { count: quotient(text.max, old.min), kept: 0n };
}

function shortestReplaced({ text, old, by }: ReplaceSizes): Replaced {
  if (old.max === 0n) return { count: text.min < MAX ? text.min + 1n : text.min, kept: text.min };
  if (old.max <= by.min) return { count: 0n, kept: text.min };
  return { count: quotient(text.min, old.max), kept: 0n };
}

/** A quotient of floating-point numbers. One out of range becomes what Go makes of it on amd64. */
function quotient(a: bigint, b: bigint): bigint {
  const value = Math.ceil(Number(a) / Number(b));
  return value >= 2 ** 64 ? 2n ** 63n : BigInt(value);
}
