import type { OutgoingHttpHeaders } from 'node:http';
import type { UserInfo } from '#machinery';

const PREFIX = 'x-remote-';
const EXTRA = 'x-remote-extra-';

/**
 * Who asks, for a server that believes this one. What a client says of itself in such headers is taken away.
 * k8s: client-go/transport SetAuthProxyHeaders
 */
export function frontProxyHeaders(user: UserInfo, sent: object = {}): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const name in sent) if (name.startsWith(PREFIX)) headers[name] = undefined;
  headers['x-remote-user'] = headerValue(user.name);
  if (user.uid !== '') headers['x-remote-uid'] = headerValue(user.uid);
  if (user.groups.length > 0) headers['x-remote-group'] = user.groups.map(headerValue);
  for (const [key, values] of Object.entries(user.extra)) {
    if (values.length > 0) headers[`${EXTRA}${headerName(key)}`] = values.map(headerValue);
  }
  return headers;
}

/** What cannot stand in the name of a header is escaped, byte by byte. */
function headerName(key: string): string {
  return Array.from(Buffer.from(key), (byte) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9!#$&'*+.^_`|~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Bytes of UTF-8, as Go sends them. */
const headerValue = (text: string): string => Buffer.from(text).toString('latin1');
