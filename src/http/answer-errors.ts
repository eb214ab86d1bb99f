import { ApiError, apiErrors, isRequestTimeout, type MaybePromise, orElse, parseQuery, type Status } from '#meta';
import { storageError } from '#registry';
import { ClientGone, type HttpCall, PlainFailure, type Reply } from './call.ts';
import { presentStatus } from './encode/status.ts';
import type { House } from './house.ts';
import { mediaTypes, negotiateError, rawJson, wantsPretty } from './negotiate.ts';
import { headerSafe, WarnedError, warningHeaders } from './serve.ts';

/** Longer hints are cut, because headers are limited. */
const LONGEST_HINT = 1024;

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

/** The answer for an error, in the form that the client asked for. */
export function errorReply({ status, hint }: ApiError, call: HttpCall): Reply {
  if (isRequestTimeout(status)) return timeoutReply(status);
  const found = negotiateError(call.headers.accept);
  const pretty = found.pretty || wantsPretty(parseQuery(call.query), call.headers['user-agent']);
  const representation = { ...found, pretty: found.media === 'json' && pretty };
  const retryAfter = status.details?.retryAfterSeconds;
  return {
    status: status.code ?? 500,
    headers: {
      'content-type': mediaTypes[representation.media],
      ...(status.code === 403 && { 'x-content-type-options': 'nosniff' }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(hint !== '' && { 'pinnace-hint': headerSafe(hint).slice(0, LONGEST_HINT) }),
    },
    body: presentStatus(status, representation),
    // The real server does not write down what it says to who wants it in a form that there is not.
    ...(found !== rawJson && { told: status }),
  };
}

/** A text without a kind, whatever was asked for: clients that find a Status show a message of their own instead. */
function timeoutReply({ kind: _, apiVersion: __, ...rest }: Status): Reply {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return { status: rest.code ?? 504, headers, body: Buffer.from(`${JSON.stringify(rest)}\n`) };
}
