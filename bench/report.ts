import { betterBy, type ComparedRow } from './compare.ts';
import type { Measured, Row } from './rows/row.ts';
import { median } from './statistics.ts';

/** What is kept of a run. */
export interface Report {
  readonly when: string;
  readonly machine: string;
  readonly server: string;
  readonly seconds: number;
  readonly results: { readonly [row: string]: Measured };
}

export interface Line {
  readonly row: Row;
  readonly measured: Measured;
}

export interface Presentation {
  /** Aims are Pinnace's own. */
  readonly aims: boolean;
  readonly earlier?: Report | undefined;
}

const headings = [
  'row',
  'value',
  'unit',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'spread',
  'aim',
  'kube-apiserver 1.36 (given)',
  'note',
];

/** Cells, the headings first. */
export interface Table {
  readonly rows: readonly string[][];
  /** The columns that hold numbers. */
  readonly numeric: ReadonlySet<number>;
}

export function table(lines: readonly Line[], presentation: Presentation): Table {
  const { earlier } = presentation;
  const compared = earlier === undefined ? [] : ['better by'];
  const rows = [
    [...headings.slice(0, -1), ...compared, 'note'],
    ...lines.map((line) => [
      ...cells(line, presentation),
      ...(earlier === undefined ? [] : [betterThan(line, earlier.results[line.row.name])]),
      line.measured.note ?? '',
    ]),
  ];
  return { rows, numeric: new Set([1, 3, 4, 5]) };
}

/** A line for each figure: what it was, what it is, by how much that is better, and how far the rounds lie apart. */
export function comparison(rows: readonly ComparedRow[]): Table {
  const head = ['row', 'figure', 'before', 'after', 'better by', 'in the rounds'];
  const lines = rows.flatMap(({ row, figures }) =>
    figures.map(({ name, before, after, ratios }, i) => [
      i === 0 ? row.title : '…',
      name,
      figure(before),
      figure(after),
      `${median(ratios).toFixed(2)}×`,
      ratios.length < 2 ? '' : `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ]),
  );
  return { rows: [head, ...lines], numeric: new Set([2, 3, 4]) };
}

function cells({ row, measured }: Line, { aims }: Presentation): string[] {
  const { value, p50, p99, slices, cpuMicroseconds } = measured;
  return [
    row.title,
    figure(value),
    row.unit,
    figure(p50),
    figure(p99),
    figure(cpuMicroseconds),
    spread(slices),
    aims ? verdict(row, measured) : '',
    row.kubeApiserver ?? '',
  ];
}

/** As many digits as mean something. */
function figure(value: number | undefined): string {
  if (value === undefined) return '';
  if (Number.isNaN(value)) return '?';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** How far the slices lie apart: wide means that the machine was busy with something else. */
function spread(slices: readonly number[] | undefined): string {
  if (slices === undefined || slices.length < 2) return '';
  return `${figure(Math.min(...slices))}–${figure(Math.max(...slices))}`;
}

function verdict({ aim, better, unit }: Row, measured: Measured): string {
  if (aim === undefined) return '';
  const value = measured[aim.of] ?? Number.NaN;
  const met = better === 'more' && aim.of === 'value' ? value >= aim.limit : value <= aim.limit;
  const limit =
    aim.of === 'p50' ? `p50 ≤ ${aim.limit} ms` : `${better === 'more' ? '≥' : '≤'} ${figure(aim.limit)} ${unit}`;
  return `${met ? '✓' : '✗'} ${limit}`;
}

function betterThan({ row, measured }: Line, earlier: Measured | undefined): string {
  return earlier === undefined ? '' : `${betterBy(row.better, earlier.value, measured.value).toFixed(2)}×`;
}

export function aligned({ rows, numeric }: Table): string {
  const used = usedColumns(rows);
  const widths = used.map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const line = (row: string[]): string =>
    used
      .map((column, i) => {
        const [cell, width] = [row[column] as string, widths[i] as number];
        return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}

export function markdown({ rows, numeric }: Table): string {
  const used = usedColumns(rows);
  const line = (row: string[]): string => `| ${used.map((column) => row[column]).join(' | ')} |`;
  const rule = `|${used.map((column) => (numeric.has(column) ? '---:' : '---')).join('|')}|`;
  const [head, ...body] = rows.map(line);
  return `${[head, rule, ...body].join('\n')}\n`;
}

/** Columns that are empty in every line are left out. */
function usedColumns(rows: readonly string[][]): number[] {
  const [head = [], ...body] = rows;
  return head.map((_, column) => column).filter((column) => body.some((row) => row[column] !== ''));
}
