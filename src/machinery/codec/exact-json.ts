import { goQuote, type Json, type JsonObject, setOwn } from '#meta';
import { DecodeError, type ParsedBody } from '../version-codec.ts';

/** A failure to read JSON, in Go's words. */
export class JsonError extends DecodeError {}

/** As deep as Go's decoder goes. */
export const MAX_DEPTH = 10_000;
const MAX_DUPLICATES = 100;

interface Level {
  readonly container: Json[] | JsonObject;
  /** The key or index of the value being read. */
  key: string | number;
  /** Keys that are reported already: the path is long where the body is deep. */
  reported?: Set<string>;
}

export interface ExactJsonOptions {
  /** Told of each key, by its path, in the order of the text. */
  readonly onKey?: (path: string, isTwice: boolean) => void;
  /** Numbers that are too large are accepted: the reader of the value checks them itself, if it does. */
  readonly anyNumber?: boolean;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Reads JSON character by character: keeps int64 exact, notices duplicate keys, remembers how peculiar numbers were
 * written, and fails in the words of Go's scanner. Not recursive: depth costs no stack.
 */
export class ExactJsonParser {
  readonly #text: string;
  #at = 0;
  readonly #levels: Level[] = [];
  readonly #duplicates: string[] = [];
  readonly #overwritten = new Map<object, Map<string, Json[]>>();
  readonly #literals = new Map<object, Map<string | number, string>>();

  readonly #options: ExactJsonOptions;
  #outOfRange: string | undefined;

  constructor(text: string, options: ExactJsonOptions = {}) {
    this.#text = text;
    this.#options = options;
  }

  parse(): ParsedBody {
    let value = this.#begin();
    for (;;) {
      const level = this.#levels.at(-1);
      if (level === undefined) break;
      if (value !== undefined) this.#store(level, value);
      value = Array.isArray(level.container) ? this.#nextItem(level, value) : this.#nextMember(level, value);
    }
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('after top-level value');
    const overwritten = this.#overwritten.size === 0 ? {} : { overwritten: this.#overwritten };
    const body = { value: value ?? null, duplicates: this.#duplicates, ...overwritten };
    if (this.#literals.size === 0) return body;
    const outOfRange = this.#outOfRange === undefined ? {} : { outOfRange: this.#outOfRange };
    return { ...body, literals: this.#literals, ...outOfRange };
  }

  #store(level: Level, value: Json): void {
    if (Array.isArray(level.container)) level.container.push(value);
    else setOwn(level.container, String(level.key), value);
  }

  /** Begins a value: a scalar is returned; a list or object becomes the innermost level. */
  #begin(): Json | undefined {
    this.#skipSpace();
    const char = this.#text[this.#at];
    switch (char) {
      case '{':
        return this.#open({ container: {}, key: '' });
      case '[':
        return this.#open({ container: [], key: 0 });
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        if (char === '-' || isDigit(char)) return this.#number();
        return this.#fail('looking for beginning of value');
    }
  }

  #open(level: Level): undefined {
    if (this.#levels.length >= MAX_DEPTH) this.#fail('exceeded max depth');
    this.#at++;
    this.#levels.push(level);
  }

  #close(level: Level): Json {
    this.#at++;
    this.#levels.pop();
    return level.container;
  }

  #nextItem(level: Level, before: Json | undefined): Json | undefined {
    this.#skipSpace();
    const char = this.#text[this.#at];
    if (char === ']') return this.#close(level);
    if (before !== undefined) {
      if (char !== ',') this.#fail('after array element');
      this.#at++;
      level.key = (level.key as number) + 1;
    }
    return this.#begin();
  }

