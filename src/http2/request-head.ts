import { Http2Error } from './frames.ts';
import { connectionHeaders, isHeaderName } from './header-names.ts';
import type { HeaderField } from './header-table.ts';

/** The headers of a request that can be understood. */
export interface RequestHead {
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  /** All of them, also those that begin with a colon. */
  readonly fields: readonly HeaderField[];
  /** Of the body, where the client has said so. */
  readonly contentLength: number | undefined;
  /** There is no body. */
  readonly isEnd: boolean;
  /** The client waits for a word before it sends the body. */
  readonly expectsWord: boolean;
}

/** A tab is none. */
const controlCharacter = /[^\t\x20-\x7e\x80-\xff]/;
const digits = /^[0-9]{1,15}$/;

/** Names that were looked at before: a client sends the same ones again and again. */
const plainNames = new Set<string>();
const MOST_NAMES = 512;

/** Throws an `Http2Error` about the stream for what is no request (RFC 9113, section 8.3). */
export function requestHead(
  fields: readonly HeaderField[],
  { id, isEnd }: { id: number; isEnd: boolean },
): RequestHead {
  const malformed = (message: string): Http2Error => new Http2Error('PROTOCOL_ERROR', message, id);
  const said: Said = {};
  let values = '';
  let isBehind = false;
  for (const [name, value] of fields) {
    values += value;
    const isPseudo = name.charCodeAt(0) === COLON;
    if (isPseudo ? isBehind || !pseudoNames.has(name) || said[name as keyof Said] !== undefined : !isPlainName(name))
      throw malformed(`the header ${JSON.stringify(name)} where it may not be`);
    isBehind ||= !isPseudo;
    if (isPseudo || meantNames.has(name)) said[name as keyof Said] ??= value;
  }
  // All of them in one go.
  if (controlCharacter.test(values)) throw malformed('a header with control characters');
  const { ':method': method = '', ':scheme': scheme, ':path': path = '', te = 'trailers', expect } = said;
  if (method === '' || path === '' || !schemes.has(scheme)) throw malformed('an incomplete request');
  if (te !== 'trailers') throw malformed('the header te');
  const contentLength = lengthOf(said['content-length']);
  if (Number.isNaN(contentLength)) throw malformed('a length that is no number');
  if (isEnd && contentLength !== undefined && contentLength !== 0) throw malformed('a body that is not there');
  return { method, path, fields, contentLength, isEnd, expectsWord: expect?.toLowerCase() === '100-continue' };
}

/** What is looked at here. */
interface Said {
  ':method'?: string;
  ':scheme'?: string;
  ':authority'?: string;
  ':path'?: string;
  'content-length'?: string;
  te?: string;
  expect?: string;
}
const pseudoNames: ReadonlySet<string> = new Set([':method', ':scheme', ':authority', ':path']);
const meantNames: ReadonlySet<string> = new Set(['content-length', 'te', 'expect']);
const schemes: ReadonlySet<string | undefined> = new Set(['https', 'http']);
const COLON = 0x3a;

/** Not a number where it is none. */
function lengthOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return digits.test(text) ? Number(text) : Number.NaN;
}

function isPlainName(name: string): boolean {
  if (plainNames.has(name)) return true;
  if (!isHeaderName(name) || connectionHeaders.has(name)) return false;
  if (plainNames.size < MOST_NAMES) plainNames.add(name);
  return true;
}
