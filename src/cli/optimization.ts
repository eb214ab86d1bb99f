import { setFlagsFromString } from 'node:v8';

/**
 * Node 20 optimizes a function only after very many calls: the first thousand requests would take three times as long as
 * the rest. Later versions have a compiler in between.
 */
export const optimizeSoon = (): void => optimizeAfter(16_000);

/** A start runs everything a few times only: to optimize it takes longer than it saves. */
export const optimizeLate = (): void => optimizeAfter(1_000_000);

function optimizeAfter(budget: number): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${budget}`);
}
