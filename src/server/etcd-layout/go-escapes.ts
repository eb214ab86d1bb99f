/** What Go writes otherwise in texts than JSON asks for: `<`, `>`, `&` and two ends of lines, which browsers would mistake. */
const escapes: ReadonlyMap<string, string> = new Map([
  ['<', '\\u003c'],
  ['>', '\\u003e'],
  ['&', '\\u0026'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
]);
const characters: ReadonlyMap<string, string> = new Map([...escapes].map(([one, escaped]) => [escaped, one]));

const someCharacter = /[<>&\u2028\u2029]/;
const everyCharacter = /[<>&\u2028\u2029]/g;
/** A backslash and what belongs to it: one that is itself escaped begins nothing. */
const everyEscape = /\\(?:u[0-9a-f]{4}|.)/g;

/** JSON as Go writes it. Outside of texts none of these characters stand. */
export function withGoEscapes(json: Uint8Array): Uint8Array {
  const text = textOf(json);
  if (!someCharacter.test(text)) return json;
  return Buffer.from(text.replace(everyCharacter, (one) => escapes.get(one) ?? one));
}

/** JSON as we write it: what is the same must have the same bytes, or a write that changes nothing would be one. */
export function withoutGoEscapes(json: Uint8Array): Uint8Array {
  const text = textOf(json);
  if (!text.includes('\\u')) return json;
  return Buffer.from(text.replace(everyEscape, (escaped) => characters.get(escaped) ?? escaped));
}

function textOf(json: Uint8Array): string {
  return Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString();
}
