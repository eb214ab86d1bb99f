import { type ApiError, isRequestTimeout, parseQuery, type Status } from '#meta';
import type { HttpCall, Reply } from './call.ts';
import { presentStatus } from './encode/status.ts';
import { headerSafe } from './header-text.ts';
import { mediaTypes, negotiateError, type OfferedMedia, rawJson, wantsPretty } from './negotiate.ts';

/** Longer hints are cut, because headers are limited. */
const LONGEST_HINT = 1024;

/** The answer for an error, in the form that the client asked for. */
export function errorReply({ status, hint }: ApiError, call: HttpCall, offered: OfferedMedia = {}): Reply {
  if (isRequestTimeout(status)) return timeoutReply(status);
  const found = negotiateError(call.headers.accept, offered);
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
