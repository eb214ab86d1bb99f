import { Age, type Cell, encodeJson } from '#machinery';
import type { JsonObject } from '#meta';

/** A row of a Table as JSON. Ages change with time: it is kept as it was last shown, until one of them has changed. */
export class RowText {
  #bytes: Buffer;
  readonly #ages: readonly ShownAge[];

  constructor(cells: readonly Cell[], rest: JsonObject) {
    const ages = cells.filter((cell) => cell instanceof Age);
    const parts = partsAroundAges(cells);
    parts.push(`${parts.pop()}],${encodeJson(rest).slice(1)}`);
    let at = 0;
    this.#ages = ages.map((age, i) => {
      at += Buffer.byteLength(parts[i] as string);
      return { age, at, text: '' };
    });
    this.#bytes = Buffer.from(parts.join(''));
  }

  /** The whole of it, for one who shows a single row. */
  text(now: number): string {
    return this.bytesAt(now).toString();
  }

  /** Up to when, from `now` on, it stays as it is. */
  sameUntil(now: number): number {
    return this.#ages.reduce((until, { age }) => Math.min(until, age.sameUntil(now)), Number.POSITIVE_INFINITY);
  }

  bytesAt(now: number): Buffer {
    for (const { age, text } of this.#ages) {
      if (age.duration(now) === text) continue;
      this.#renew(now);
      break;
    }
    return this.#bytes;
  }

  #renew(now: number): void {
    const pieces: Uint8Array[] = [];
    let from = 0;
    let grown = 0;
    for (const shown of this.#ages) {
      const text = shown.age.duration(now);
      const quoted = Buffer.from(insideQuotes(text));
      const was = Buffer.byteLength(insideQuotes(shown.text));
      pieces.push(this.#bytes.subarray(from, shown.at), quoted);
      from = shown.at + was;
      shown.at += grown;
      grown += quoted.length - was;
      shown.text = text;
    }
    this.#bytes = Buffer.concat([...pieces, this.#bytes.subarray(from)]);
  }
}

/** An age as it stands in the bytes. */
interface ShownAge {
  readonly age: Age;
  at: number;
  text: string;
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
