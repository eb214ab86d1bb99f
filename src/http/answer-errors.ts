import { ApiError, apiErrors, type MaybePromise, orElse } from '#meta';
import { storageError } from '#registry';
import { ClientGone, type HttpCall, PlainFailure, type Reply } from './call.ts';
import { errorReply } from './error-reply.ts';
import type { House } from './house.ts';
import { WarnedError, warningHeaders } from './serve.ts';

/** The one place where a failure becomes an answer: what the client did wrong, or a bug, which is logged with its cause. */
export function answerErrors(house: House, call: HttpCall, work: () => MaybePromise<Reply>): MaybePromise<Reply> {
  return orElse(work, (thrown) => {
    const { cause, warnings } = thrown instanceof WarnedError ? thrown : { cause: thrown, warnings: [] };
    if (cause instanceof PlainFailure) return cause.reply;
    const failure = unforeseen(cause);
    const plain = errorReply(toApiError(house, call, cause), call);
    const reply = failure === undefined ? plain : { ...plain, failure };
    return warnings.length === 0
      ? reply
      : { ...reply, headers: { ...reply.headers, warning: warningHeaders(warnings) } };
  });
}

/** What is wrong, where it is neither the client's mistake nor the state of the world. */
function unforeseen(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof ClientGone || storageError(error) !== undefined) return undefined;
  return error instanceof Error ? error.message : String(error);
}

function toApiError({ world }: House, { method, path }: HttpCall, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ClientGone) return apiErrors.badRequest(error.message);
  const stored = storageError(error);
  if (stored !== undefined) return stored;
  world.log.error('a request failed unexpectedly', { method, path, error });
  return apiErrors.internal('the server could not finish the request; its log says why');
}

/** The answer to a request that failed outside of all verbs: a bug, which is logged with its cause. */
export function unexpected(house: House, call: HttpCall, error: unknown): Reply {
  return errorReply(toApiError(house, call, error), call);
}
