import { goQuote, goText, type Json, type JsonObject, setOwn } from '#meta';
import type { ParsedBody } from '../version-codec.ts';
import { CborError, CborReader, type Head, INDEFINITE, MAJOR, TWO_BYTES, typeName, unaccepted } from './cbor-head.ts';
import { timeOfEpoch, timeOfText } from './tagged-time.ts';
import { passItem, requireWellFormed } from './well-formed.ts';

const MOST_INT64 = 2n ** 63n - 1n;
const TAG = { text: 0, epoch: 1, base64url: 21, base64: 22, base16: 23 } as const;
type Encoding = 'base64url' | 'base64' | 'hex';
const encodings: ReadonlyMap<number, Encoding> = new Map([
  [TAG.base64url, 'base64url'],
  [TAG.base64, 'base64'],
  [TAG.base16, 'hex'],
]);

interface Level {
  readonly container: Json[] | JsonObject;
  /** Undefined if a break ends it. */
  readonly count: number | undefined;
  /** What byte strings in it become. */
  readonly encoding: Encoding | undefined;
  seen: number;
  key: string;
  /** The first thing that is wrong in it, or a key that is there twice. */
  error?: CborError;
}

interface CborOptions {
  /**
   * A type says what fits where, and tells what does not in the words for CBOR; integers past int64 are left to it.
   */
  readonly typed?: boolean;
}

/** A value, or what is wrong with it. */
type Outcome = Json | CborError;

/**
 * A CBOR body as JSON, as the real server reads it: byte strings are texts (or the base64 that a tag says they shall
 * become), tags without a meaning are passed over, times are texts. Throws a `CborError`. Takes time in proportion to the
 * length, and no stack for the depth. k8s: apimachinery/pkg/runtime/serializer/cbor/internal/modes/decode.go
 */
export function parseCbor(bytes: Uint8Array, options: CborOptions = {}): ParsedBody {
  requireWellFormed(bytes);
  return new Parser(bytes, options).parse();
}

/**
 * Of bytes that are well formed. What is wrong in them is noted, and reading goes on: of several faults the same one is told
 * as by the real server.
 */
class Parser {
  readonly #reader: CborReader;
  readonly #typed: boolean;
  readonly #levels: Level[] = [];
  readonly #literals = new Map<object, Map<string | number, string>>();
  readonly #texts = new Map<object, Set<string | number>>();
  /** The value that was read last was a text, and not bytes. */
  #isText = false;
  /** How the number was written that was read last, where that is more than its value. */
  #literal: string | undefined;

  constructor(bytes: Uint8Array, { typed = false }: CborOptions) {
    this.#reader = new CborReader(bytes);
    this.#typed = typed;
  }

  parse(): ParsedBody {
    let value = this.#begin(undefined);
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (value !== undefined) this.#store(level, value);
      value = this.#isOver(level) ? this.#close() : this.#next(level);
    }
    if (value instanceof CborError) throw value;
    const body = { value: value ?? null, duplicates: [], ...(this.#typed && { cbor: { texts: this.#texts } }) };
    return this.#literals.size === 0 ? body : { ...body, literals: this.#literals };
  }

  #store(level: Level, value: Outcome): void {
    const literal = this.#literal;
    const isText = this.#isText;
    this.#literal = undefined;
    this.#isText = false;
    const { container, key } = level;
    if (value instanceof CborError) {
      level.error ??= value;
      return;
    }
    if (!Array.isArray(container) && Object.hasOwn(container, key)) {
      const where = `map key ${goQuote(key)} at map element index ${level.seen - 1}`;
      level.error = new CborError(`cbor: found duplicate ${where}`);
      this.#passRest(level);
      return;
    }
    if (isText) {
      const known = this.#texts.get(container) ?? new Set<string | number>();
      this.#texts.set(container, known.add(Array.isArray(container) ? container.length : key));
    }
    if (literal !== undefined) {
      const known = this.#literals.get(container) ?? new Map<string | number, string>();
      this.#literals.set(container, known.set(Array.isArray(container) ? container.length : key, literal));
    }
    if (Array.isArray(container)) container.push(value);
    else setOwn(container, key, value);
  }

  /** What follows a key that is there twice is not looked at. */
  #passRest(level: Level): void {
    while (!this.#isAtEnd(level)) {
      level.seen++;
      passItem(this.#reader);
      passItem(this.#reader);
    }
  }

  #isAtEnd({ count, seen }: Level): boolean {
    return count === undefined ? this.#reader.isBreak : seen === count;
  }

  #isOver(level: Level): boolean {
    if (!this.#isAtEnd(level)) return false;
    if (level.count === undefined) this.#reader.at++;
    return true;
  }

