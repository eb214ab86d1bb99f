import { randomUUID } from 'node:crypto';
import type { Clock, World } from '#meta';

/** A real clock and random ids. */
export function testWorld(): Pick<World, 'clock' | 'ids'> {
  return { clock: realClock, ids: { uid: () => randomUUID(), suffix: (length) => randomUUID().slice(0, length) } };
}

const realClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
    }),
};
