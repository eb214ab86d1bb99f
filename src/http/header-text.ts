import { goText } from '#meta';

/** The text of a header. Node gives its bytes as characters below 256, while clients write UTF-8. */
export function headerText(value: string): string {
  return /[^ -~]/.test(value) ? goText(Buffer.from(value, 'latin1')) : value;
}

/** Header values may not hold control characters; characters past ASCII are escaped for old clients. */
export function headerSafe(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, ' ')).toString('latin1');
}

/** The path and query of a request. Bytes past ASCII mean the same escaped and, as some clients send them, unescaped. */
export function escapedTarget(target: string): string {
  return target.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** What may not stand in a value: it would begin another line. */
const invalid = /[^\t\x20-\x7e\x80-\xff]/;

/** Throws for the values of an answer's headers, put together, if one of them cannot be sent. */
export function assertHeaderValues(values: string): void {
  if (invalid.test(values)) throw new TypeError('a header has a character that headers cannot have');
}

let lastDate = { second: Number.NaN, text: '' };

/** The date as headers tell it, the same for all answers of one second. */
export function dateOf(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(now).toUTCString() };
  return lastDate.text;
}
