import type { Clock } from '#meta';
import { quickClock } from '../../storage/testing/world.ts';

/** The time of day, with waits that are never long. */
export function systemClockLike(): Clock {
  const { sleep } = quickClock();
  return { now: () => Date.now(), sleep };
}
