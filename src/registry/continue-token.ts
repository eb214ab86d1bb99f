import { DecodeError, type ParsedBody, parseJson } from '#machinery';
import { apiErrors, isJsonObject } from '#meta';

/** Where the next page of a list begins: `rv` -1 means at whatever is newest, without consistency. */
export interface ContinueToken {
  readonly revision: number;
  /** The key of the last object of the page before, relative to what is listed. */
  readonly after: string;
}

const VERSION = 'meta.k8s.io/v1';
const invalid = (why: string): Error =>
  apiErrors.badRequest(`invalid continue token: continue key is not valid: ${why}`);

/** The token that the real server would give: base64url JSON with the first key NOT on the page before. */
export function encodeContinue({ revision, after }: ContinueToken): string {
  return Buffer.from(goJson({ v: VERSION, rv: revision, start: `${after}\u0000` })).toString('base64url');
}

export function decodeContinue(token: string): ContinueToken {
  const { v, rv, start } = parseToken(decodeBase64(token));
  if (v !== VERSION) throw invalid(`server does not recognize this encoded version ${v}`);
  if (!Number.isSafeInteger(rv) || rv === 0)
    throw invalid(`incorrect encoded start resourceVersion (version ${VERSION})`);
  if (start === '') throw invalid(`encoded start key empty (version ${VERSION})`);
  if (climbs(start)) throw invalid(start);
  return { revision: rv, after: start.endsWith('\u0000') ? start.slice(0, -1) : before(start) };
}

function goJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
}

/** A start key that was not made by us includes that very key: go back to just before it. */
function before(start: string): string {
  const last = start.charCodeAt(start.length - 1);
  return last === 0 ? start.slice(0, -1) : `${start.slice(0, -1)}${String.fromCharCode(last - 1)}\uffff`;
}

/** A key must not lead out of its resource. */
function climbs(start: string): boolean {
  return start.split('/').some((part) => part === '..' || part === '.') || start.includes('//');
}

function decodeBase64(token: string): string {
  const bad = token.search(/[^A-Za-z0-9_-]/);
  if (bad >= 0) throw invalid(`illegal base64 data at input byte ${bad}`);
  if (token.length % 4 === 1) throw invalid(`illegal base64 data at input byte ${token.length - 1}`);
  return Buffer.from(token, 'base64url').toString('utf8');
}

function parseToken(text: string): { v: string; rv: number; start: string } {
  const { value } = readJson(text);
  const { v = '', rv = 0, start = '' } = isJsonObject(value) ? value : {};
  return { v: String(v), rv: Number(rv), start: String(start) };
}

function readJson(text: string): ParsedBody {
  try {
    return parseJson(Buffer.from(text), { duplicates: false });
  } catch (error) {
    if (error instanceof DecodeError) throw invalid(error.message);
    throw error;
  }
}
