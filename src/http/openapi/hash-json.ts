import type { Hash } from 'node:crypto';
import { encodeJson } from '#machinery';
import type { Json, Steps } from '#meta';

/** So much text is joined before it is hashed: one call for each value would take longer than hashing. */
const PIECE = 8 * 1024;

/** Hashes a value in steps, however large it is: its text is never whole. */
export function* hashJson(value: Json, hash: Pick<Hash, 'update'>): Steps {
  const text = { waiting: '' };
  const write = (more: string): void => {
    text.waiting += more;
    if (text.waiting.length < PIECE) return;
    hash.update(text.waiting);
    text.waiting = '';
  };
  yield writeJson(value, write);
  hash.update(text.waiting);
}

function* writeJson(value: Json, write: (text: string) => void): Steps {
  if (typeof value !== 'object' || value === null) {
    write(encodeJson(value));
  } else if (Array.isArray(value)) {
    write('[');
    for (const item of value) {
      yield writeJson(item, write);
      write(',');
    }
    write(']');
  } else {
    write('{');
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      write(`${JSON.stringify(name)}:`);
      yield writeJson(member, write);
      write(',');
    }
    write('}');
  }
}
