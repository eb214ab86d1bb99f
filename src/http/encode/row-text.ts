import { Age, type Cell, encodeJson } from '#machinery';
import type { JsonObject } from '#meta';
import type { Pieces } from './chunks.ts';

/** A row of a Table as JSON, complete but for the ages, which change with time. */
export class RowText {
  readonly #bytes: Uint8Array;
  /** Where in the bytes the ages belong. */
  readonly #places: readonly number[];
  readonly #ages: readonly Age[];

  constructor(cells: readonly Cell[], rest: JsonObject) {
    const ages = cells.filter((cell) => cell instanceof Age);
    const parts = partsAroundAges(cells);
    parts.push(`${parts.pop()}],${encodeJson(rest).slice(1)}`);
    const places: number[] = [];
    for (const part of parts.slice(0, -1)) places.push((places.at(-1) ?? 0) + Buffer.byteLength(part));
    this.#bytes = Buffer.from(parts.join(''));
    this.#places = places;
    this.#ages = ages;
  }

  writeTo(out: Pick<Pieces, 'add'>, now: number): void {
    let from = 0;
    for (const [i, age] of this.#ages.entries()) {
      const to = this.#places[i] as number;
      out.add(this.#bytes.subarray(from, to));
      out.add(insideQuotes(age.duration(now)));
      from = to;
    }
    out.add(from === 0 ? this.#bytes : this.#bytes.subarray(from));
  }

  /** The whole of it, for one who shows a single row. */
  text(now: number): string {
    const pieces: (Uint8Array | string)[] = [];
    this.writeTo({ add: (piece) => pieces.push(piece) }, now);
    return pieces.map((piece) => (typeof piece === 'string' ? piece : Buffer.from(piece).toString())).join('');
  }
}

/** The beginning of the row up to the first age, what stands between one and the next, and what follows the last. */
function partsAroundAges(cells: readonly Cell[]): string[] {
  const parts: string[] = [];
  let part = '{"cells":[';
  for (const [i, cell] of cells.entries()) {
    if (i > 0) part += ',';
    if (cell instanceof Age) {
      parts.push(`${part}"${insideQuotes(cell.before)}`);
      part = `${insideQuotes(cell.after)}"`;
    } else part += encodeJson(cell);
  }
  return [...parts, part];
}

function insideQuotes(text: string): string {
  return encodeJson(text).slice(1, -1);
}
