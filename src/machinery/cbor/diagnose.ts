import { isUtf8 } from 'node:buffer';
import { CborReader, type Head, INDEFINITE, MAJOR, TWO_BYTES } from './cbor-head.ts';

/** Deeper bytes are shown as they are: nobody reads a message of a thousand brackets. */
const MOST_DEPTH = 100;

/** Well-formed bytes in the notation that people read. RFC 8949, section 8 */
export function diagnose(bytes: Uint8Array): string {
  const reader = new CborReader(bytes);
  return show(reader, 0) ?? reader.bytes.toString('hex');
}

/** Undefined where it is too deep. */
function show(reader: CborReader, depth: number): string | undefined {
  if (depth > MOST_DEPTH) return undefined;
  const head = reader.head();
  switch (head.major) {
    case MAJOR.unsigned:
      return String(head.exact ?? head.value);
    case MAJOR.negative:
      return String(-1n - (head.exact ?? BigInt(head.value)));
    case MAJOR.bytes:
    case MAJOR.text:
      return head.info === INDEFINITE ? showChunks(reader, head) : showString(reader, head);
    case MAJOR.array:
      return showMembers(reader, { head, depth, brackets: ['[', ']'], items: 1 });
    case MAJOR.map:
      return showMembers(reader, { head, depth, brackets: ['{', '}'], items: 2 });
    case MAJOR.tag: {
      const content = show(reader, depth + 1);
      return content && `${head.exact ?? head.value}(${content})`;
    }
    default:
      return showSimple(reader, head);
  }
}

function showString(reader: CborReader, { major, value }: Head): string {
  const bytes = reader.take(value);
  if (major === MAJOR.text) return JSON.stringify(bytes.toString('utf8'));
  return isUtf8(bytes) ? `'${bytes.toString('utf8').replace(/['\\]/g, '\\$&')}'` : `h'${bytes.toString('hex')}'`;
}

function showChunks(reader: CborReader, { major }: Head): string {
  const chunks: string[] = [];
  while (!reader.isBreak) chunks.push(showString(reader, reader.head()));
  reader.at++;
  if (chunks.length > 0) return `(_ ${chunks.join(', ')})`;
  return major === MAJOR.text ? '""_' : "''_";
}

interface Members {
  readonly head: Head;
  readonly depth: number;
  readonly brackets: readonly [string, string];
  /** Two for a key and its value. */
  readonly items: 1 | 2;
}

function showMembers(reader: CborReader, { head, depth, brackets, items }: Members): string | undefined {
  const shown: string[] = [];
  const isEndless = head.info === INDEFINITE;
  for (let at = 0; isEndless ? !reader.isBreak : at < head.value; at++) {
    const member = Array.from({ length: items }, () => show(reader, depth + 1));
    if (member.includes(undefined)) return undefined;
    shown.push(member.join(': '));
  }
  if (isEndless) reader.at++;
  return `${brackets[0]}${isEndless ? '_ ' : ''}${shown.join(', ')}${brackets[1]}`;
}

const words = ['false', 'true', 'null', 'undefined'] as const;
const FIRST_WORD = 20;

function showSimple(reader: CborReader, head: Head): string {
  if (head.info < TWO_BYTES) return words[head.value - FIRST_WORD] ?? `simple(${head.value})`;
  const float = reader.float(head);
  return Number.isInteger(float) && Math.abs(float) < 1e21 ? `${BigInt(float)}.0` : String(float);
}
