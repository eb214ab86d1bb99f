import { createHash } from 'node:crypto';
import { BEARER_PROTOCOL } from '#auth';
import { type HttpCall, type Reply, textReply } from '../call.ts';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const VERSION = '13';

/** How the answer begins to a client that may go on over a WebSocket; or why it may not. */
type Handshake = { readonly accepted: Reply['headers'] } | { readonly refused: Reply };

export function webSocketHandshake({ headers }: Pick<HttpCall, 'headers'>): Handshake {
  const key = headers['sec-websocket-key'] ?? '';
  if (key === '') return refusal(400, 'mismatch challenge/response');
  if (headers['sec-websocket-version'] !== VERSION) {
    const { refused } = refusal(400, 'missing or bad WebSocket Version');
    return { refused: { ...refused, headers: { ...refused.headers, 'sec-websocket-version': VERSION } } };
  }
  if (!isOrigin(headers.origin)) return refusal(403, 'a WebSocket needs an Origin header with a URL or path');
  const protocols = offeredProtocols(headers['sec-websocket-protocol']);
  if (protocols.length > 1) return refusal(400, 'there must be one subprotocol at most');
  const [protocol] = protocols;
  return {
    accepted: {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-accept': acceptKey(key),
      ...(protocol !== undefined && { 'sec-websocket-protocol': protocol }),
    },
  };
}

/** What shows the client that its handshake was understood. RFC 6455, section 4.2.2 */
export const acceptKey = (key: string): string => createHash('sha1').update(`${key}${GUID}`).digest('base64');

function offeredProtocols(header: string | undefined): readonly string[] {
  if (header === undefined || header.trim() === '') return [];
  const all = header.split(',').map((protocol) => protocol.trim());
  const offered = all.filter((protocol) => !protocol.startsWith(BEARER_PROTOCOL));
  // A token alone leaves no protocol to answer with.
  return offered.length === 1 && offered[0] === '' ? [] : offered;
}

/** About as strict as Go's `url.ParseRequestURI`: `null` is no origin. */
function isOrigin(origin: string | undefined): boolean {
  return origin !== undefined && (origin.startsWith('/') || URL.canParse(origin));
}

function refusal(status: number, text: string): { readonly refused: Reply } {
  return { refused: textReply(status, `${text}\n`) };
}
