import { CHAR, type Cursor, isBlank, isBreak, isBreakOrEnd, isDigit } from './cursor.ts';
import type { ScannedText } from './scan-text.ts';

/** What stands behind `|` or `>`. */
interface Header {
  /** What becomes of the ends of lines behind the text: all go, one stays, all stay. */
  readonly chomping: 'strip' | 'clip' | 'keep';
  /** How much further in the text stands; 0 where its first line shows it. */
  readonly increment: number;
}

/** A block scalar, whose `|` or `>` is next. `parent` is where the collection stands that holds it. */
export function scanBlock(cursor: Cursor, parent: number): ScannedText {
  const isFolded = cursor.code() === CHAR.greater;
  cursor.skip(1);
  const header = scanHeader(cursor);
  cursor.skipLineEnd();
  const { increment, chomping } = header;
  const indent = increment === 0 ? 0 : Math.max(parent, 0) + increment;
  return new BlockText(cursor, { indent, parent, isFolded }).scan(chomping);
}

function scanHeader(cursor: Cursor): Header {
  cursor.need(1);
  let chomping = scanChomping(cursor);
  const increment = scanIncrement(cursor);
  if (chomping === undefined && increment > 0) chomping = scanChomping(cursor);
  return { chomping: chomping ?? 'clip', increment };
}

function scanChomping(cursor: Cursor): Header['chomping'] | undefined {
  const code = cursor.code();
  if (code !== CHAR.plus && code !== CHAR.dash) return undefined;
  cursor.skip(1);
  cursor.need(1);
  return code === CHAR.plus ? 'keep' : 'strip';
}

function scanIncrement(cursor: Cursor): number {
  const code = cursor.code();
  if (!isDigit(code)) return 0;
  if (code === CHAR.zero) throw cursor.fault('found an indentation indicator equal to 0');
  cursor.skip(1);
  cursor.need(1);
  return code - CHAR.zero;
}

interface BlockPlace {
  readonly indent: number;
  readonly parent: number;
  readonly isFolded: boolean;
}

class BlockText {
  readonly #cursor: Cursor;
  readonly #parent: number;
  readonly #isFolded: boolean;
  /** 0 as long as it is not known. */
  #indent: number;
  #text = '';
  /** The end of the line before, and of the empty lines after it. */
  #break = '';
  #emptyLines = '';
  #endLine = 0;

  constructor(cursor: Cursor, { indent, parent, isFolded }: BlockPlace) {
    this.#cursor = cursor;
    this.#indent = indent;
    this.#parent = parent;
    this.#isFolded = isFolded;
  }

  scan(chomping: Header['chomping']): ScannedText {
    const cursor = this.#cursor;
    this.#skipEmptyLines();
    let wasBlank = false;
    while (cursor.column === this.#indent && cursor.code() !== CHAR.end) {
      const startsBlank = isBlank(cursor.code());
      this.#join(this.#isFolded && !wasBlank && !startsBlank);
      wasBlank = startsBlank;
      this.#takeLine();
      this.#skipEmptyLines();
    }
    if (chomping !== 'strip') this.#text += this.#break;
    if (chomping === 'keep') this.#text += this.#emptyLines;
    return { text: this.#text, endLine: this.#endLine, endsInNewLine: false };
  }

  #join(folds: boolean): void {
    if (!folds || this.#break !== '\n') this.#text += this.#break;
    else if (this.#emptyLines === '') this.#text += ' ';
    this.#text += this.#emptyLines;
    this.#break = '';
    this.#emptyLines = '';
  }

  #takeLine(): void {
    const cursor = this.#cursor;
    let end = cursor.at;
    while (!isBreakOrEnd(cursor.text.charCodeAt(end))) end++;
    this.#text += cursor.text.slice(cursor.at, end);
    cursor.moveTo(end);
    cursor.need(2);
    if (isBreak(cursor.code())) this.#break = cursor.takeBreak();
  }

  /** Empty lines, and the spaces before the next text. Finds out where the text stands if nobody said so. */
  #skipEmptyLines(): void {
    const cursor = this.#cursor;
    this.#endLine = cursor.line;
    let deepest = 0;
    for (;;) {
      this.#skipIndent();
      deepest = Math.max(deepest, cursor.column);
      if (!isBreak(cursor.code())) break;
      this.#emptyLines += cursor.takeBreak();
      this.#endLine = cursor.line;
    }
    if (this.#indent === 0) this.#indent = Math.max(deepest, this.#parent + 1, 1);
  }

  #skipIndent(): void {
    const cursor = this.#cursor;
    cursor.need(1);
    while (this.#isOutside() && cursor.code() === CHAR.space) cursor.skip(1);
    cursor.need(1);
    if (this.#isOutside() && cursor.code() === CHAR.tab) {
      throw cursor.fault('found a tab character where an indentation space is expected');
    }
  }

  #isOutside(): boolean {
    return this.#indent === 0 || this.#cursor.column < this.#indent;
  }
}
