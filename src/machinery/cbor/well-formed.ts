import { MAX_DEPTH } from '../codec/exact-json.ts';
import {
  CborError,
  CborReader,
  EIGHT_BYTES,
  type Head,
  INDEFINITE,
  MAJOR,
  ONE_BYTE,
  TWO_BYTES,
  typeName,
  unaccepted,
  unexpectedEnd,
} from './cbor-head.ts';

const MOST_ELEMENTS = 2_147_483_647;
const MOST_PAIRS = 2_097_152;
const MOST_INT64 = 2n ** 63n - 1n;

/** An array or a map whose items are being gone through. */
interface Level {
  readonly major: number;
  readonly depth: number;
  /** How many items there are, keys and values counted apart; undefined if a break ends them. */
  readonly count: number | undefined;
  seen: number;
}

/**
 * Throws unless the bytes are one well-formed data item of what is accepted: nothing is made of it before, so that what a
 * hostile body says of its lengths costs nothing. Not recursive: depth costs no stack.
 * k8s: github.com/fxamacker/cbor valid.go, with the limits of apimachinery/pkg/runtime/serializer/cbor
 */
export function requireWellFormed(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new CborError('EOF');
  const reader = new CborReader(bytes);
  passItem(reader);
  if (!reader.isAtEnd) {
    throw new CborError(`cbor: ${reader.left} bytes of extraneous data starting at index ${reader.at}`);
  }
}

/** Goes past one item, whatever it holds. */
export function passItem(reader: CborReader): void {
  const levels: Level[] = [];
  for (;;) {
    const opened = readItem(reader, levels.at(-1)?.depth ?? 0);
    if (opened !== undefined) levels.push(opened);
    else count(levels.at(-1));
    while (isOver(reader, levels.at(-1))) {
      levels.pop();
      count(levels.at(-1));
    }
    if (levels.length === 0) return;
  }
}

function count(level: Level | undefined): void {
  if (level === undefined) return;
  level.seen++;
  if (level.count !== undefined) return;
  if (level.major === MAJOR.array ? level.seen > MOST_ELEMENTS : level.seen % 2 === 0 && level.seen / 2 > MOST_PAIRS) {
    throw tooMany(level.major);
  }
}

function isOver(reader: CborReader, level: Level | undefined): boolean {
  if (level === undefined) return false;
  if (level.count !== undefined) return level.seen === level.count;
  if (reader.isAtEnd) throw unexpectedEnd();
  if (!reader.isBreak) return false;
  reader.at++;
  if (level.major === MAJOR.map && level.seen % 2 === 1) throw unexpectedBreak();
  return true;
}

/** One item with its tags. Returns what holds further ones. */
function readItem(reader: CborReader, above: number): Level | undefined {
  let depth = above;
  let head = checkedHead(reader);
  for (let tags = 0; head.major === MAJOR.tag; tags++) {
    if (tags > 0 && ++depth > MAX_DEPTH) throw tooDeep();
    if (reader.isAtEnd) throw unexpectedEnd();
    if (head.value === 2 || head.value === 3) throw unaccepted(MAJOR.tag, 'bignum');
    head = checkedHead(reader);
  }
  if (head.major === MAJOR.array || head.major === MAJOR.map) return opened(head, depth + 1);
  if (head.major === MAJOR.bytes || head.major === MAJOR.text) skipString(reader, head);
  return undefined;
}

function opened(head: Head, depth: number): Level {
  const { major, info, value } = head;
  if (depth > MAX_DEPTH) throw tooDeep();
  if (info === INDEFINITE) return { major, depth, count: undefined, seen: 0 };
  refuseOverflow(head, 'it would cause');
  if (value > (major === MAJOR.array ? MOST_ELEMENTS : MOST_PAIRS)) throw tooMany(major);
  return { major, depth, count: major === MAJOR.array ? value : value * 2, seen: 0 };
}

function skipString(reader: CborReader, head: Head): void {
  if (head.info !== INDEFINITE) {
    refuseOverflow(head, 'causing');
    if (reader.left < head.value) throw unexpectedEnd();
    reader.at += head.value;
    return;
  }
  const { major } = head;
  for (;;) {
    if (reader.isAtEnd) throw unexpectedEnd();
    if (reader.isBreak) break;
    if (reader.next !== major) {
      throw new CborError(`cbor: wrong element type ${typeName(reader.next)} for indefinite-length ${typeName(major)}`);
    }
    if (((reader.bytes[reader.at] as number) & 0x1f) === INDEFINITE) {
      throw new CborError(`cbor: indefinite-length ${typeName(major)} chunk is not definite-length`);
    }
    skipString(reader, checkedHead(reader));
  }
  reader.at++;
}

function checkedHead(reader: CborReader): Head {
  const head = reader.head();
  const { major, info, value } = head;
  if (info > EIGHT_BYTES && (info !== INDEFINITE || major < MAJOR.bytes || major === MAJOR.tag)) {
    throw new CborError(`cbor: invalid additional information ${info} for type ${typeName(major)}`);
  }
  if (major !== MAJOR.simple) return head;
  if (info === INDEFINITE) throw unexpectedBreak();
  if (info === ONE_BYTE && value < 32) {
    throw new CborError(`cbor: invalid simple value ${value} for type ${typeName(major)}`);
  }
  if (info >= TWO_BYTES) refuseNotFinite(reader.float(head));
  return head;
}

function refuseNotFinite(value: number): void {
  if (Number.isFinite(value)) return;
  throw unaccepted(MAJOR.simple, `floating-point ${Number.isNaN(value) ? 'NaN' : 'infinity'}`);
}

function refuseOverflow({ major, exact = 0n }: Head, what: string): void {
  if (exact <= MOST_INT64) return;
  throw new CborError(`cbor: ${typeName(major)} length ${exact} is too large, ${what} integer overflow`);
}

const tooDeep = (): CborError => new CborError(`cbor: exceeded max nested level ${MAX_DEPTH}`);
const unexpectedBreak = (): CborError => new CborError('cbor: unexpected "break" code');

function tooMany(major: number): CborError {
  return new CborError(
    major === MAJOR.array
      ? `cbor: exceeded max number of elements ${MOST_ELEMENTS} for CBOR array`
      : `cbor: exceeded max number of key-value pairs ${MOST_PAIRS} for CBOR map`,
  );
}
