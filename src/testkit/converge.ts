import { setTimeout as delay } from 'node:timers/promises';
import { busiestWrites } from './story.ts';
import type { WriteRecord } from './write-record.ts';

export interface ConvergeOptions {
  /** So long nobody must write; 100 ms if left out. */
  readonly quietMs?: number;
  /** After that it is taken for endless; 10 s if left out. */
  readonly timeoutMs?: number;
}

/** There was always one more write. The message says whose. */
export class ConvergenceError extends Error {
  /** Who kept writing what, the busiest first. */
  readonly writers: readonly string[];
  constructor(ms: number, writers: readonly string[]) {
    super(
      `still writing after ${ms} ms:\n${writers
        .slice(0, 10)
        .map((line) => `  ${line}`)
        .join('\n')}`,
    );
    this.name = 'ConvergenceError';
    this.writers = writers;
  }
}

interface Converging {
  settle(): Promise<void>;
  writes(): WriteRecord;
  /** Whether somebody whose watch was cut is about to come back, and has not heard of everything. */
  isAwaited(): boolean;
}

const QUIET_MS = 100;
const TIMEOUT_MS = 10_000;

/** Waits in real time: programs under test have timers of their own. */
export async function converge(
  { settle, writes, isAwaited }: Converging,
  { quietMs = QUIET_MS, timeoutMs = TIMEOUT_MS }: ConvergeOptions,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  const first = writes().size;
  for (;;) {
    await within(settle(), until - performance.now());
    if ((await isQuiet(writes, quietMs)) && !isAwaited()) return;
    if (performance.now() > until) throw new ConvergenceError(timeoutMs, busiestWrites(await writes().read(first)));
  }
}

const LOOKS = 10;

/** In many short waits: on a busy machine one long wait may be over before anybody had a turn to write. */
async function isQuiet(writes: Converging['writes'], ms: number): Promise<boolean> {
  const before = writes().size;
  for (let look = 0; look < LOOKS; look++) {
    await delay(ms / LOOKS);
    if (writes().size !== before) return false;
  }
  return true;
}

/** What does not settle in time is as bad as what never does: somebody keeps writing, and is found by that. */
async function within(settling: Promise<void>, ms: number): Promise<void> {
  const stop = new AbortController();
  const late = delay(Math.max(0, ms), undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([settling, late]);
  stop.abort();
}
