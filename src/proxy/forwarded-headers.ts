import type { OutgoingHttpHeaders } from 'node:http';
import { BEARER_PROTOCOL } from '#auth';
import type { HttpCall } from '#http';

/** Headers that are about one connection, not about what is asked. RFC 9110, section 7.6.1 */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the client has told this server of itself, and nobody else needs to know. */
const isForUs = (name: string): boolean =>
  name === 'authorization' || name === 'host' || name === 'content-length' || name.startsWith('impersonate-');

type Pairs = readonly (readonly [string, string])[];

/** Names in small letters, in the order of the lines. */
export function headerPairs(rawHeaders: readonly string[]): Pairs {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs.push([(rawHeaders[at] as string).toLowerCase(), rawHeaders[at + 1] as string]);
  }
  return pairs;
}

/** Without those that end with this connection; lines of one name become one list. */
export function endToEnd(pairs: Pairs): { [name: string]: string | string[] } {
  const named = new Set(pairs.filter(([name]) => name === 'connection').flatMap(([, value]) => tokens(value)));
  const kept: { [name: string]: string | string[] } = {};
  for (const [name, value] of pairs) {
    if (name.startsWith(':') || hopByHop.has(name) || named.has(name)) continue;
    const before = kept[name];
    kept[name] = before === undefined ? value : [before, value].flat();
  }
  return kept;
}

const tokens = (value: string): string[] => value.split(',').map((token) => token.trim().toLowerCase());

/** What is sent on of a request: not how its sender proved who it is. k8s: httputil.ReverseProxy */
export function forwardedHeaders(call: HttpCall): OutgoingHttpHeaders {
  const pairs = headerPairs(call.rawHeaders).filter(([name]) => !isForUs(name));
  const headers: OutgoingHttpHeaders = endToEnd(pairs);
  if (/\btrailers\b/i.test(String(call.headers.te ?? ''))) headers.te = 'trailers';
  const protocols = withoutToken(call.headers['sec-websocket-protocol']);
  if (protocols !== undefined) headers['sec-websocket-protocol'] = protocols;
  const { remoteAddress } = call.socket;
  const before = [headers['x-forwarded-for'] ?? []].flat().map(String);
  if (remoteAddress !== undefined) headers['x-forwarded-for'] = [...before, remoteAddress].join(', ');
  return headers;
}

/** A browser's token stands among the protocols that it offers. */
function withoutToken(offered: string | undefined): string | undefined {
  const all = offered?.split(',').map((protocol) => protocol.trim());
  return all?.filter((protocol) => !protocol.startsWith(BEARER_PROTOCOL)).join(', ');
}
