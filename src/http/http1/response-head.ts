import { STATUS_CODES } from 'node:http';
import type { Reply } from '../call.ts';
import { assertHeaderValues, dateOf } from '../header-text.ts';

/**
 * The head of an answer on a connection that stays open, as Node's server writes it: our headers in their order, then the
 * date and the connection.
 */
export function responseHead(
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  { now, isChunked }: { readonly now: number; readonly isChunked: boolean },
): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
  let values = '';
  for (const name in headers) {
    const value = headers[name] as string | readonly string[];
    values += value;
    head += typeof value === 'string' ? `${name}: ${value}\r\n` : value.map((one) => `${name}: ${one}\r\n`).join('');
  }
  // All of them in one go.
  assertHeaderValues(values);
  if (headers.date === undefined) head += `Date: ${dateOf(now)}\r\n`;
  head += 'Connection: keep-alive\r\n';
  return isChunked ? `${head}Transfer-Encoding: chunked\r\n\r\n` : `${head}\r\n`;
}
