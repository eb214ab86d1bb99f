import { compareUtf8, type Json, type JsonObject, setOwn } from '#meta';

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
  return htmlSensitive.test(json) ? json.replace(htmlSensitiveAll, (char) => htmlEscapes[char] ?? '') : json;
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
    // The native encoder refuses bigint (TypeError) and what is nested deeper than its stack (RangeError).
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    return encodeAnything(value);
  }
}

type Waiting = { readonly text: string } | { readonly value: Json };

/** Not recursive: a body may be nested deeper than the stack carries. What is still to be written waits in a list. */
function encodeAnything(root: Json): string {
  const written: string[] = [];
  const waiting: Waiting[] = [{ value: root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('text' in next) written.push(next.text);
    else if (typeof next.value === 'object' && next.value !== null) pushAll(waiting, partsOf(next.value));
    else written.push(encodeScalar(next.value));
  }
  return written.join('');
}

/** Last first, so that the first comes out first. One by one: a spread of many arguments overflows the stack too. */
function pushAll(waiting: Waiting[], parts: Waiting[]): void {
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) waiting.push(part);
}

function encodeScalar(value: null | boolean | number | bigint | string): string {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? quoteJson(value) : JSON.stringify(value);
}

function partsOf(container: Json[] | JsonObject): Waiting[] {
  const list = Array.isArray(container);
  const parts: Waiting[] = [{ text: list ? '[' : '{' }];
  for (const [key, value] of Object.entries(container)) {
    if (value === undefined) continue;
    const comma = parts.length > 1 ? ',' : '';
    parts.push({ text: list ? comma : `${comma}${quoteJson(key)}:` }, { value });
  }
  parts.push({ text: list ? ']' : '}' });
  return parts;
}

/** The keys of a map in the order of Go's encoder: by UTF-8 bytes. */
export function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  if (keys.length < 2) return keys;
  return keys.sort(compareUtf8);
}

/** The map with its keys in that order; the same one where they are already. */
export function inKeyOrder(map: JsonObject): JsonObject {
  const keys = Object.keys(map);
  if (keys.every((key, at) => at === 0 || compareUtf8(keys[at - 1] ?? '', key) < 0)) return map;
  const ordered: JsonObject = {};
  for (const key of keys.sort(compareUtf8)) setOwn(ordered, key, map[key]);
  return ordered;
}
