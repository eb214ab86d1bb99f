import { goText } from '#meta';

/** The text of a header. Node gives its bytes as characters below 256, while clients write UTF-8. */
export function headerText(value: string): string {
  return /[^ -~]/.test(value) ? goText(Buffer.from(value, 'latin1')) : value;
}

/** Header values may not hold control characters; characters past ASCII are escaped for old clients. */
export function headerSafe(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, ' ')).toString('latin1');
}
