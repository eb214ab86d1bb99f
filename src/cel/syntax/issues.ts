import type { Location, Source } from './source.ts';

interface Issue {
  readonly location: Location;
  readonly message: string;
}

/** Further errors are only counted. */
const MAX_REPORTED = 100;
/** A longer line is not shown under its error. */
const MAX_SNIPPET_BYTES = 16_384;

/** What is wrong with an expression, told as cel-go tells it. */
export class Issues {
  readonly #source: Source;
  readonly #list: Issue[] = [];
  #count = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  add(location: Location, message: string): void {
    this.#count++;
    if (this.#list.length < MAX_REPORTED) this.#list.push({ location, message });
  }

  get count(): number {
    return this.#count;
  }

  /** In the order of their places. */
  get list(): readonly Issue[] {
    return this.#list.toSorted((a, b) => a.location.line - b.location.line || a.location.column - b.location.column);
  }

  toString(): string {
    const shown = this.list.map((issue) => showIssue(this.#source, issue));
    if (this.#count > MAX_REPORTED) shown.push(`${this.#count - MAX_REPORTED} more errors were truncated`);
    return shown.join('\n');
  }
}

/** `ERROR: <input>:1:7: message`, the line, and a caret under the place. */
function showIssue(source: Source, { location, message }: Issue): string {
  const head = `ERROR: <input>:${location.line}:${location.column + 1}: ${message}`;
  const line = source.line(location.line)?.replaceAll('\t', ' ');
  if (line === undefined || Buffer.byteLength(line) > MAX_SNIPPET_BYTES) return head;
  return `${head}\n | ${line}\n | ${caretLine(line, location.column)}`;
}

/** Characters outside ASCII get a wide dot, so that the caret stands under its place in most fonts. */
function caretLine(line: string, column: number): string {
  const characters = Array.from(line);
  const isWide = (character: string | undefined): boolean => (character?.codePointAt(0) ?? 0) > 0x7f;
  const dots = characters.slice(0, Math.max(column, 0)).map((character) => (isWide(character) ? '\uff0e' : '.'));
  return `${dots.join('')}${isWide(characters[column]) ? '\uff3e' : '^'}`;
}
