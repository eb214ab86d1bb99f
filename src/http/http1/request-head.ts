import type { IncomingHttpHeaders } from 'node:http';
import type { HttpCall } from '../call.ts';
import { escapedTarget } from '../header-text.ts';

/** The first line of a request and its headers, as far as they are plain. */
export interface RequestHead extends Pick<HttpCall, 'method' | 'path' | 'query' | 'headers' | 'rawHeaders'> {
  /** Bytes of the head, the empty line included: the body begins here. */
  readonly length: number;
  /** Of the body. */
  readonly contentLength: number;
}

/** The lines below the first. */
interface HeaderBlock {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly contentLength: number;
}

const headEnd = Buffer.from('\r\n\r\n');
/** Longer heads and bodies are rare, and left to Node's parser, which has its own limits. */
const LONGEST_HEAD = 16 * 1024;
const MOST_HEADERS = 100;
const LONGEST_BODY = 64 * 1024;

/** The methods of the API, and a target of which every part means one thing only. Node's parser takes none past ASCII. */
const requestLine =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\w\-.~!$&'()*+,;=:@/%\x80-\xff]*)(?:\?([\w\-.~!$&'()*+,;=:@/%?\x80-\xff]*))? HTTP\/1\.1\r\n/;

/** One space before the value and between its words, none behind it, ASCII only. */
const headerLine = /([A-Za-z][A-Za-z0-9-]*): ([!-~]+(?: [!-~]+)*)\r\n/y;

const digits = /^(?:0|[1-9][0-9]{0,5})$/;

/** They change what a request is: its length, its connection, or what comes after it. Node has cookies in lists. */
const oddHeaders: ReadonlySet<string> = new Set([
  'expect',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads the heads of requests on one connection. Only what can be read in one way is read here: everything else, right or
 * wrong, is for a parser that knows all of HTTP.
 */
export class RequestHeads {
  /** A client sends the same headers again and again. */
  #last: HeaderBlock | undefined;

  /** The head at the beginning of the bytes; undefined where it is not whole, not plain, or not a head. */
  read(bytes: Buffer): RequestHead | undefined {
    const end = bytes.indexOf(headEnd);
    if (end < 0 || end > LONGEST_HEAD) return undefined;
    // With the end of the last line, and without the empty line behind it.
    const text = bytes.toString('latin1', 0, end + 2);
    const line = requestLine.exec(text);
    if (line === null) return undefined;
    const [first, method, path, query = ''] = line as unknown as [string, string, string, string | undefined];
    const block = this.#block(text.slice(first.length));
    if (block === undefined) return undefined;
    const { headers, rawHeaders, contentLength } = block;
    const target = { path: escapedTarget(path), query: escapedTarget(query) };
    return { method, ...target, headers, rawHeaders, contentLength, length: end + headEnd.length };
  }

  #block(text: string): HeaderBlock | undefined {
    if (this.#last?.text !== text) this.#last = readHeaders(text);
    return this.#last;
  }
}

function readHeaders(text: string): HeaderBlock | undefined {
  const headers: IncomingHttpHeaders = {};
  const rawHeaders: string[] = [];
  for (headerLine.lastIndex = 0; headerLine.lastIndex < text.length; ) {
    const line = headerLine.exec(text);
    if (line === null) return undefined;
    const [, name, value] = line as unknown as [string, string, string];
    const key = name.toLowerCase();
    // Given twice, or a name that every object has.
    if (isOdd(key, value) || headers[key] !== undefined) return undefined;
    headers[key] = value;
    rawHeaders.push(name, value);
  }
  if (headers.host === undefined || rawHeaders.length > 2 * MOST_HEADERS) return undefined;
  const contentLength = Number(headers['content-length'] ?? 0);
  return { text, headers, rawHeaders, contentLength };
}

function isOdd(key: string, value: string): boolean {
  if (key === 'content-length') return !digits.test(value) || Number(value) > LONGEST_BODY;
  if (key === 'connection') return value.toLowerCase() !== 'keep-alive';
  return oddHeaders.has(key);
}
