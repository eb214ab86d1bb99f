export interface PemBlock {
  readonly label: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
  /** What follows the block. */
  readonly rest: string;
}

const PEM_BEGIN = '-----BEGIN ';
const DASHES = '-----';
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The first whole PEM block of a text; undefined if there is none. Takes time in proportion to what it passes over. */
export function nextPemBlock(text: string): PemBlock | undefined {
  let at = startOfBlock(text, 0);
  while (at >= 0) {
    const block = blockAt(text, at);
    if (block !== undefined) return block;
    at = startOfBlock(text, at + PEM_BEGIN.length);
  }
  return undefined;
}

/** Only at the beginning of a line. */
function startOfBlock(text: string, from: number): number {
  if (from === 0 && text.startsWith(PEM_BEGIN)) return 0;
  const found = text.indexOf(`\n${PEM_BEGIN}`, from);
  return found < 0 ? -1 : found + 1;
}

function blockAt(text: string, at: number): PemBlock | undefined {
  const lineEnd = text.indexOf('\n', at);
  if (lineEnd < 0) return undefined;
  const line = text.slice(at + PEM_BEGIN.length, lineEnd).trimEnd();
  if (!line.endsWith(DASHES)) return undefined;
  const label = line.slice(0, -DASHES.length);
  // Base64 has no dashes, so the next ones must be the end: a search for it never runs past another block.
  const end = text.indexOf(DASHES, lineEnd);
  const last = `${DASHES}END ${label}${DASHES}`;
  if (end < 0 || !text.startsWith(last, end)) return undefined;
  const bodyEnd = end + last.length;
  const next = text.indexOf('\n', bodyEnd);
  if (text.slice(bodyEnd, next < 0 ? undefined : next).trim() !== '') return undefined;
  const { hasHeaders, encoded } = splitHeaders(text.slice(lineEnd + 1, end));
  if (!base64.test(encoded)) return undefined;
  const rest = next < 0 ? '' : text.slice(next + 1);
  return { label, hasHeaders, bytes: Buffer.from(encoded, 'base64'), rest };
}

/** `Key: value` lines may stand before the data. */
function splitHeaders(body: string): { hasHeaders: boolean; encoded: string } {
  const lines = body.split('\n');
  const first = lines.findIndex((line) => !line.includes(':'));
  const data = first < 0 ? [] : lines.slice(first);
  return { hasHeaders: first !== 0, encoded: data.join('').replace(/\s+/g, '') };
}
