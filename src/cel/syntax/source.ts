/** A place in a source: lines count from one, columns from zero in code points. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** The location of an error without a place. */
export const noLocation: Location = { line: -1, column: -1 };

/** The text of an expression. Positions are indexes into the text, as JavaScript counts. */
export class Source {
  readonly text: string;
  readonly #lineStarts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }

  locationOf(position: number): Location {
    if (position < 0) return noLocation;
    // An empty text has no line; cel-go then counts columns from minus one.
    if (this.text === '') return { line: 1, column: -1 };
    let line = this.#lineStarts.length;
    while (line > 1 && (this.#lineStarts[line - 1] as number) > position) line--;
    const start = this.#lineStarts[line - 1] as number;
    return { line, column: countCodePoints(this.text.slice(start, position)) };
  }

  /** The text of a line; undefined if there is none. */
  line(line: number): string | undefined {
    if (this.text === '' || line < 1 || line > this.#lineStarts.length) return undefined;
    const next = this.#lineStarts[line];
    return this.text.slice(this.#lineStarts[line - 1], next === undefined ? undefined : next - 1);
  }
}

const surrogate = /[\ud800-\udfff]/;

/** The length of a string as CEL counts. */
export function countCodePoints(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}
