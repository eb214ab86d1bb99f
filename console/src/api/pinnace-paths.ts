import { type ApiCall, ask, StatusError } from './call.ts';

let version = '';

/** Which server is asked, by what `/version` says of it. */
export function knowServer(told: string): void {
  version = told;
}

/** Whether it is a Pinnace, which tells more than others: behind `pinnace console` it may be any. */
export const isPinnace = (): boolean => version.includes('+pinnace-');

/** What only Pinnace tells; undefined from another server, and where the user may not read it. */
export async function askPinnace<T>(call: ApiCall, signal?: AbortSignal): Promise<T | undefined> {
  if (!isPinnace()) return undefined;
  try {
    return await ask<T>(call, signal);
  } catch (error) {
    if (error instanceof StatusError && (error.code === 404 || error.code === 403)) return undefined;
    throw error;
  }
}
