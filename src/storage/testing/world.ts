import type { Clock, Log } from '#meta';
import { DamagedRecord, type Stored } from '../engine.ts';

/** A clock whose waits are real but never long, so that a test of a timeout is quick. */
export function quickClock(longestMs = 20): Clock & { ahead(ms: number): void } {
  let offset = 0;
  return {
    now: () => performance.now() + offset,
    elapsed: () => performance.now() + offset,
    ahead: (ms) => {
      offset += ms;
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(ms, longestMs));
        signal?.addEventListener('abort', done);
      }),
  };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (value: Stored | null | undefined): string | null => {
  if (value instanceof DamagedRecord) throw value;
  return value === null || value === undefined ? null : new TextDecoder().decode(value);
};
