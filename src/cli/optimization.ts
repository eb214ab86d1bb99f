import { setFlagsFromString } from 'node:v8';

/** For a process that will start a server: to be called before its code is loaded, and again by whoever did not load it. */
export function expectStart(): void {
  optimizeLate();
  allocateYoung();
}

/**
 * Node 20 optimizes a function only after very many calls: the first thousand requests would take three times as long as
 * the rest. Later versions have a compiler in between.
 */
export const optimizeSoon = (): void => optimizeAfter(16_000);

/**
 * What a request needs dies with it, and must not be allocated among what stays, however many requests were on their way when
 * V8 looked: what lies there is garbage until the next full collection, and until then keeps in memory all it points to.
 */
const allocateYoung = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

/** A start runs everything a few times only: to optimize it takes longer than it saves. */
const optimizeLate = (): void => optimizeAfter(1_000_000);

function optimizeAfter(budget: number): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${budget}`);
}
