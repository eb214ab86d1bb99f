import { createHash } from 'node:crypto';
import { nextTurn } from '#meta';

/** How many bytes are made before others get their turn. */
const TURN = 128 * 1024;

/** Yields to others between pieces, because a document may be many megabytes. */
async function* inTurns<T extends string | Uint8Array>(pieces: Iterable<T>): AsyncGenerator<T> {
  let made = 0;
  for (const piece of pieces) {
    yield piece;
    made += piece.length;
    if (made < TURN) continue;
    made = 0;
    await nextTurn();
  }
}

export async function collectBytes(pieces: Iterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const piece of inTurns(pieces)) parts.push(piece);
  return parts;
}

/** The hash of the text, which is not kept. */
export async function hashText(pieces: Iterable<string>): Promise<string> {
  const hash = createHash('sha512');
  for await (const piece of inTurns(pieces)) hash.update(piece);
  return hash.digest('hex').toUpperCase();
}

/** The same in chunks of the size of a turn, the last one smaller. */
export function* inChunks(pieces: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    length += bytes.length;
    if (length < TURN) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
