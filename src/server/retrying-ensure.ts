import { ApiError, type Log } from '#meta';
import { DamagedRecord, StorageFailure } from '#storage';
import type { Ensure, InitialObject } from './bootstrap.ts';

export interface RetryingEnsure {
  readonly ensure: Ensure;
  /** Whether something waits for the store. What admission refuses makes no server less ready. */
  isWaiting(): boolean;
  /** Tries once more what the store could not do. True when there was something and nothing is left. */
  readonly again: () => Promise<boolean>;
}

/** What the store refuses or cannot read waits until it is well; what admission refuses, until it does no longer. */
export function retryingEnsure(ensure: Ensure, log: Log): RetryingEnsure {
  const waiting = new Map<InitialObject, unknown>();
  const attempt: Ensure = async (initial) => {
    try {
      await ensure(initial);
      waiting.delete(initial);
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (waiting.size === 0) log.error('an object that every server has could not be written', { error });
      waiting.set(initial, error);
    }
  };
  return {
    ensure: attempt,
    isWaiting: () => [...waiting.values()].some((error) => !(error instanceof ApiError)),
    async again() {
      const before = [...waiting.keys()];
      for (const initial of before) await attempt(initial);
      return before.length > 0 && waiting.size === 0;
    },
  };
}

/** Webhooks and policies that were written before the start may refuse anything: nobody could take them away otherwise. */
function mayPass(error: unknown): boolean {
  return error instanceof StorageFailure || error instanceof DamagedRecord || error instanceof ApiError;
}
