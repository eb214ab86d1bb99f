import type { Clock, Log } from '#meta';
import type { Engine } from './engine.ts';

export interface ExpiryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: Log;
}

const EVERY_MS = 1000;

/** Removes rows whose time has come, until the signal fires. */
export async function runExpiry(engine: Engine, { clock, signal, log }: ExpiryOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      const due = await engine.expired(clock.now());
      // A row that was written meanwhile is not due any more: its revision differs, and nothing is removed.
      await Promise.all(due.map(({ key, revision }) => engine.commit(key, null, revision)));
      if (due.length > 0) continue;
    } catch (error) {
      log.warn('what has expired could not be removed; trying again later', { error });
    }
    await clock.sleep(EVERY_MS, signal);
  }
}
