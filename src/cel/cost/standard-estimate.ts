import type { Expr } from '../syntax/ast.ts';
import { type CallEstimate, type CostNode, PATTERN_FACTOR, TRAVERSAL_FACTOR } from './call-cost.ts';
import { fixed, plus, type Range, smaller, times, timesFactor, union, unknownSize } from './estimate.ts';
import type { EstimatedCall } from './estimator.ts';

/** The sizes of what is in a list or map. */
export interface EntrySize {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

/** Finds the sizes of entries. */
export interface SizeBook {
  entryOf(expr: Expr): EntrySize | undefined;
  setEntry(expr: Expr, entry: EntrySize | undefined): void;
}

type Call = EstimatedCall & { readonly book: SizeBook };
type Estimate = (call: Call) => CallEstimate | undefined;

const sizeOf = (node: CostNode | undefined): Range => node?.size ?? unknownSize;
const wrapped = (value: bigint): bigint => BigInt.asUintN(64, value);

/** A cost that depends on the arguments' sizes, besides what the arguments cost. */
const own = ({ argCosts }: Call, cost: Range): Range => plus(cost, ...argCosts);

/** Going through a text once; its result has another size. */
function converting(resultSize: (size: Range) => Range): Estimate {
  return (call) => {
    if (call.args.length !== 1) return undefined;
    const size = sizeOf(call.args[0]);
    return { cost: own(call, timesFactor(size, TRAVERSAL_FACTOR)), resultSize: resultSize(size) };
  };
}

const ofArgument: Estimate = (call) =>
  call.args.length === 1 ? { cost: own(call, timesFactor(sizeOf(call.args[0]), TRAVERSAL_FACTOR)) } : undefined;

const logical: Estimate = ({ argCosts: [left, right] }) => ({
  cost: { min: (left as Range).min, max: plus(left as Range, right as Range).max },
});

const conditional: Estimate = ({ args: [, whenTrue, whenFalse], argCosts, expr, book }) => {
  const [condition, costTrue, costFalse] = argCosts as [Range, Range, Range];
  const entries = [whenTrue, whenFalse].map((node) => book.entryOf(node?.expr as Expr));
  book.setEntry(expr, unionOfEntries(entries[0], entries[1]));
  return {
    cost: plus(condition, union(costTrue, costFalse)),
    resultSize: union(sizeOf(whenTrue), sizeOf(whenFalse)),
  };
};

function unionOfEntries(a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { container: a.container, key: union(a.key, b.key), value: union(a.value, b.value) };
}

/** Lists are not copied when they are put together. */
function joining({ copies }: { copies: boolean }): Estimate {
  return (call) => {
    const [left, right] = call.args;
    if (left === undefined || right === undefined) return undefined;
    const resultSize = plus(sizeOf(left), sizeOf(right));
    const { book, expr } = call;
    book.setEntry(expr, unionOfEntries(book.entryOf(left.expr as Expr), book.entryOf(right.expr as Expr)));
    return { cost: own(call, copies ? timesFactor(resultSize, TRAVERSAL_FACTOR) : fixed(1)), resultSize };
  };
}

/** Only as far as the smaller one goes. */
const comparing: Estimate = (call) => {
  const [left, right] = [sizeOf(call.args[0]), sizeOf(call.args[1])];
  const max = smaller(left.max, right.max);
  return { cost: own(call, timesFactor({ min: max > 0n ? 1n : 0n, max }, TRAVERSAL_FACTOR)) };
};

const matching: Estimate = (call) => {
  if (call.target === undefined || call.args.length !== 1) return undefined;
  const text = timesFactor(plus(sizeOf(call.target), fixed(1)), TRAVERSAL_FACTOR);
  return { cost: own(call, times(text, timesFactor(sizeOf(call.args[0]), PATTERN_FACTOR))) };
};

const containing: Estimate = (call) => {
  if (call.target === undefined || call.args.length !== 1) return undefined;
  const text = timesFactor(sizeOf(call.target), TRAVERSAL_FACTOR);
  return { cost: own(call, times(text, timesFactor(sizeOf(call.args[0]), TRAVERSAL_FACTOR))) };
};

const table: ReadonlyMap<string, Estimate> = new Map<string, Estimate>([
  [
    'string_format',
    (call) =>
      call.target === undefined ? undefined : { cost: own(call, timesFactor(sizeOf(call.target), TRAVERSAL_FACTOR)) },
  ],
  ['string_to_bytes', converting(({ min, max }) => ({ min, max: wrapped(max * 4n) }))],
  ['bytes_to_string', converting(({ min, max }) => ({ min: min / 4n, max }))],
  ['strings_quote', converting(({ min, max }) => ({ min: wrapped(min + 2n), max: wrapped(max * 2n + 2n) }))],
  ['starts_with_string', ofArgument],
  ['ends_with_string', ofArgument],
  [
    'in_list',
    (call) => (call.args.length === 2 ? { cost: own(call, timesFactor(sizeOf(call.args[1]), 1)) } : undefined),
  ],
  ['matches_string', matching],
  ['contains_string', containing],
  ['logical_or', logical],
  ['logical_and', logical],
  ['conditional', conditional],
  ['add_string', joining({ copies: true })],
  ['add_bytes', joining({ copies: true })],
  ['add_list', joining({ copies: false })],
  ...['less', 'greater', 'less_equals', 'greater_equals'].flatMap((name): [string, Estimate][] => [
    [`${name}_string`, comparing],
    [`${name}_bytes`, comparing],
  ]),
  ['equals', comparing],
  ['not_equals', comparing],
]);

/** What a call of the language's own functions costs, with its arguments. */
export function standardEstimate(overload: string, call: Call): CallEstimate {
  return table.get(overload)?.(call) ?? { cost: own(call, fixed(1)) };
}
