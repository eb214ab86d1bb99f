import { CHAR, type Cursor, isBlank, isBlankOrEnd, isDigit, isWord } from './cursor.ts';

function takeWord(cursor: Cursor): string {
  let end = cursor.at;
  while (isWord(cursor.text.charCodeAt(end))) end++;
  const word = cursor.text.slice(cursor.at, end);
  cursor.moveTo(end);
  cursor.need(1);
  return word;
}

/** The name behind `&` or `*`, which is next. */
export function scanAnchor(cursor: Cursor): string {
  cursor.skip(1);
  cursor.need(1);
  const name = takeWord(cursor);
  const follows = cursor.code();
  if (name !== '' && (isBlankOrEnd(follows) || '?:,]}%@`'.includes(String.fromCharCode(follows)))) return name;
  throw cursor.fault('did not find expected alphabetic or numeric character');
}

export interface ScannedTag {
  /** `!`, `!!`, `!name!`; empty where the suffix is the whole tag. */
  readonly handle: string;
  readonly suffix: string;
}

/** A tag, whose `!` is next. */
export function scanTag(cursor: Cursor): ScannedTag {
  cursor.need(2);
  const tag = cursor.code(1) === CHAR.less ? scanVerbatim(cursor) : scanShorthand(cursor);
  cursor.need(1);
  if (!isBlankOrEnd(cursor.code())) throw cursor.fault('did not find expected whitespace or line break');
  return tag;
}

function scanVerbatim(cursor: Cursor): ScannedTag {
  cursor.skip(2);
  const suffix = scanUri(cursor, '');
  if (cursor.code() !== CHAR.greater) throw cursor.fault("did not find the expected '>'");
  cursor.skip(1);
  return { handle: '', suffix };
}

function scanShorthand(cursor: Cursor): ScannedTag {
  const handle = scanHandle(cursor);
  if (handle.length > 1 && handle.endsWith('!')) return { handle, suffix: scanUri(cursor, '') };
  // It was no handle, but the beginning of what stands behind a single `!`.
  const suffix = scanUri(cursor, handle);
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix };
}

function scanHandle(cursor: Cursor): string {
  cursor.need(1);
  if (cursor.code() !== CHAR.bang) throw cursor.fault("did not find expected '!'");
  cursor.skip(1);
  cursor.need(1);
  const name = takeWord(cursor);
  if (cursor.code() !== CHAR.bang) return `!${name}`;
  cursor.skip(1);
  return `!${name}!`;
}

const uriMarks = new Set([...";/?:@&=+$,.!~*'()[]%"].map((char) => char.charCodeAt(0)));

/** What is left of a tag. `head` has been read already; its `!` is not part of it. */
function scanUri(cursor: Cursor, head: string): string {
  cursor.need(1);
  const start = cursor.at;
  let uri = head.slice(1);
  for (let code = cursor.code(); isWord(code) || uriMarks.has(code); code = cursor.code()) {
    if (code === CHAR.percent) {
      uri += scanEscapedCharacter(cursor);
    } else {
      uri += String.fromCharCode(code);
      cursor.skip(1);
    }
    cursor.need(1);
  }
  if (head === '' && cursor.at === start) throw cursor.fault('did not find expected tag URI');
  return uri;
}

/** One character of UTF-8 as `%C3%A9`. */
function scanEscapedCharacter(cursor: Cursor): string {
  const bytes = [scanOctet(cursor)];
  const width = widthOf(bytes[0] as number);
  if (width === 0) throw cursor.fault('found an incorrect leading UTF-8 octet');
  cursor.skip(3);
  while (bytes.length < width) {
    const octet = scanOctet(cursor);
    if ((octet & 0xc0) !== 0x80) throw cursor.fault('found an incorrect trailing UTF-8 octet');
    bytes.push(octet);
    cursor.skip(3);
  }
  return Buffer.from(bytes).toString('utf8');
}

function widthOf(octet: number): number {
  if (octet < 0x80) return 1;
  if (octet < 0xc0) return 0;
  if (octet < 0xe0) return 2;
  return octet < 0xf0 ? 3 : octet < 0xf8 ? 4 : 0;
}

function scanOctet(cursor: Cursor): number {
  cursor.need(3);
  const text = cursor.text.slice(cursor.at, cursor.at + 3);
  if (!/^%[0-9a-fA-F]{2}$/.test(text)) throw cursor.fault('did not find URI escaped octet');
  return Number.parseInt(text.slice(1), 16);
}

export type ScannedDirective =
  | { readonly name: 'YAML'; readonly version: string }
  | { readonly name: 'TAG'; readonly handle: string; readonly prefix: string };

/** A line that says something about the document, whose `%` is next. */
export function scanDirective(cursor: Cursor): ScannedDirective {
  cursor.skip(1);
  cursor.need(1);
  const name = takeWord(cursor);
  if (name === '') throw cursor.fault('could not find expected directive name');
  if (!isBlankOrEnd(cursor.code())) throw cursor.fault('found unexpected non-alphabetical character');
  const directive = name === 'YAML' ? scanVersion(cursor) : name === 'TAG' ? scanTagDirective(cursor) : undefined;
  if (directive === undefined) throw cursor.fault('found unknown directive name');
  cursor.skipLineEnd();
  return directive;
}

function scanVersion(cursor: Cursor): ScannedDirective {
  cursor.skipBlanks();
  const major = scanNumber(cursor);
  if (cursor.code() !== CHAR.dot) throw cursor.fault("did not find expected digit or '.' character");
  cursor.skip(1);
  return { name: 'YAML', version: `${major}.${scanNumber(cursor)}` };
}

function scanNumber(cursor: Cursor): number {
  cursor.need(1);
  let value = 0;
  let length = 0;
  for (; isDigit(cursor.code()); length++) {
    if (length === 2) throw cursor.fault('found extremely long version number');
    value = value * 10 + cursor.code() - CHAR.zero;
    cursor.skip(1);
    cursor.need(1);
  }
  if (length === 0) throw cursor.fault('did not find expected version number');
  return value;
}

function scanTagDirective(cursor: Cursor): ScannedDirective {
  cursor.skipBlanks();
  const handle = scanHandle(cursor);
  if (handle !== '!' && !(handle.length > 1 && handle.endsWith('!'))) throw cursor.fault("did not find expected '!'");
  cursor.need(1);
  if (!isBlank(cursor.code())) throw cursor.fault('did not find expected whitespace');
  cursor.skipBlanks();
  const prefix = scanUri(cursor, '');
  cursor.need(1);
  if (!isBlankOrEnd(cursor.code())) throw cursor.fault('did not find expected whitespace or line break');
  return { name: 'TAG', handle, prefix };
}
