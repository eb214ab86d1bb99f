import { type MaybePromise, whenReady } from '#meta';
import type { Authenticator, Finding } from './authenticate.ts';

/** A subprotocol that begins with this is a token, not a protocol. */
export const BEARER_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';

/** Finds out whose a bearer token is. */
type TokenOwner = (token: string) => MaybePromise<Finding>;

/**
 * A token among the subprotocols of a WebSocket, for browsers, which cannot set the header. There must be another
 * subprotocol to answer with. k8s: authentication/request/websocket
 */
export function webSocketTokenAuthenticator(owner: TokenOwner): Authenticator {
  return ({ headers, upgrade }) => {
    const header = headers['sec-websocket-protocol'];
    if (upgrade !== 'websocket' || typeof header !== 'string') return undefined;
    const protocols = header.split(',').map((protocol) => protocol.trim());
    const tokens = protocols.filter((protocol) => protocol.startsWith(BEARER_PROTOCOL));
    if (tokens.length > 1) return 'wrong';
    const token = tokens[0] === undefined ? '' : decoded(tokens[0].slice(BEARER_PROTOCOL.length));
    if (token === undefined) return 'wrong';
    if (token === '') return undefined;
    return protocols.length === 1 ? 'wrong' : whenReady(owner(token), (found) => found ?? 'wrong');
  };
}

/** Undefined for what is not base64url without padding, or not a text. */
function decoded(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Node passes over what does not belong there; Go does not.
  if (bytes.toString('base64url') !== text) return undefined;
  const token = bytes.toString();
  return Buffer.from(token).equals(bytes) ? token : undefined;
}
