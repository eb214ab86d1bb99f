import { STATUS_CODES } from 'node:http';
import type { Reply } from '../call.ts';

/** What may not stand in a value: it would begin another line. */
const invalid = /[^\t\x20-\x7e\x80-\xff]/;

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
  if (invalid.test(values)) throw new TypeError('a header has a character that headers cannot have');
  if (headers.date === undefined) head += dateLine(now);
  head += 'Connection: keep-alive\r\n';
  return isChunked ? `${head}Transfer-Encoding: chunked\r\n\r\n` : `${head}\r\n`;
}

let lastDate = { second: Number.NaN, line: '' };

/** The same for all answers of one second. */
function dateLine(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastDate.second) lastDate = { second, line: `Date: ${new Date(now).toUTCString()}\r\n` };
  return lastDate.line;
}
