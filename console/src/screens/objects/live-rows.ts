import type { Json, TableRow } from '../../api/types.ts';

/** What has just happened to a row, and which of its cells are other ones now. */
export interface RowChange {
  readonly type: 'added' | 'changed' | 'removed';
  readonly at: number;
  readonly cells: ReadonlySet<number>;
}

export interface LiveRow {
  readonly key: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly created: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly cells: readonly Json[];
  readonly change?: RowChange;
}

export interface Sort {
  /** The column of the server's table; -1 is the namespace. */
  readonly column: number;
  readonly down: boolean;
}

/** How long a change is shown; a row that was removed stays that long. */
export const SHOWN_MS = 2500;

/** The rows of a table that is followed. Of each object only what is shown is kept: there may be very many. */
export class LiveRows {
  readonly #rows = new Map<string, LiveRow>();
  /** Rows with a change that is still shown. */
  readonly #fresh = new Set<string>();
  /** The last answer of `shown`: tables are drawn more often than they change. */
  #asked = '';
  #answer: readonly LiveRow[] = [];
  /** Changes with every change of the rows. */
  revision = 0;

  get size(): number {
    return this.#rows.size;
  }
  clear(): void {
    this.#rows.clear();
    this.#fresh.clear();
    this.revision += 1;
  }
  add(rows: readonly TableRow[]): void {
    for (const row of rows) {
      const read = readRow(row);
      this.#rows.set(read.key, read);
    }
    this.revision += 1;
  }
  change(type: 'ADDED' | 'MODIFIED' | 'DELETED', row: TableRow, at: number): void {
    const read = readRow(row);
    const before = this.#rows.get(read.key);
    const cells = before === undefined ? new Set<number>() : changedCells(before.cells, read.cells);
    const word = type === 'DELETED' ? 'removed' : before === undefined || type === 'ADDED' ? 'added' : 'changed';
    this.#rows.set(read.key, { ...read, change: { type: word, at, cells } });
    this.#fresh.add(read.key);
    this.revision += 1;
  }
  /** Forgets changes that were shown long enough. Says whether any is still shown. */
  settle(now: number): boolean {
    for (const key of this.#fresh) {
      const row = this.#rows.get(key);
      if (row?.change !== undefined && now - row.change.at < SHOWN_MS) continue;
      this.#fresh.delete(key);
      if (row?.change?.type === 'removed') this.#rows.delete(key);
      else if (row !== undefined) this.#rows.set(key, withoutChange(row));
      this.revision += 1;
    }
    return this.#fresh.size > 0;
  }
  /** The rows that have the text in a cell, in order. */
  shown(text: string, sort: Sort | undefined): readonly LiveRow[] {
    const asked = JSON.stringify([this.revision, text, sort]);
    if (asked === this.#asked) return this.#answer;
    const wanted = text.trim().toLowerCase();
    const all = [...this.#rows.values()];
    const found = wanted === '' ? all : all.filter((row) => hasText(row, wanted));
    this.#asked = asked;
    this.#answer = found.sort(sort === undefined ? byName : (a, b) => bySort(a, b, sort));
    return this.#answer;
  }
  /** The labels that the objects have, and the values of each, as far as they are known and not too many. */
  labels(): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    for (const { labels } of this.#rows.values()) {
      for (const [key, value] of Object.entries(labels)) {
        const values = found.get(key) ?? new Set();
        if (values.size < MOST_VALUES) values.add(value);
        if (found.size < MOST_KEYS) found.set(key, values);
      }
    }
    return found;
  }
}

const MOST_VALUES = 50;
const MOST_KEYS = 200;

function readRow({ cells, object }: TableRow): LiveRow {
  const { name = '', namespace, creationTimestamp, labels = {} } = object.metadata;
  return { key: `${namespace ?? ''}/${name}`, name, namespace, created: creationTimestamp, labels, cells };
}

function withoutChange({ change: _, ...row }: LiveRow): LiveRow {
  return row;
}

function changedCells(before: readonly Json[], after: readonly Json[]): ReadonlySet<number> {
  return new Set([...after.keys()].filter((at) => JSON.stringify(before[at]) !== JSON.stringify(after[at])));
}

function hasText({ namespace, cells }: LiveRow, wanted: string): boolean {
  return (
    cells.some((cell) => String(cell).toLowerCase().includes(wanted)) ||
    (namespace?.toLowerCase().includes(wanted) ?? false)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: LiveRow, b: LiveRow): number =>
  compare(a.namespace ?? '', b.namespace ?? '') || compare(a.name, b.name);

function bySort(a: LiveRow, b: LiveRow, { column, down }: Sort): number {
  const order =
    column < 0 ? compare(a.namespace ?? '', b.namespace ?? '') : compareCells(a.cells[column], b.cells[column]);
  return (down ? -order : order) || byName(a, b);
}

/** Numbers by value, texts with numbers in them (`2/3`, `10`) as a person orders them. */
function compareCells(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}
const collator = new Intl.Collator('en', { numeric: true });
