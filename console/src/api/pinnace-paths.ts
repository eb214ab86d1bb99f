import { type ApiCall, ask, StatusError } from './call.ts';

/** What only Pinnace tells; undefined from another server, and where the user may not read it. */
export async function askPinnace<T>(call: ApiCall, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await ask<T>(call, signal);
  } catch (error) {
    if (error instanceof StatusError && (error.code === 404 || error.code === 403)) return undefined;
    throw error;
  }
}
