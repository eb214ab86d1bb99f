import type { Clock, Log } from '#meta';
import type { Engine, Revision } from './engine.ts';

export interface CompactionOptions {
  /** How long the past is kept. */
  readonly historyMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: Log;
}

interface Mark {
  readonly at: number;
  readonly revision: Revision;
}

/** Compacts the past as it gets old, until the signal fires. Nothing since the start is compacted early. */
export async function runCompaction(engine: Engine, options: CompactionOptions): Promise<void> {
  const { historyMs, clock, signal, log } = options;
  const every = Math.min(60_000, Math.max(1000, historyMs / 10));
  let marks: readonly Mark[] = [];
  while (!signal.aborted) {
    try {
      const now = clock.elapsed();
      marks = [...marks, { at: now, revision: await engine.revision() }];
      const old = marks.filter((mark) => mark.at <= now - historyMs);
      marks = marks.slice(old.length);
      const newest = old.at(-1);
      if (newest !== undefined) await engine.compact(newest.revision);
    } catch (error) {
      log.warn('the past could not be forgotten; trying again later', { error });
    }
    await clock.sleep(every, signal);
  }
}
