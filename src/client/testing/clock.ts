import type { Clock } from '#meta';
import { quickClock } from '../../storage/testing/world.ts';

/** The time of day, with waits that are never long. */
export function systemClockLike(): Clock {
  const { sleep } = quickClock();
  return { now: () => Date.now(), elapsed: () => performance.now(), sleep };
}

export interface ManualClock extends Clock {
  /** Lets time pass. */
  ahead(ms: number): void;
}

/** Time stands still until it is told to pass: long waits end only then. Those shorter than `longMs` end by themselves. */
export function manualClock({ longMs = 1000 }: { readonly longMs?: number } = {}): ManualClock {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const { sleep } = quickClock();
  const sleepers = new Set<{ readonly due: number; wake(): void }>();
  return {
    now: () => now,
    elapsed: () => now,
    ahead(ms) {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.due <= now) sleeper.wake();
    },
    async sleep(ms, signal) {
      if (ms < longMs) return sleep(ms, signal);
      if (signal?.aborted) return;
      await new Promise<void>((resolve) => {
        const sleeper = { due: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake);
        function wake(): void {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        }
      });
    },
  };
}
