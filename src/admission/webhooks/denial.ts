import { ApiError, getOwn, goQuote, isJsonObject, type JsonObject, type StatusDetails } from '#meta';

/** A webhook has said no. */
export class WebhookDenial extends ApiError {}

/** What the client is told when a webhook says no, with or without reasons. k8s: webhook/errors/statuserror.go ToStatusErr */
export function denial(webhook: string, status: JsonObject = {}): WebhookDenial {
  const text = (key: string): string => String(getOwn(status, key) ?? '');
  const deniedBy = `admission webhook ${goQuote(webhook)} denied the request`;
  const why = text('message') || text('reason');
  const details = getOwn(status, 'details');
  const metadata = getOwn(status, 'metadata');
  const next = isJsonObject(metadata) ? getOwn(metadata, 'continue') : undefined;
  return new WebhookDenial({
    // A refusal is never answered as if it were none.
    code: Math.max(400, Number(getOwn(status, 'code') ?? 0)),
    message: why === '' ? `${deniedBy} without explanation` : `${deniedBy}: ${why}`,
    ...(text('reason') !== '' && { reason: text('reason') }),
    ...(isJsonObject(details) && { details: details as StatusDetails }),
    ...(typeof next === 'string' && next !== '' && { continue: next }),
  });
}
