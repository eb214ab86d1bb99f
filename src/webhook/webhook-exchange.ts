import type { IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { type HttpAnswer, WebhookCallError } from './webhook-faults.ts';

/** What became of an attempt, for who must tell why it failed. */
export interface Attempt {
  reused: boolean;
  answering: boolean;
}

interface Exchange {
  readonly options: RequestOptions;
  readonly body: string;
  readonly limit: number;
}

/** One question and its answer, which is read no further than the limit. */
export function exchange({ options, body, limit }: Exchange, attempt: Attempt): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(options, (response) => {
      attempt.answering = true;
      readAnswer(response, limit).then(resolve, reject);
    });
    request.on('error', (error) => {
      attempt.reused = request.reusedSocket;
      reject(error);
    });
    const bytes = Buffer.from(body, 'utf8');
    request.setHeader('content-length', bytes.length);
    request.end(bytes);
  });
}

async function readAnswer(response: IncomingMessage, limit: number): Promise<HttpAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (size > limit) throw new WebhookCallError(`the response of the webhook is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  const contentType = response.headers['content-type'] ?? '';
  const status = response.statusCode ?? 0;
  const retryAfterSeconds = retryAfter(status, response.headers['retry-after']);
  return {
    status,
    contentType,
    body: Buffer.concat(chunks),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Undefined where nobody shall come again. */
function retryAfter(status: number, header: string | undefined): number | undefined {
  if ((status !== 429 && status < 500) || header === undefined || !/^[+-]?\d+$/.test(header)) return undefined;
  return Math.max(0, Number(header));
}
