import type { IncomingMessage } from 'node:http';
import type { HttpCall, Reply } from '#http';
import { exchange } from './exchange.ts';
import { endToEnd, headerPairs } from './forwarded-headers.ts';
import type { ProxyTarget } from './target.ts';

/** Whom a browser lets read an answer is for the server that the browser speaks with to say. */
const corsHeaders: readonly string[] = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
];

/** What the target answers. Throws a `BackendError` where it does not. */
export async function forward(call: HttpCall, target: ProxyTarget): Promise<Reply> {
  return replyOf(await exchange(call, target));
}

/** An answer of another server as one of ours. */
export function replyOf(response: IncomingMessage): Reply {
  const headers = endToEnd(headerPairs(response.rawHeaders));
  for (const name of corsHeaders) delete headers[name];
  return { status: response.statusCode ?? 502, headers, body: response, isForwarded: true };
}
