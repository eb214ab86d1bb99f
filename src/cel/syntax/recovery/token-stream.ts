import { Lexer } from '../lexer.ts';
import { T, type Token, type TokenKind } from '../token.ts';

/** A token with its text. An assumed token has a text that stands nowhere in the source. */
export interface TextToken extends Token {
  readonly text: string;
}

/** Tokens, read from the text when they are asked for: what is wrong with the text is reported as far as it is read. */
export class TokenStream {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #report: (position: number, message: string) => void;
  /** With spaces and comments. */
  readonly #all: TextToken[] = [];
  /** The indexes of the others in `#all`. */
  readonly #visible: number[] = [];
  #at = 0;

  constructor(text: string, report: (position: number, message: string) => void) {
    this.#text = text;
    this.#lexer = new Lexer(text);
    this.#report = report;
    this.#fetch(0);
  }

  get index(): number {
    return this.#at;
  }
  token(ahead = 0): TextToken {
    return this.#all[this.#visible[this.#fetch(this.#at + ahead)] as number] as TextToken;
  }
  kind(ahead = 0): TokenKind {
    return this.token(ahead).kind;
  }
  previous(): TextToken | undefined {
    const index = this.#visible[this.#at - 1];
    return index === undefined ? undefined : this.#all[index];
  }
  consume(): void {
    if (this.kind() === T.EOF) return;
    this.#at++;
    this.#fetch(this.#at);
  }

  /** The text from the current token to one ahead, with the spaces between. Invalid characters are left out. */
  textTo(ahead: number): string {
    const first = this.#visible[this.#at] as number;
    const last = this.#visible[this.#fetch(this.#at + ahead)] as number;
    const tokens = this.#all.slice(first, last + 1);
    return tokens
      .filter(({ kind }) => kind !== T.EOF)
      .map(({ text }) => text)
      .join('');
  }

  /** Reads up to the visible token of this index; answers it, or that of the last one. */
  #fetch(index: number): number {
    while (this.#visible.length <= index && this.#all.at(-1)?.kind !== T.EOF) this.#readNext();
    return Math.min(index, this.#visible.length - 1);
  }

  #readNext(): void {
    const kind = this.#lexer.next();
    const { start, position: end } = this.#lexer;
    const text = this.#text.slice(start, end);
    if (typeof kind !== 'number') {
      this.#report(start, `token recognition error at: '${text}'`);
      return;
    }
    if (kind !== T.WHITESPACE && kind !== T.COMMENT) this.#visible.push(this.#all.length);
    this.#all.push({ kind, start, end, text: kind === T.EOF ? '<EOF>' : text });
  }
}
