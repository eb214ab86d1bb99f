import type { Bench } from './rows/bench.ts';
import type { Measured, Row, Work } from './rows/row.ts';
import { median } from './statistics.ts';

/** Two servers to be measured in turn. */
export interface Pair {
  readonly before: Bench;
  readonly after: Bench;
}

/** One figure of a row: its medians over the rounds, and how much better it was in each of them. */
export interface ComparedFigure {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly ratios: readonly number[];
}

export interface ComparedRow {
  readonly row: Row;
  readonly figures: readonly ComparedFigure[];
}

type Results = Awaited<ReturnType<Work['run']>>;

interface Round {
  readonly before: Results;
  readonly after: Results;
}

/**
 * What else a machine does changes by the minute, so both are measured one right after the other, and compared within a
 * round. Who begins alternates: the first may find a cooler processor.
 */
export async function compareInTurn(pair: Pair, work: Work, rounds: number): Promise<ComparedRow[]> {
  const all: Round[] = [];
  for (let i = 0; i < rounds; i++) all.push(await round(pair, work, { isTurned: i % 2 === 1 }));
  return work.rows.flatMap((row) => comparedRow(row, all));
}

async function round(
  { before, after }: Pair,
  work: Work,
  { isTurned }: { readonly isTurned: boolean },
): Promise<Round> {
  if (!isTurned) return { before: await work.run(before), after: await work.run(after) };
  const second = await work.run(after);
  return { before: await work.run(before), after: second };
}

/** None where only one of them has that row. */
function comparedRow(row: Row, rounds: readonly Round[]): ComparedRow[] {
  const pairs = rounds.flatMap(({ before, after }) => {
    const [earlier, later] = [before[row.name], after[row.name]];
    return earlier === undefined || later === undefined ? [] : [{ before: earlier, after: later }];
  });
  if (pairs.length === 0) return [];
  const figures = figuresOf(row).flatMap(({ name, better, of }) => comparedFigure(name, better, pairs.map(both(of))));
  return [{ row, figures }];
}

interface Figure {
  readonly name: string;
  readonly better: Row['better'];
  readonly of: 'value' | 'p50' | 'p99' | 'cpuMicroseconds';
}

function figuresOf({ unit, better }: Row): readonly Figure[] {
  return [
    { name: unit, better, of: 'value' },
    { name: 'p50 ms', better: 'less', of: 'p50' },
    { name: 'p99 ms', better: 'less', of: 'p99' },
    { name: 'CPU µs', better: 'less', of: 'cpuMicroseconds' },
  ];
}

type Numbers = readonly [before: number, after: number];

function both(of: Figure['of']): (pair: { readonly before: Measured; readonly after: Measured }) => Numbers {
  return ({ before, after }) => [before[of] ?? Number.NaN, after[of] ?? Number.NaN];
}

function comparedFigure(name: string, better: Row['better'], numbers: readonly Numbers[]): ComparedFigure[] {
  const known = numbers.filter(([before, after]) => !Number.isNaN(before) && !Number.isNaN(after));
  if (known.length === 0) return [];
  return [
    {
      name,
      before: median(known.map(([before]) => before)),
      after: median(known.map(([, after]) => after)),
      ratios: known.map(([before, after]) => betterBy(better, before, after)),
    },
  ];
}

/** Above 1 is better than before, whichever way better is. */
export function betterBy(better: Row['better'], before: number, after: number): number {
  return better === 'more' ? after / before : before / after;
}
