import { byteLength } from './go-text.ts';
import { parseRequestUri } from './go-url.ts';
import { parseAddress, parseRange } from './ip-address.ts';
import { isDate, isDateTime, isDuration } from './time-formats.ts';

/**
 * The formats of strings that are enforced, by their names without dashes. Any other is ignored. What they accept is
 * what kube-openapi's strfmt accepts, odd as some of it is. The patterns have no nested repetition, so they run natively.
 */
const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['bsonobjectid', (text) => /^[0-9a-fA-F]{24}$/.test(text)],
  ['uri', (text) => typeof parseRequestUri(text) !== 'string'],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && parseAddress(text) !== undefined],
  ['ipv6', isIpv6],
  ['cidr', (text) => parseRange(text) !== undefined],
  ['mac', isMac],
  ['uuid', (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text)],
  ['uuid3', (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text)],
  ['uuid4', (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text)],
  ['uuid5', (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text)],
  ['rgbcolor', isRgbColor],
  ['byte', (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)],
  ['password', () => true],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['k8sshortname', (text) => text.length <= 63 && isNameSegment(text)],
  ['k8slongname', (text) => text.length <= 253 && text.split('.').every(isNameSegment)],
]);

/** The check of a string format; undefined when the format is not known, which means that it is ignored. */
export function stringFormat(name: string): ((text: string) => boolean) | undefined {
  return formats.get(name.replaceAll('-', ''));
}

/** Which of the schema's formats mean nothing to the server: definitions that have them are answered with a warning. */
export function isKnownFormat(types: readonly string[], format: string): boolean {
  const type = types.length === 1 ? types[0] : '';
  if (type === '' || type === 'string') return stringFormat(format) !== undefined;
  if (type === 'integer') return format === 'int32' || format === 'int64';
  return type === 'number' && (format === 'float' || format === 'double');
}

/** Stricter than `ipv4`: groups of at most four digits, and no zeros in front in an IPv4 address at the end. */
function isIpv6(text: string): boolean {
  if (!text.includes(':') || parseAddress(text) === undefined || /[0-9a-f]{5}/i.test(text)) return false;
  const last = text.slice(text.lastIndexOf(':') + 1);
  return !last.includes('.') || !/(^|\.)0\d/.test(last);
}

/** `01:23:45:67:89:ab`, with dashes, as `0123.4567.89ab` or in one; of 6, 8 or 20 bytes. */
function isMac(text: string): boolean {
  if (/^[0-9a-fA-F]*$/.test(text)) return [12, 16, 40].includes(text.length);
  if (/^[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4})+$/.test(text)) return [14, 19, 49].includes(text.length);
  if (!/^[0-9a-fA-F]{2}([:-])[0-9a-fA-F]{2}/.test(text)) return false;
  const groups = text.split(text[2] as string);
  return [6, 8, 20].includes(groups.length) && groups.every((group) => /^[0-9a-fA-F]{2}$/.test(group));
}

/** An address as in the head of a mail: `a@b.c`, `A B <a@b.c>`, `"A. B." <a@b.c>`. */
function isEmail(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) return isMailbox(trimmed);
  const open = trimmed.lastIndexOf('<');
  if (open < 0 || !isMailbox(trimmed.slice(open + 1, -1))) return false;
  const name = trimmed
    .slice(0, open)
    .replace(/\([^()]*\)/g, '')
    .trim();
  return name === '' || /^"([^"\\]|\\.)*"$/.test(name) || /^[^<>()[\]:;@\\,"]+$/.test(name);
}

function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at <= 0) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  return (
    (isDotAtom(local) || /^"([^"\\]|\\.)*"$/.test(local)) && (isDotAtom(domain) || /^\[[\d.:a-fA-F]+\]$/.test(domain))
  );
}

function isDotAtom(text: string): boolean {
  return text.split('.').every((atom) => /^[\w!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]+$/u.test(atom));
}

/** Letters of any script and symbols are allowed, but the last of several labels is all letters, two at least. */
function isHostname(text: string): boolean {
  if (byteLength(text) > 255) return false;
  const labels = text.split('.');
  if (labels.some((label) => byteLength(label) > 63)) return false;
  if (labels.length === 1) return /^[a-zA-Z0-9\p{S}\p{L}](-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u.test(text);
  const last = labels.pop() as string;
  const inner = /^[a-zA-Z0-9\p{S}\p{L}]([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u;
  return /^[a-zA-Z\p{L}]{2,63}$/u.test(last) && labels.every((label) => inner.test(label));
}

function isNameSegment(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9]{0,251}[a-z0-9])?$/.test(text);
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^[0-9]{9}[0-9X]$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (i + 1) * (digits[i] === 'X' ? 10 : Number(digits[i]));
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < 13; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

const cardNumbers =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** The number of a known issuer with a valid last digit, whatever stands between its digits. */
function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!cardNumbers.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}

function isRgbColor(text: string): boolean {
  const parts = /^rgb\(([^)]*)\)$/.exec(text)?.[1]?.split(',');
  return parts?.length === 3 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part.trim()) && Number(part) <= 255);
}
