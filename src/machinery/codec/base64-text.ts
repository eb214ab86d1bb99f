import { DecodeError } from '../version-codec.ts';

const alphabet = /^[A-Za-z0-9+/]$/;

/** Base64 as Go's standard encoding reads it: padded, line breaks ignored. Gives it back without line breaks. */
export function canonicalBase64(text: string): string {
  const again = Buffer.from(text, 'base64').toString('base64');
  if (again === text) return text;
  const clean = text.replace(/[\r\n]/g, '');
  const wrongAt = findCorruption(text);
  if (wrongAt !== undefined) throw new DecodeError(`illegal base64 data at input byte ${wrongAt}`);
  return Buffer.from(clean, 'base64').toString('base64');
}

/** Where Go's decoder stops. Counts bytes; a character outside the alphabet is wrong at its first. */
function findCorruption(text: string): number | undefined {
  const bytes = Buffer.from(text);
  let inGroup = 0;
  for (let at = 0; at < bytes.length; at++) {
    const char = String.fromCharCode(bytes[at] as number);
    if (char === '\r' || char === '\n') continue;
    if (char === '=') return checkPadding(bytes, { at, inGroup });
    if (!alphabet.test(char)) return at;
    inGroup = (inGroup + 1) % 4;
  }
  return inGroup === 0 ? undefined : bytes.length - inGroup;
}

function checkPadding(bytes: Buffer, { at, inGroup }: { at: number; inGroup: number }): number | undefined {
  if (inGroup < 2) return at;
  let next = skipBreaks(bytes, at + 1);
  if (inGroup === 2) {
    if (next === bytes.length) return bytes.length;
    if (bytes[next] !== 0x3d) return next;
    next = skipBreaks(bytes, next + 1);
  }
  return next < bytes.length ? next : undefined;
}

function skipBreaks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
  return at;
}