  #close(): Outcome {
    const { container, error } = this.#levels.pop() as Level;
    return error ?? container;
  }

  #next(level: Level): Outcome | undefined {
    const { container, encoding } = level;
    level.seen++;
    if (!Array.isArray(container)) {
      const key = this.#key(level);
      if (key instanceof CborError) {
        passItem(this.#reader);
        return key;
      }
      level.key = key;
    }
    return this.#begin(encoding);
  }

  /** A key that is null is the one before it, as a loop that uses its variable again makes it. */
  #key({ encoding: inherited, key: before }: Level): string | CborError {
    const from = this.#reader.at;
    const tagged = this.#tagged(inherited);
    if (tagged instanceof CborError) return tagged;
    const { head, encoding } = tagged;
    // The fields of types have their names whatever a tag says of the bytes in them.
    const isText = head.major === MAJOR.bytes || head.major === MAJOR.text;
    if (isText) return this.#string(head, this.#typed ? undefined : encoding);
    if (head.major === MAJOR.simple && head.info === NULL) return before;
    this.#reader.at = from;
    passItem(this.#reader);
    return keyFault(head);
  }

  /** Begins a value: a scalar is returned; a list or object becomes the innermost level. */
  #begin(inherited: Encoding | undefined): Outcome | undefined {
    const tagged = this.#tagged(inherited);
    if (tagged instanceof CborError) return tagged;
    const { head, encoding, time } = tagged;
    const { major, info, value } = head;
    switch (major) {
      case MAJOR.unsigned:
      case MAJOR.negative: {
        const integer = this.#integer(head, time ? 'time.Time' : 'int64');
        return time && !(integer instanceof CborError) ? timeOfEpoch(Number(integer), 0) : integer;
      }
      case MAJOR.bytes:
      case MAJOR.text: {
        const text = this.#string(head, encoding);
        this.#isText = major === MAJOR.text;
        return time && typeof text === 'string' ? timeOfText(text) : text;
      }
      case MAJOR.simple:
        return this.#simple(head, time);
      default: {
        const count = info === INDEFINITE ? undefined : value;
        this.#levels.push({ container: major === MAJOR.array ? [] : {}, count, encoding, seen: 0, key: '' });
        return undefined;
      }
    }
  }

  /** The head behind all tags, and what the tags make of the item. */
  #tagged(inherited: Encoding | undefined): TaggedHead | CborError {
    let encoding = inherited;
    let time = false;
    let head = this.#reader.head();
    while (head.major === MAJOR.tag) {
      const fault = contentFault(head.value, this.#reader.bytes[this.#reader.at] as number);
      if (fault !== undefined) {
        passItem(this.#reader);
        return fault;
      }
      encoding = encodings.get(head.value) ?? encoding;
      time = head.value === TAG.text || head.value === TAG.epoch;
      head = this.#reader.head();
    }
    return { head, encoding, time };
  }

  #integer({ major, value, exact = BigInt(value) }: Head, type: string): number | bigint | CborError {
    const signed = major === MAJOR.unsigned ? exact : -1n - exact;
    if (exact > MOST_INT64 && !this.#typed) {
      const why = `${signed} overflows Go's int64`;
      return new CborError(`cbor: cannot unmarshal ${typeName(major)} into Go value of type ${type} (${why})`);
    }
    const number = Number(signed);
    if (Number.isSafeInteger(number)) return number;
    this.#literal = String(signed);
    return signed;
  }

  #string(head: Head, encoding: Encoding | undefined): string | CborError {
    const bytes = this.#reader.string(head);
    if (head.major === MAJOR.text) return readText(bytes);
    return encoding === undefined ? goText(bytes) : bytes.toString(encoding);
  }

  #simple(head: Head, time: boolean): Outcome {
    const { info, value } = head;
    if (info >= TWO_BYTES) {
      const float = this.#reader.float(head);
      if (time) return timeOfEpoch(Math.trunc(float), Math.trunc((float - Math.trunc(float)) * 1e9));
      // Integer fields refuse what was written as a fraction.
      if (Number.isInteger(float)) this.#literal = Object.is(float, -0) ? '-0.0' : `${BigInt(float)}.0`;
      return float;
    }
    if (info === FALSE || info === TRUE) return info === TRUE;
    return info === NULL ? null : unaccepted(MAJOR.simple, `simple value ${value} is not recognized`);
  }
}

interface TaggedHead {
  readonly head: Head;
  readonly encoding: Encoding | undefined;
  readonly time: boolean;
}

const FALSE = 20;
const TRUE = 21;
const NULL = 22;

/** What cannot be a key. */
function keyFault({ major, info, value, exact = 0n }: Head): CborError {
  const isKnown = info === FALSE || info === TRUE || info >= TWO_BYTES;
  if (major === MAJOR.simple && !isKnown) return unaccepted(major, `simple value ${value} is not recognized`);
  const overflows = major === MAJOR.negative && exact > MOST_INT64;
  const why = overflows ? ` (${-1n - exact} overflows Go's int64)` : '';
  return new CborError(`cbor: cannot unmarshal ${typeName(major)} into Go value of type string${why}`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer): string | CborError {
  try {
    return utf8.decode(bytes);
  } catch {
    return new CborError('cbor: invalid UTF-8 string');
  }
}

/** What some tags cannot stand before. */
function contentFault(tag: number, content: number): CborError | undefined {
  const major = content >> 5;
  const isNumber = major === MAJOR.unsigned || major === MAJOR.negative || (content >= 0xf9 && content <= 0xfb);
  if (tag === TAG.text && major !== MAJOR.text) return inadmissible(tag, 'text string', major);
  return tag === TAG.epoch && !isNumber ? inadmissible(tag, 'integer or floating-point number', major) : undefined;
}

const inadmissible = (tag: number, wanted: string, major: number): CborError =>
  new CborError(`cbor: tag number ${tag} must be followed by ${wanted}, got ${typeName(major)}`);
