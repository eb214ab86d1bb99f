import type { HttpAnswer } from './webhook-faults.ts';

/** What a webhook is asked, whatever the protocol. */
export interface Question {
  readonly authority: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** How many bytes of the answer are read. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** What is known of an attempt, to explain its failure. */
export interface Attempt {
  /** The connection had served others before. */
  reused: boolean;
  answering: boolean;
  /** The webhook said that it did not process the request. */
  refused: boolean;
}

/** A way to a webhook that is open, or will be opened by asking. */
export interface WebhookConnection {
  /** One question and its answer, which is read no further than the limit. */
  exchange(question: Question, attempt: Attempt): Promise<HttpAnswer>;
}

/** The parts of an answer that count. */
export function httpAnswer(
  status: number,
  headers: { readonly 'content-type'?: string | undefined; readonly 'retry-after'?: string | undefined },
  chunks: readonly Uint8Array[],
): HttpAnswer {
  const retryAfterSeconds = retryAfter(status, headers['retry-after']);
  return {
    status,
    contentType: headers['content-type'] ?? '',
    body: Buffer.concat(chunks),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Undefined where the call is not to be repeated. */
function retryAfter(status: number, header: string | undefined): number | undefined {
  if ((status !== 429 && status < 500) || header === undefined || !/^[+-]?\d+$/.test(header)) return undefined;
  return Math.max(0, Number(header));
}