  #nextMember(level: Level, before: Json | undefined): Json | undefined {
    this.#skipSpace();
    const char = this.#text[this.#at];
    if (before === undefined && char === '}') return this.#close(level);
    if (before !== undefined) {
      if (char === '}') return this.#close(level);
      if (char !== ',') this.#fail('after object key:value pair');
      this.#at++;
      this.#skipSpace();
    }
    if (this.#text[this.#at] !== '"') this.#fail('looking for beginning of object key string');
    const key = this.#string();
    level.key = key;
    const isTwice = Object.hasOwn(level.container, key);
    if (isTwice) {
      this.#noteDuplicate(level, key);
      this.#keepOverwritten(level.container as JsonObject, key);
    }
    this.#options.onKey?.(this.#path(), isTwice);
    this.#skipSpace();
    if (this.#text[this.#at] !== ':') this.#fail('after object key');
    this.#at++;
    return this.#begin();
  }

  #noteDuplicate(level: Level, duplicate: string): void {
    if (this.#duplicates.length >= MAX_DUPLICATES || level.reported?.has(duplicate)) return;
    level.reported ??= new Set();
    level.reported.add(duplicate);
    const note = `duplicate field ${goQuote(this.#path())}`;
    if (!this.#duplicates.includes(note)) this.#duplicates.push(note);
  }

  #keepOverwritten(container: JsonObject, key: string): void {
    const values = this.#overwritten.get(container) ?? new Map<string, Json[]>();
    this.#overwritten.set(container, values);
    const before = values.get(key) ?? [];
    values.set(key, before);
    before.push(container[key] ?? null);
  }

  #path(): string {
    let path = '';
    for (const { key } of this.#levels) {
      if (typeof key === 'number') path += `[${key}]`;
      else path += path === '' ? key : `.${key}`;
    }
    return path;
  }

  #string(): string {
    const start = this.#at++;
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 0x22) break;
      if (unit === 0x5c) this.#escape();
      else if (unit >= 0x20) this.#at++;
      else this.#fail('in string literal');
    }
    this.#at++;
    const text: string = JSON.parse(this.#text.slice(start, this.#at));
    return replaceLoneSurrogates(text);
  }

  #escape(): void {
    const char = this.#text[++this.#at];
    if (char === undefined || !'"\\/bfnrtu'.includes(char)) this.#fail('in string escape code');
    this.#at++;
    if (char !== 'u') return;
    for (let digit = 0; digit < 4; digit++, this.#at++) {
      if (!/^[0-9a-fA-F]$/.test(this.#text[this.#at] ?? '')) this.#fail('in \\u hexadecimal character escape');
    }
  }

  #word<T extends Json>(word: string, value: T): T {
    for (const [at, char] of [...word].entries()) {
      if (at > 0 && this.#text[this.#at] !== char) this.#fail(`in literal ${word} (expecting '${char}')`);
      this.#at++;
    }
    return value;
  }

  #number(): Json {
    const start = this.#at;
    if (this.#text[this.#at] === '-') this.#at++;
    if (this.#text[this.#at] === '0') this.#at++;
    else this.#digits('in numeric literal');
    const integer = this.#at;
    if (this.#text[this.#at] === '.') {
      this.#at++;
      this.#digits('after decimal point in numeric literal');
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      this.#at++;
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++;
      this.#digits('in exponent of numeric literal');
    }
    return this.#valueOf(this.#text.slice(start, this.#at), this.#at === integer);
  }

  #digits(where: string): void {
    if (!isDigit(this.#text[this.#at])) this.#fail(where);
    while (isDigit(this.#text[this.#at])) this.#at++;
  }

  #valueOf(literal: string, integer: boolean): Json {
    const value = Number(literal);
    if (integer && Number.isSafeInteger(value)) return value === 0 ? 0 : value;
    const level = this.#levels.at(-1);
    if (level !== undefined) {
      const literals = this.#literals.get(level.container) ?? new Map<string | number, string>();
      this.#literals.set(level.container, literals.set(level.key, literal));
    }
    if (integer) {
      const exact = BigInt(literal);
      if (exact >= MIN_INT64 && exact <= MAX_INT64) return exact;
    }
    if (!Number.isFinite(value)) {
      if (!this.#options.anyNumber) throw outOfRange(literal);
      this.#outOfRange ??= literal;
    }
    return value;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at++;
    }
  }

  #fail(where: string): never {
    if (this.#at >= this.#text.length) {
      // Go's scanner tries a space, to see whether a value ends there.
      throw new JsonError(takesNoSpace.test(where) ? `invalid character ' ' ${where}` : 'unexpected end of JSON input');
    }
    const [byte] = Buffer.from(String.fromCodePoint(this.#text.codePointAt(this.#at) as number));
    const char = String.fromCharCode(byte as number);
    const shown = char === "'" ? "\\'" : char === '"' ? '"' : goQuote(char).slice(1, -1);
    throw new JsonError(`invalid character '${shown}' ${where}`);
  }
}

const takesNoSpace = /^in literal|^in string escape code|hexadecimal character escape$|numeric literal$/;

/** For whoever has no other place for a number than a float64. */
export function outOfRange(literal: string): JsonError {
  return new JsonError(`json: cannot unmarshal number ${literal} into Go value of type float64`);
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9';
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
function replaceLoneSurrogates(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(loneSurrogate, '\ufffd') : text;
}
