import { ApiError } from '#meta';

/** An object that could not be written anew, and why. */
export interface Failure {
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly reason: string;
}

const retriable = new Set([429, 500, 502, 503, 504]);

/** Whether it may go well another time: the server, a webhook or the way to them is in trouble. */
export function isRetriable(error: unknown): boolean {
  // What is no answer at all is a connection that broke off.
  return !(error instanceof ApiError) || retriable.has(error.status.code ?? 500);
}

/** Somebody else has written or deleted the object. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && (error.status.code === 409 || error.status.code === 404);
}

export const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status.code === 410;

/** How long the server asks to wait. */
export function askedDelayMs(error: unknown): number {
  return error instanceof ApiError ? (error.status.details?.retryAfterSeconds ?? 0) * 1000 : 0;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
