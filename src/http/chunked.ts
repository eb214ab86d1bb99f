/** The chunked coding of HTTP/1.1 (RFC 9112, 7.1). */

const LINE_END = Buffer.from('\r\n');
export const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** Up to here a copy costs less than writing three pieces. */
const COPIED_BYTES = 16 * 1024;

let last: { readonly part: Uint8Array; readonly chunk: readonly Uint8Array[] } | undefined;

/** A part of a body as the pieces to write. Watchers get the same part one after the other: it is put into a chunk once. */
export function chunkOf(part: Uint8Array): readonly Uint8Array[] {
  if (last?.part === part) return last.chunk;
  const length = Buffer.from(`${part.length.toString(16)}\r\n`, 'latin1');
  const pieces = [length, part, LINE_END];
  const chunk = part.length <= COPIED_BYTES ? [Buffer.concat(pieces)] : pieces;
  last = { part, chunk };
  return chunk;
}
