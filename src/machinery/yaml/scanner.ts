import { CHAR, Cursor, isBlank, isBlankOrEnd, isBreak } from './cursor.ts';
import { scanBlock } from './scan-block.ts';
import { scanAnchor, scanDirective, scanTag } from './scan-properties.ts';
import { type ScannedText, scanPlain, scanQuoted } from './scan-text.ts';
import { SimpleKeys } from './simple-keys.ts';
import type { Source } from './source.ts';
import { TOKEN, Token, type TokenType } from './token.ts';

/** As deep as go-yaml goes, in flow collections and in indented ones. */
const MAX_DEPTH = 10_000;

/**
 * The text as tokens, in the way of libyaml: it looks ahead only as far as a key may be long, and says the same of what
 * is wrong. Each character is looked at a bounded number of times.
 */
export class Scanner {
  readonly #cursor: Cursor;
  readonly #keys: SimpleKeys;
  #head: Token | undefined;
  #tail: Token | undefined;
  /** Where the innermost indented collection stands, and those around it. */
  #indent = -1;
  readonly #indents: number[] = [];
  /** Whether what comes next may be a key. */
  #mayBeKey = true;
  /** What was made of the first token, if that is not the token itself. */
  #shown: Token | undefined;

  /** What begins with which character; everything else is a scalar without quotes. */
  readonly #beginnings = new Map<number, () => void>([
    [CHAR.openBracket, () => this.#openFlow(TOKEN.flowSequence)],
    [CHAR.openBrace, () => this.#openFlow(TOKEN.flowMapping)],
    [CHAR.closeBracket, () => this.#closeFlow(TOKEN.flowSequenceEnd)],
    [CHAR.closeBrace, () => this.#closeFlow(TOKEN.flowMappingEnd)],
    [CHAR.comma, () => this.#flowEntry()],
    [CHAR.star, () => this.#anchor(TOKEN.alias)],
    [CHAR.ampersand, () => this.#anchor(TOKEN.anchor)],
    [CHAR.bang, () => this.#tag()],
    [CHAR.singleQuote, () => this.#quoted()],
    [CHAR.doubleQuote, () => this.#quoted()],
    [CHAR.bar, () => (this.#keys.inFlow ? this.#cannotStart() : this.#block())],
    [CHAR.greater, () => (this.#keys.inFlow ? this.#cannotStart() : this.#block())],
    [CHAR.dash, () => (this.#isAlone() ? this.#blockEntry() : this.#plain())],
    [CHAR.question, () => (this.#keys.inFlow || this.#isAlone() ? this.#key() : this.#plain())],
    [CHAR.colon, () => (this.#keys.inFlow || this.#isAlone() ? this.#value() : this.#plain())],
    ...[CHAR.hash, CHAR.percent, CHAR.at, CHAR.backquote, CHAR.tab].map(
      (code) => [code, () => this.#cannotStart()] as [number, () => void],
    ),
  ]);

  constructor(source: Source) {
    this.#cursor = new Cursor(source);
    this.#keys = new SimpleKeys(this.#cursor);
  }

  /** The next token, which stays where it is. */
  peek(): Token {
    this.#shown ??= this.#next();
    return this.#shown;
  }

  /** Takes the token that `peek` has shown. */
  skip(): void {
    const head = this.#head as Token;
    if (head.opensMapping) {
      head.opensMapping = false;
    } else if (head.opensKey) {
      head.opensKey = false;
    } else {
      head.isTaken = true;
      this.#head = head.next;
      // A token that lives long must not keep all that came after it.
      head.next = undefined;
      if (this.#head === undefined) this.#tail = undefined;
    }
    this.#shown = undefined;
  }

  #next(): Token {
    while (this.#head === undefined || this.#keys.mayBegin(this.#head)) this.#fetch();
    const head = this.#head;
    if (head.opensMapping) return new Token(TOKEN.blockMapping, head.line);
    return head.opensKey ? new Token(TOKEN.key, head.line) : head;
  }

  #append(type: TokenType, line: number): Token {
    const token = new Token(type, line);
    this.#keys.begin(token);
    if (this.#tail === undefined) this.#head = token;
    else this.#tail.next = token;
    this.#tail = token;
    return token;
  }

  /** Reads on, by at least one token. */
  #fetch(): void {
    const cursor = this.#cursor;
    cursor.need(1);
    this.#skipToToken();
    this.#unroll(cursor.column);
    cursor.need(4);
    const code = cursor.code();
    if (code === CHAR.end) this.#endStream();
    else if (cursor.column === 0 && code === CHAR.percent) this.#directive();
    else if (cursor.isAtDocumentMark()) this.#documentMark(code);
    else this.#content(code);
  }

  #content(code: number): void {
    const begin = this.#beginnings.get(code);
    if (begin === undefined) this.#plain();
    else begin();
  }

  /** Whether a dash, a question mark or a colon stands alone. */
  #isAlone(): boolean {
    return isBlankOrEnd(this.#cursor.code(1));
  }

  #cannotStart(): never {
    throw this.#cursor.fault('found character that cannot start any token');
  }

  /** Over blanks, comments and ends of lines. Where a key may stand, a tab is no indentation. */
  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      const tabs = this.#keys.inFlow || !this.#mayBeKey;
      for (let code = cursor.code(); tabs ? isBlank(code) : code === CHAR.space; code = cursor.code()) cursor.skip(1);
      cursor.need(1);
      cursor.skipComment();
      if (!isBreak(cursor.code())) return;
      cursor.need(2);
      cursor.takeBreak();
      if (!this.#keys.inFlow) this.#mayBeKey = true;
      cursor.need(1);
    }
  }

  /** Ends the collections that stand further in. */
  #unroll(column: number): void {
    if (this.#keys.inFlow) return;
    while (this.#indent > column) {
      this.#append(TOKEN.blockEnd, this.#cursor.line);
      this.#indent = this.#indents.pop() as number;
    }
  }

  /** Whether a collection begins at this column: one that stands further in than the innermost. */
  #roll(column: number): boolean {
    if (this.#keys.inFlow || this.#indent >= column) return false;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > MAX_DEPTH) throw this.#cursor.fault(`exceeded max depth of ${MAX_DEPTH}`);
    return true;
  }

  #saveKey(): void {
    if (this.#mayBeKey) this.#keys.save(this.#indent);
  }

  #endStream(): void {
    this.#cursor.endLine();
    this.#endBlocks();
    this.#append(TOKEN.streamEnd, this.#cursor.line);
  }

  #endBlocks(): void {
    this.#unroll(-1);
    this.#keys.drop();
    this.#mayBeKey = false;
  }

  #directive(): void {
    const cursor = this.#cursor;
    const { line } = cursor;
    this.#endBlocks();
    const directive = scanDirective(cursor);
    if (directive.name === 'YAML') {
      this.#append(TOKEN.versionDirective, line).text = directive.version;
    } else {
      const token = this.#append(TOKEN.tagDirective, line);
      token.text = directive.handle;
      token.suffix = directive.prefix;
    }
  }

  #documentMark(code: number): void {
    this.#endBlocks();
    this.#cursor.skip(3);
    this.#append(code === CHAR.dash ? TOKEN.documentStart : TOKEN.documentEnd, this.#cursor.line);
  }

  #openFlow(type: TokenType): void {
    const cursor = this.#cursor;
    this.#saveKey();
    if (this.#keys.depth >= MAX_DEPTH) throw cursor.fault(`exceeded max depth of ${MAX_DEPTH}`);
    this.#mayBeKey = true;
    cursor.skip(1);
    this.#keys.openLevel(this.#append(type, cursor.line));
  }

  #closeFlow(type: TokenType): void {
    this.#keys.drop();
    this.#keys.closeLevel();
    this.#indicator(type, { mayBeKey: false });
  }

  #indicator(type: TokenType, { mayBeKey }: { readonly mayBeKey: boolean }): void {
    this.#mayBeKey = mayBeKey;
    this.#cursor.skip(1);
    this.#append(type, this.#cursor.line);
  }

  #flowEntry(): void {
    this.#keys.drop();
    this.#indicator(TOKEN.flowEntry, { mayBeKey: true });
  }

  #blockEntry(): void {
    // Where it is an error in a flow collection, the parser tells it.
    if (!this.#keys.inFlow) {
      if (!this.#mayBeKey) throw this.#cursor.fault('block sequence entries are not allowed in this context');
      if (this.#roll(this.#cursor.column)) this.#append(TOKEN.blockSequence, this.#cursor.line);
    }
    this.#keys.drop();
    this.#indicator(TOKEN.blockEntry, { mayBeKey: true });
  }

  #key(): void {
    if (!this.#keys.inFlow) this.#beginMapping('mapping keys are not allowed in this context');
    this.#keys.drop();
    this.#indicator(TOKEN.key, { mayBeKey: !this.#keys.inFlow });
  }

  #beginMapping(refusal: string): void {
    if (!this.#mayBeKey) throw this.#cursor.fault(refusal);
    if (this.#roll(this.#cursor.column)) this.#append(TOKEN.blockMapping, this.#cursor.line);
  }

  #value(): void {
    const key = this.#keys.take();
    if (key === undefined) {
      // The colon of a key that began with a question mark.
      if (!this.#keys.inFlow) this.#beginMapping('mapping values are not allowed in this context');
      this.#indicator(TOKEN.value, { mayBeKey: !this.#keys.inFlow });
      return;
    }
    const opensMapping = this.#roll(key.column);
    const token = key.token as Token;
    if (token.isTaken) {
      // go-yaml has given away the beginning of `[]: x` when it sees the colon: the key comes too late, and is an error.
      this.#append(TOKEN.key, key.line);
      if (opensMapping) this.#append(TOKEN.blockMapping, key.line);
    } else {
      token.opensKey = true;
      token.opensMapping = opensMapping;
    }
    this.#indicator(TOKEN.value, { mayBeKey: false });
  }

  #anchor(type: TokenType): void {
    this.#saveKey();
    this.#mayBeKey = false;
    const { line } = this.#cursor;
    const name = scanAnchor(this.#cursor);
    this.#append(type, line).text = name;
  }

  #tag(): void {
    this.#saveKey();
    this.#mayBeKey = false;
    const { line } = this.#cursor;
    const { handle, suffix } = scanTag(this.#cursor);
    const token = this.#append(TOKEN.tag, line);
    token.text = handle;
    token.suffix = suffix;
  }

  #quoted(): void {
    this.#saveKey();
    this.#mayBeKey = false;
    const { line } = this.#cursor;
    this.#scalar(line, scanQuoted(this.#cursor));
  }

  #block(): void {
    this.#keys.drop();
    this.#mayBeKey = true;
    const { line } = this.#cursor;
    this.#scalar(line, scanBlock(this.#cursor, this.#indent));
  }

  #plain(): void {
    this.#saveKey();
    const { line } = this.#cursor;
    const scanned = scanPlain(this.#cursor, { indent: this.#indent + 1, inFlow: this.#keys.inFlow });
    this.#mayBeKey = scanned.endsInNewLine;
    this.#scalar(line, scanned).isPlain = true;
  }

  #scalar(line: number, { text, endLine }: ScannedText): Token {
    const token = this.#append(TOKEN.scalar, line);
    token.text = text;
    token.endLine = endLine;
    return token;
  }
}
