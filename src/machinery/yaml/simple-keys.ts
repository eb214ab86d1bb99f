import type { Cursor } from './cursor.ts';
import { noSimpleKey, type SimpleKey, type Token } from './token.ts';

/** How far behind its beginning the colon of a key may stand, in characters. */
const LONGEST_KEY = 1024;

/** What may turn out to be a key, in the block context and in each flow collection that is open. */
export class SimpleKeys {
  readonly #cursor: Cursor;
  readonly #levels: SimpleKey[] = [noSimpleKey()];
  /** Saved for the token that comes next. */
  #pending: SimpleKey | undefined;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** How many flow collections are open. */
  get depth(): number {
    return this.#levels.length - 1;
  }

  get inFlow(): boolean {
    return this.#levels.length > 1;
  }

  /** What comes next may be a key; at the margin of its collection it must be one. */
  save(indent: number): void {
    this.drop();
    const { line, column, index } = this.#cursor;
    const key = this.#current();
    key.isPossible = true;
    key.isRequired = !this.inFlow && indent === column;
    key.line = line;
    key.column = column;
    key.index = index;
    this.#pending = key;
  }

  /** The token that a saved key begins with. */
  begin(token: Token): void {
    if (this.#pending === undefined) return;
    this.#pending.token = token;
    token.candidate = this.#pending;
    this.#pending = undefined;
  }

  /** It was none. */
  drop(): void {
    const key = this.#current();
    if (!key.isPossible) return;
    if (key.isRequired) throw this.#missing();
    key.isPossible = false;
    this.#forget(key.token);
  }

  /** Whether a token may begin a key whose colon has not been seen yet. */
  mayBegin({ candidate }: Token): boolean {
    return candidate !== undefined && this.#isValid(candidate);
  }

  /** The key that a colon belongs to, if there is one. It is no candidate any more. */
  take(): SimpleKey | undefined {
    const key = this.#current();
    if (!this.#isValid(key)) return undefined;
    key.isPossible = false;
    this.#forget(key.token);
    return key;
  }

  openLevel(bracket: Token): void {
    this.#levels.push(noSimpleKey(bracket));
  }

  /** A level that never had a key forgets its bracket's, as go-yaml does: `[]` is given away before its colon is seen. */
  closeLevel(): void {
    if (!this.inFlow) return;
    this.#forget(this.#levels.pop()?.token);
  }

  #current(): SimpleKey {
    return this.#levels[this.#levels.length - 1] as SimpleKey;
  }

  #forget(token: Token | undefined): void {
    if (token !== undefined) token.candidate = undefined;
  }

  /** A key stands in one line, and is not long. */
  #isValid(key: SimpleKey): boolean {
    if (!key.isPossible) return false;
    if (key.line === this.#cursor.line && key.index + LONGEST_KEY >= this.#cursor.index) return true;
    if (key.isRequired) throw this.#missing();
    key.isPossible = false;
    return false;
  }

  #missing(): Error {
    return this.#cursor.fault("could not find expected ':'");
  }
}
