import type { Clock } from '#meta';
import { quickClock } from '../../storage/testing/world.ts';

/** The time of day, with waits that are never long. */
export function systemClockLike(): Clock {
  const { sleep } = quickClock();
  return { now: () => Date.now(), sleep };
}

export interface PatientClock extends Clock {
  /** Lets time pass. */
  ahead(ms: number): void;
}

/** Time stands still until it is told to pass: long waits end only then. Short ones end by themselves. */
export function patientClock(start = Date.parse('2026-01-01T00:00:00Z')): PatientClock {
  let now = start;
  const { sleep } = quickClock();
  const sleepers = new Set<{ readonly due: number; wake(): void }>();
  return {
    now: () => now,
    ahead(ms) {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.due <= now) sleeper.wake();
    },
    async sleep(ms, signal) {
      if (ms < 1000) return sleep(ms, signal);
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
