import { CelError, type Value } from '../values/value.ts';

/** Texts are lists of code points. Those without surrogates take a faster way. */
const surrogate = /[\ud800-\udfff]/;

function outOfRange(index: number | bigint): CelError {
  return new CelError(`index out of range: ${index}`);
}

export function charAt(text: string, at: number | bigint): Value {
  const characters = surrogate.test(text) ? Array.from(text) : text;
  if (at < 0 || at > characters.length) return outOfRange(at);
  return characters[Number(at)] ?? '';
}

/** `part` may be empty: then it is where one looks first. */
export function indexOf(text: string, part: string, from: number | bigint): Value {
  if (part === '') return from;
  if (from < 0) return outOfRange(from);
  if (!surrogate.test(text)) return from >= text.length ? -1 : text.indexOf(part, Number(from));
  const start = unitIndex(text, Number(from));
  return start === undefined ? -1 : pointIndex(text, text.indexOf(part, start));
}

export function lastIndexOf(text: string, part: string): Value {
  const size = surrogate.test(text) ? Array.from(text).length : text.length;
  if (part === '') return size;
  return size === 0 ? -1 : lastIndexFrom(text, part, size - 1);
}

export function lastIndexFrom(text: string, part: string, from: number | bigint): Value {
  if (part === '') return from;
  if (from < 0) return outOfRange(from);
  if (!surrogate.test(text)) return from >= text.length ? -1 : text.lastIndexOf(part, Number(from));
  const start = unitIndex(text, Number(from));
  return start === undefined ? -1 : pointIndex(text, text.lastIndexOf(part, start));
}

/** Where a code point begins; undefined if there are not so many. */
function unitIndex(text: string, points: number): number | undefined {
  let [units, count] = [0, 0];
  for (const character of text) {
    if (count === points) return units;
    units += character.length;
    count++;
  }
  return undefined;
}

function pointIndex(text: string, units: number): number {
  return units < 0 ? -1 : Array.from(text.slice(0, units)).length;
}

export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** As `strings.Replace`: at most `limit` times, always if that is negative. An empty text is found between all characters. */
export function replace(text: string, { old, by, limit }: { old: string; by: string; limit: number }): string {
  if (limit === 0 || old === by) return text;
  if (old === '') return replaceEmpty(text, by, limit);
  if (limit < 0) return text.replaceAll(old, () => by);
  const parts = text.split(old);
  const head = parts.slice(0, limit + 1).join(by);
  return parts.length <= limit + 1 ? head : [head, ...parts.slice(limit + 1)].join(old);
}

function replaceEmpty(text: string, by: string, limit: number): string {
  const characters = Array.from(text);
  const count = limit < 0 ? characters.length + 1 : Math.min(limit, characters.length + 1);
  let result = '';
  for (let i = 0; i < count; i++) result += by + (characters[i] ?? '');
  return result + characters.slice(count).join('');
}

/** As `strings.SplitN`: at most `limit` parts, all if that is negative. An empty separator splits after each character. */
export function split(text: string, separator: string, limit: number): readonly string[] {
  if (limit === 0) return [];
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (limit < 0 || parts.length <= limit) return parts;
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

export function substringFrom(text: string, start: number | bigint): Value {
  const characters = surrogate.test(text) ? Array.from(text) : text;
  if (start < 0 || start > characters.length) return outOfRange(start);
  return joined(characters.slice(Number(start)));
}

export function substring(text: string, start: number | bigint, end: number | bigint): Value {
  if (start > end) return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  const characters = surrogate.test(text) ? Array.from(text) : text;
  if (start < 0 || start > characters.length) return outOfRange(start);
  if (end < 0 || end > characters.length) return outOfRange(end);
  return joined(characters.slice(Number(start), Number(end)));
}

function joined(characters: string | readonly string[]): string {
  return typeof characters === 'string' ? characters : characters.join('');
}

const SPACE = '[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const spaces = new RegExp(`^${SPACE}+`);
const isSpace = new RegExp(SPACE);

/** What Unicode calls white space, which is not quite what `trim` takes for it. */
export function trimSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace.test(text[end - 1] as string)) end--;
  return text.slice(0, end).replace(spaces, '');
}

const escapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** As a literal of the language. */
export function quote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
  return `"${text.replace(/[\x07-\r\\"]/g, (character) => escapes[character] as string)}"`;
}
