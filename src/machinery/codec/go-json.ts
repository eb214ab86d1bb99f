import type { Json } from '#meta';

/** All but: controls, `"`, `&`, `<`, `>`, `\`, the line separators and surrogates. */
const needsEscape = /[^ !#-%'-;=?-[\]-\u2027\u202a-\ud7ff\ue000-\uffff]/;
const htmlSensitive = /[<>&\u2028\u2029]/;
const htmlSensitiveAll = /[<>&\u2028\u2029]/g;
const htmlEscapes: { readonly [char: string]: string } = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function escapeHtml(json: string): string {
  return htmlSensitive.test(json) ? json.replace(htmlSensitiveAll, (char) => htmlEscapes[char] as string) : json;
}

/** A string as Go's encoding/json writes it: `<`, `>`, `&` and the line separators are escaped. */
export function quoteJson(text: string): string {
  return needsEscape.test(text) ? escapeHtml(JSON.stringify(text)) : `"${text}"`;
}

/** JSON as Go writes it, keys in the order of the object. */
export function encodeJson(value: Json): string {
  try {
    return escapeHtml(JSON.stringify(value));
  } catch (error) {
    // The native encoder refuses bigint; what is no bigint is a bug.
    if (!(error instanceof TypeError)) throw error;
    return encodeWithBigints(value);
  }
}

function encodeWithBigints(value: Json): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return quoteJson(value);
  if (Array.isArray(value)) return `[${value.map(encodeWithBigints).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members: string[] = [];
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) members.push(`${quoteJson(key)}:${encodeWithBigints(member)}`);
  }
  return `{${members.join(',')}}`;
}

/** The keys of a map in the order of Go's encoder: by UTF-8 bytes. */
export function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  if (keys.length < 2) return keys;
  return keys.sort(compareUtf8);
}

/** UTF-16 order is UTF-8 order, except that surrogates come after the rest of the basic plane. */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return fixSurrogate(left) - fixSurrogate(right);
  }
  return a.length - b.length;
}

function fixSurrogate(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
