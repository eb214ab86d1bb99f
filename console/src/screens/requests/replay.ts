import type { ApiCall } from '../../api/call.ts';
import type { RequestTrace } from './request-record.ts';

/** How a request can be sent again without changing anything, or why it cannot. */
export type Replay = { readonly call: ApiCall } | { readonly why: string };

export function replayOf({
  method,
  verb,
  path,
  query,
}: Pick<RequestTrace, 'method' | 'verb' | 'path' | 'query'>): Replay {
  if (verb === 'watch') return { why: 'A watch has no end to wait for.' };
  const asked = Object.fromEntries(new URLSearchParams(query));
  if (method === 'GET') return { call: { path, query: asked } };
  if (method === 'DELETE') return { call: { method, path, query: { ...asked, dryRun: 'All' } } };
  return { why: 'The server does not keep what was sent with a request, so it cannot be sent again.' };
}
