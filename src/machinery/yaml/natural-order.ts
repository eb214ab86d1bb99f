/** go-yaml's order of keys: letters after everything else, runs of digits by their number. */
export function compareNaturally(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === end) return a.length - b.length;
  // Both halves of a character count as one.
  if (at > 0 && isHigh(a.charCodeAt(at - 1)) && isLow(a.charCodeAt(at)) && isLow(b.charCodeAt(at))) at--;
  return comparePart(a, b, at);
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

function isLetter(code: number): boolean {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return /^\p{L}$/u.test(String.fromCodePoint(code));
}

function isDigit(code: number): boolean {
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}

const ZERO = 0x30;

function comparePart(a: string, b: string, at: number): number {
  const left = a.codePointAt(at) as number;
  const right = b.codePointAt(at) as number;
  const leftLetter = isLetter(left);
  const rightLetter = isLetter(right);
  if (leftLetter && rightLetter) return left - right;
  if (leftLetter || rightLetter) return rightLetter ? -1 : 1;
  const start = left === ZERO || right === ZERO ? leadingDigit(a, at) : 0;
  const leftRun = digitRun(a, { at, start });
  const rightRun = digitRun(b, { at, start });
  if (leftRun.number !== rightRun.number) return leftRun.number - rightRun.number;
  return leftRun.end !== rightRun.end ? leftRun.end - rightRun.end : left - right;
}

/** 1 when a digit other than zero stands before, in the same run. */
function leadingDigit(text: string, at: number): number {
  for (let before = at - 1; before >= 0; before--) {
    const code = text.charCodeAt(before);
    if (!isDigit(code)) return 0;
    if (code !== ZERO) return 1;
  }
  return 0;
}

function digitRun(text: string, { at, start }: { at: number; start: number }): { number: number; end: number } {
  let number = start;
  let end = at;
  for (; end < text.length && isDigit(text.charCodeAt(end)); end++) {
    number = number * 10 + text.charCodeAt(end) - ZERO;
  }
  return { number, end };
}
