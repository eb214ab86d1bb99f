import { isUtf8 } from 'node:buffer';

const LONGEST = 4;
const REPLACEMENT = '\uFFFD';

/**
 * The text of a header. Node gives its bytes as characters below 256, while clients write UTF-8. Each invalid byte
 * becomes a replacement character, as in Go.
 */
export function headerText(value: string): string {
  if (!/[^ -~]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : readLeniently(bytes);
}

function readLeniently(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    text += length === 0 ? REPLACEMENT : bytes.toString('utf8', at, at + length);
    at += Math.max(1, length);
  }
  return text;
}

/** How many bytes the character that begins here has; 0 when there is none. */
function lengthAt(bytes: Buffer, at: number): number {
  for (let length = 1; length <= LONGEST && at + length <= bytes.length; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}
