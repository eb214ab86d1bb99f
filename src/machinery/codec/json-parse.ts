import { goQuote, type Json, jsonTypeName } from '#meta';
import type { DecodeError, ParsedBody } from '../version-codec.ts';
import { type ExactJsonOptions, ExactJsonParser, JsonError, MAX_DEPTH } from './exact-json.ts';

/** A number whose text tells more than its value: a fraction, an exponent, digits that a double cannot hold, minus zero. */
const peculiarNumber = /(?:"\s*:|[[,]|^)\s*(?:-?\d*(?:\d{16}|\d[.eE])|-0)/;
const surrogateEscape = /\\u[dD][89a-fA-F]/;
const none: readonly never[] = [];

export interface JsonOptions extends Pick<ExactJsonOptions, 'anyNumber'> {
  readonly duplicates: boolean;
}

/**
 * A JSON body, exactly as Go reads it. The native parser does the work for bodies that it cannot get wrong: they have
 * ordinary numbers only, and their value has as many keys as their text, so no key was there twice.
 */
export function parseJson(bytes: Uint8Array, options: JsonOptions): ParsedBody {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const value = parseOrdinary(text, options.duplicates);
  if (value !== undefined) return { value, duplicates: none };
  const body = new ExactJsonParser(text, options).parse();
  return body.duplicates.length === 0 ? body : { ...body, inOrder: (reports) => inTextOrder(text, reports) };
}

/** Reads the text once more, to see where each report belongs. What is wrong in nothing that has a path comes first. */
function inTextOrder(text: string, reports: readonly string[]): readonly string[] {
  const places = new Map<string, number>();
  const onKey = (path: string, isTwice: boolean): void => {
    const report = `${isTwice ? 'duplicate' : 'unknown'} field ${goQuote(path)}`;
    if (!places.has(report)) places.set(report, places.size);
  };
  new ExactJsonParser(text, { onKey, anyNumber: true }).parse();
  return [...reports].sort((a, b) => (places.get(a) ?? -1) - (places.get(b) ?? -1));
}

function parseOrdinary(text: string, checkDuplicates: boolean): Json | undefined {
  if (peculiarNumber.test(text) || (text.includes('\\') && surrogateEscape.test(text))) return undefined;
  try {
    const value: Json = JSON.parse(text);
    if (checkDuplicates && !(sameKeys(text, value) || sameLength(text, value))) return undefined;
    if (text.length > 2 * MAX_DEPTH && isTooDeep(text)) return undefined;
    return value;
  } catch {
    // Not JSON, or too deep for the native encoder: the exact parser finds the right words.
    return undefined;
  }
}

/** A text in which not every `":` is the end of a key, or not every key ends so. */
const oddKeys = /\\|"\s+:/;

/**
 * Whether the value has as many keys as its text. Without escapes a quote with a colon behind it ends a key, or begins a
 * string that begins with a colon: where it is no key, there are more of them than keys, and it is not the same.
 */
function sameKeys(text: string, value: Json): boolean {
  if (oddKeys.test(text)) return false;
  let written = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) written++;
  return written === countKeys(value, 0);
}

/** Deeper than any value that is not refused anyway there are none: the stack has an end. */
function countKeys(value: Json, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > 100) return 0;
  const members = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : members.length;
  for (const member of members) if (typeof member === 'object') count += countKeys(member, depth + 1);
  return count;
}

/** Writing again never gets longer, and gets shorter when a duplicate key fell away. */
function sameLength(text: string, value: Json): boolean {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  return JSON.stringify(value).length === end;
}

/** Counts brackets outside of strings, in a text that is JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = stringEnd(text, at);
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return false;
}

function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

interface VersionKindOptions {
  readonly anyCase?: boolean;
  readonly overwritten?: ParsedBody['overwritten'] | undefined;
}

const VERSION_KIND_TYPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * What a body says it is; empty strings where it does not say. Go reads it into a struct of its own, for which `KIND` is a
 * `kind` too, and the last one counts; but not for kinds that have no Go type.
 */
export function versionKindOf(
  value: Json,
  { anyCase = true, overwritten }: VersionKindOptions = {},
): { readonly apiVersion: string; readonly kind: string } {
  if (value === null) return { apiVersion: '', kind: '' };
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new JsonError(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${VERSION_KIND_TYPE}`);
  }
  const said = { apiVersion: '', kind: '' };
  for (const key of Object.keys(value)) {
    const field = versionKindFields.get(key.toLowerCase());
    if (field === undefined || !(anyCase || key === field)) continue;
    for (const earlier of overwritten?.get(value)?.get(key) ?? none)
      said[field] = textOf(field, earlier) ?? said[field];
    said[field] = textOf(field, value[key]) ?? said[field];
  }
  return said;
}

/** What is said of a custom resource whose version is null. */
export const NULL_API_VERSION = '.apiVersion accessor error: <nil> is of the type <nil>, expected string';

type VersionKindField = 'apiVersion' | 'kind';
const versionKindFields: ReadonlyMap<string, VersionKindField> = new Map([
  ['apiversion', 'apiVersion'],
  ['kind', 'kind'],
]);

/** Undefined for a null, which leaves what was said before. */
function textOf(field: VersionKindField, value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new JsonError(`json: cannot unmarshal ${jsonTypeName(value)} into Go struct field .${field} of type string`);
}

const SUMMARY_LENGTH = 30;

/** The message for a body that could not be read at all. */
export function unrecognizedBody(kind: string, error: DecodeError, bytes: Uint8Array): string {
  const cause =
    error instanceof JsonError ? `couldn't get version/kind; json parse error: ${error.message}` : error.message;
  return `the object provided is unrecognized (must be of type ${kind}): ${cause} (${summarize(bytes)})`;
}

function summarize(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>';
  const start = Buffer.from(bytes.subarray(0, SUMMARY_LENGTH));
  const more = bytes.length > SUMMARY_LENGTH ? ' ...' : '';
  return `${start.toString(bytes[0] === 0x7b ? 'utf8' : 'hex')}${more}`;
}
