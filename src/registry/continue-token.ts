import { posix } from 'node:path';
import { DecodeError, parseJson } from '#machinery';
import { apiErrors, isJsonObject, type Json } from '#meta';

/** Where the next page of a list begins: `rv` -1 means at whatever is newest, without consistency. */
interface ContinueToken {
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
  const { v, rv, start } = readFields(readJson(decodeBase64(token)));
  if (v !== VERSION) throw invalid(`server does not recognize this encoded version ${v}`);
  if (rv === 0) throw invalid(`incorrect encoded start resourceVersion (version ${VERSION})`);
  if (start === '') throw invalid(`encoded start key empty (version ${VERSION})`);
  const key = start.startsWith('/') ? start : `/${start}`;
  if (posix.normalize(key) !== key || (key !== '/' && key.endsWith('/'))) throw invalid(start);
  return { revision: rv, after: lastBefore(key.slice(1)) };
}

function goJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
}

/** A foreign token's start key is itself part of the page: go back to just before it. */
function lastBefore(start: string): string {
  if (start === '') return '';
  const last = start.charCodeAt(start.length - 1);
  return last === 0 ? start.slice(0, -1) : `${start.slice(0, -1)}${String.fromCharCode(last - 1)}\uffff`;
}

function decodeBase64(token: string): string {
  const bad = token.search(/[^A-Za-z0-9_-]/);
  if (bad >= 0) throw invalid(`illegal base64 data at input byte ${bad}`);
  // Base64 cannot end with a single character of a group; Go's message names it.
  if (token.length % 4 === 1) throw invalid(`illegal base64 data at input byte ${token.length - 1}`);
  return Buffer.from(token, 'base64url').toString('utf8');
}

const tokenFields = { v: 'string', rv: 'int64', start: 'string' } as const;
type Fields = { v: string; rv: number; start: string };

/** As Go reads into a struct: names in any case, null is as good as nothing, and the first value of a wrong type is told. */
function readFields(value: Json): Fields {
  const fields: Fields = { v: '', rv: 0, start: '' };
  if (value === null) return fields;
  if (!isJsonObject(value))
    throw invalid(`json: cannot unmarshal ${goTypeOf(value)} into Go value of type storage.continueToken`);
  for (const [key, found] of Object.entries(value)) {
    const name = key.toLowerCase() as keyof Fields;
    if (!Object.hasOwn(tokenFields, name) || found === null || found === undefined) continue;
    const isWhole =
      name === 'rv' ? Number.isInteger(found) && Math.abs(Number(found)) < 2 ** 63 : typeof found === 'string';
    // Of numbers that are not whole Go tells which.
    const shown =
      name === 'rv' && typeof found === 'number'
        ? `number ${Number.isInteger(found) ? BigInt(found) : found}`
        : goTypeOf(found);
    if (!isWhole)
      throw invalid(
        `json: cannot unmarshal ${shown} into Go struct field continueToken.${name} of type ${tokenFields[name]}`,
      );
    Object.assign(fields, { [name]: found });
  }
  return fields;
}

function goTypeOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function readJson(text: string): Json {
  try {
    return parseJson(Buffer.from(text), { duplicates: false }).value;
  } catch (error) {
    if (error instanceof DecodeError) throw invalid(error.message);
    throw error;
  }
}
