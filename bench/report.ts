import type { Measured, Row } from './rows/row.ts';

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

export function table(lines: readonly Line[], presentation: Presentation): string[][] {
  const { earlier } = presentation;
  const compared = earlier === undefined ? [] : ['better by'];
  return [
    [...headings.slice(0, -1), ...compared, 'note'],
    ...lines.map((line) => [
      ...cells(line, presentation),
      ...(earlier === undefined ? [] : [betterBy(line, earlier.results[line.row.name])]),
      line.measured.note ?? '',
    ]),
  ];
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

/** Above 1 is better than earlier, whichever way better is. */
function betterBy({ row, measured }: Line, earlier: Measured | undefined): string {
  if (earlier === undefined) return '';
  const ratio = row.better === 'more' ? measured.value / earlier.value : earlier.value / measured.value;
  return `${ratio.toFixed(2)}×`;
}

const numeric = new Set([1, 3, 4, 5]);

export function aligned(rows: readonly string[][]): string {
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

export function markdown(rows: readonly string[][]): string {
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
