import { type ApiCall, pathAndQuery } from './call.ts';

/** The same call with curl, by somebody who has the token in `$TOKEN`. */
export function curlFor(call: ApiCall, server: string): string {
  const { method = 'GET', body, contentType, accept } = call;
  const parts = ['curl', '--cacert .pinnace/pki/ca.crt', '-H "Authorization: Bearer $TOKEN"'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (accept !== undefined) parts.push(`-H ${quoted(`Accept: ${accept}`)}`);
  if (body !== undefined) {
    parts.push(`-H ${quoted(`Content-Type: ${contentType ?? 'application/json'}`)}`);
    parts.push(`--data-binary ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`);
  }
  return [...parts, quoted(`${server}${pathAndQuery(call)}`)].join(' ');
}

/** A word of a shell, whatever is in it. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
