import type { Json } from '#meta';
import { unquoted } from './doc-comment.ts';

/**
 * A value as markers write it: JSON, or `{a: x}` for an object and `{a, b}` for a list, one in the other, texts with or
 * without quotes. Undefined where it is none of that.
 */
export function parseMarkerValue(text: string): Json | undefined {
  const reader = new MarkerReader(text);
  try {
    const value = reader.value();
    return reader.isAtEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const numberPattern = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words: { readonly [word: string]: Json } = { true: true, false: false, null: null };

class MarkerReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#next() === '';
  }

  value(): Json {
    const opening = this.#next();
    if (opening === '[') return this.#list(']');
    if (opening !== '{') return scalarOf(this.#token(/[^,;}\]]/y));
    return this.#isObject() ? this.#object() : this.#list('}');
  }

  #list(closing: string): Json[] {
    const items: Json[] = [];
    this.#members(closing, () => items.push(this.value()));
    return items;
  }

  #object(): Json {
    const members: [string, Json][] = [];
    this.#members('}', () => {
      const name = unquoted(this.#token(/[^:,;{}[\]]/y));
      this.#expect(':');
      members.push([name, this.value()]);
    });
    return Object.fromEntries(members);
  }

  #members(closing: string, read: () => void): void {
    this.#at++;
    while (this.#next() !== closing) {
      read();
      if (this.#next() === ',' || this.#next() === ';') this.#at++;
      else if (this.#next() !== closing) throw new SyntaxError(`${closing} is missing`);
    }
    this.#at++;
  }

  /** Whether a name and a colon come first. `{}` is an object. */
  #isObject(): boolean {
    const begun = this.#at;
    this.#at++;
    const empty = this.#next() === '}';
    const named = !empty && this.#token(/[^:,;{}[\]]/y) !== '' && this.#next() === ':';
    this.#at = begun;
    return empty || named;
  }

  /** A text in quotes, with them, or the letters as far as `letter` goes. */
  #token(letter: RegExp): string {
    const quote = this.#next();
    const begun = this.#at;
    if (quote !== '' && '"\'`'.includes(quote)) {
      do {
        if (this.#text[this.#at] === '\\' && quote === '"') this.#at++;
        this.#at++;
        if (this.#at > this.#text.length) throw new SyntaxError(`${quote} is missing`);
      } while (this.#text[this.#at] !== quote);
      this.#at++;
      return this.#text.slice(begun, this.#at);
    }
    for (letter.lastIndex = this.#at; letter.test(this.#text); letter.lastIndex = this.#at) this.#at++;
    return this.#text.slice(begun, this.#at).trim();
  }

  /** The next letter that is no space. */
  #next(): string {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
    return this.#text.charAt(this.#at);
  }

  #expect(letter: string): void {
    if (this.#next() !== letter) throw new SyntaxError(`${letter} is missing`);
    this.#at++;
  }
}

function scalarOf(token: string): Json {
  if (token === '') throw new SyntaxError('a value is missing');
  if (Object.hasOwn(words, token)) return words[token] as Json;
  return numberPattern.test(token) ? Number(token) : unquoted(token);
}
