import { type Entry, sizeInBytes } from '#registry';
import type { Pieces } from './chunks.ts';
import type { RowText } from './row-text.ts';
import { MOST_WORK, workOf } from './shown-list.ts';

/** A run has at most so many rows, and is made of at most so many bytes of objects: a change makes one run anew. */
const MOST_ROWS = 64;
const MOST_WORK_OF_RUN = 256 * 1024;

const COMMA = Buffer.from(',');

/**
 * Rows of objects that follow each other, as they stand in a Table. Whoever lists the same objects again, while their ages
 * are told in the same words, gets the same bytes.
 */
export class RowRun {
  readonly bytes: Buffer;
  readonly #keys: readonly string[];
  readonly #revisions: readonly number[];
  readonly #from: number;
  readonly #until: number;

  constructor(entries: readonly Entry[], rows: readonly RowText[], now: number) {
    this.#keys = entries.map(({ key }) => key);
    this.#revisions = entries.map(({ revision }) => revision);
    this.bytes = Buffer.concat(rows.flatMap((row, i) => (i === 0 ? [row.bytesAt(now)] : [COMMA, row.bytesAt(now)])));
    this.#from = now;
    this.#until = Math.min(...rows.map((row) => row.sameUntil(now)));
  }
  get length(): number {
    return this.#keys.length;
  }
  get [sizeInBytes](): number {
    return this.bytes.length + 32 * this.length;
  }
  /** Whether these are the rows of what stands at this place of a list. */
  isAt(entries: readonly Entry[], start: number, now: number): boolean {
    if (now < this.#from || now >= this.#until || start + this.length > entries.length) return false;
    for (let i = 0; i < this.length; i++) {
      const { key, revision } = entries[start + i] as Entry;
      if (revision !== this.#revisions[i] || key !== this.#keys[i]) return false;
    }
    return true;
  }
}

/** How rows are shown. */
interface ShownRows {
  /** The same for all who see the same rows: under it runs are kept. */
  readonly name: string;
  readonly now: number;
  rowOf(entry: Entry): RowText | Promise<RowText>;
}

/** Writes the rows of a list in runs. What a run is made of is work; to write it again is not. */
export class RowRunWriter {
  readonly #out: Pieces;
  readonly #rows: ShownRows;
  /** Done since others had their turn. */
  #work = 0;

  constructor(rows: ShownRows, out: Pieces) {
    this.#rows = rows;
    this.#out = out;
  }

  /** Whether others should have their turn now. */
  isTired(): boolean {
    if (this.#work < MOST_WORK) return false;
    this.#work = 0;
    return true;
  }

  /** Writes one row or more, from the one at `start` on. Tells how many. */
  write(entries: readonly Entry[], start: number): number | Promise<number> {
    const known = this.#known(entries, start);
    if (known !== undefined) {
      this.#out.add(known.bytes);
      return known.length;
    }
    const rows = this.#rowsOfRun(entries, start);
    if (rows instanceof Promise) return rows.then((row) => this.#writeOne(row));
    const run = new RowRun(entries.slice(start, start + rows.length), rows, this.#rows.now);
    (entries[start] as Entry).keep(this.#rows.name, run);
    this.#out.add(run.bytes);
    return rows.length;
  }
  #writeOne(row: RowText): number {
    this.#out.add(row.bytesAt(this.#rows.now));
    return 1;
  }

  #known(entries: readonly Entry[], start: number): RowRun | undefined {
    const run = (entries[start] as Entry).kept<RowRun>(this.#rows.name);
    return run?.isAt(entries, start, this.#rows.now) ? run : undefined;
  }

  /** The rows up to the next run that is there, or as many as a run has; a promise of one row that has to be waited for. */
  #rowsOfRun(entries: readonly Entry[], start: number): readonly RowText[] | Promise<RowText> {
    const rows: RowText[] = [];
    let work = 0;
    for (let at = start; at < entries.length && rows.length < MOST_ROWS && work < MOST_WORK_OF_RUN; at++) {
      if (at > start && this.#known(entries, at) !== undefined) break;
      const entry = entries[at] as Entry;
      const row = this.#rows.rowOf(entry);
      work += workOf(entry);
      this.#work += workOf(entry);
      if (!(row instanceof Promise)) rows.push(row);
      else if (rows.length > 0) break;
      else return row;
    }
    return rows;
  }
}
