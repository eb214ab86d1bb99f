import type { Json, TableColumn } from '../../api/types.ts';
import type { VirtualColumn } from '../../components/virtual-table.tsx';
import type { LiveRow } from './live-rows.ts';

export interface ShownColumn extends VirtualColumn {
  /** The column of the server's table; -1 is the namespace. */
  readonly source: number;
}

const NARROWEST = 6;
const WIDEST = 44;
/** How many rows are looked at to know how wide a column should be. */
const SAMPLE = 100;

/** The columns of the server that are shown, as wide as their cells need; the namespace before them where it tells something. */
export function shownColumns(
  columns: readonly TableColumn[],
  rows: readonly LiveRow[],
  { wide, namespaces }: { readonly wide: boolean; readonly namespaces: boolean },
): readonly ShownColumn[] {
  const sample = rows.slice(0, SAMPLE);
  const own = [...columns.entries()].flatMap(([source, column]) =>
    column.priority > 0 && !wide ? [] : [shownColumn(source, column, sample)],
  );
  if (!namespaces) return own;
  const width = widthFor(
    'Namespace',
    sample.map(({ namespace }) => namespace ?? ''),
  );
  return [{ source: -1, name: 'Namespace', width }, ...own];
}

function shownColumn(source: number, column: TableColumn, sample: readonly LiveRow[]): ShownColumn {
  const { name, description, type } = column;
  const numeric = type === 'integer' || type === 'number';
  const width = widthFor(
    name,
    sample.map(({ cells }) => cellText(cells[source])),
  );
  return { source, name, title: description, numeric, width };
}

function widthFor(name: string, texts: readonly string[]): string {
  const longest = Math.max(name.length + 2, ...texts.map(({ length }) => length));
  const characters = Math.min(Math.max(longest, NARROWEST), WIDEST) + 3;
  return `minmax(${characters}ch, ${characters}fr)`;
}

export function cellText(cell: Json | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
