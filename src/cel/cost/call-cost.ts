import type { Expr } from '../syntax/ast.ts';
import { countCodePoints } from '../syntax/source.ts';
import { listSize } from '../values/lists.ts';
import { mapSize } from '../values/maps.ts';
import type { CelType } from '../values/type.ts';
import { Bytes, isList, isMap, OpaqueValue, Optional, type Value } from '../values/value.ts';
import type { Range } from './estimate.ts';

/** The cost of going through a text once, for each character. */
export const TRAVERSAL_FACTOR = 0.1;
/** The cost of a pattern, for each character. */
export const PATTERN_FACTOR = 0.25;
export const LIST_COST = 10;
export const MAP_COST = 30;
export const STRUCT_COST = 40;

/** An argument of a call whose cost is estimated. */
export interface CostNode {
  /**
   * The path from a variable to it: names of fields, `@items`, `@keys`, `@values`. Undefined for any other expression.
   */
  readonly path: readonly string[] | undefined;
  readonly type: CelType;
  readonly expr: Expr | undefined;
  /** The size, where the expression itself tells it: a literal, or the result of a call. */
  readonly size: Range | undefined;
}

export interface CallEstimate {
  readonly cost: Range;
  /** The size of the result, where that can be told. */
  readonly resultSize?: Range;
}

export interface CallNodes {
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  /** The size of a value whose expression does not tell it. */
  sizeOf(node: CostNode): Range;
}

/** What calls of an overload cost: as an estimate, without the arguments, and when they are made. */
export interface OverloadCosts {
  readonly estimate: (call: CallNodes) => CallEstimate | undefined;
  readonly actual: CostCounter;
}

/** What calls of a function cost, where its libraries do not say it by overload. */
export interface FunctionCosts {
  /** The estimate of a call without its arguments; undefined where it costs what calls usually cost. */
  estimate(name: string, overload: string, call: CallNodes): CallEstimate | undefined;
  /** How the cost of a call is counted at run time; undefined where it costs what calls usually cost. */
  counter(name: string, overload: string): CostCounter | undefined;
}

/** Counts the cost of a call. One that needs no result is asked before the call, which is not made if it costs too much. */
export interface CostCounter {
  (args: readonly Value[], result: Value): number;
  readonly needsResult?: true;
}

/** A counter that looks at the result. */
export function countingResult(count: (result: Value) => number): CostCounter {
  return Object.assign((_: readonly Value[], result: Value) => count(result), { needsResult: true as const });
}

/** The size that counts as cost. */
export function costSize(value: Value): number {
  if (typeof value === 'string') return countCodePoints(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (isList(value)) return listSize(value);
  if (isMap(value)) return mapSize(value);
  if (value instanceof Bytes) return value.value.length;
  if (value instanceof OpaqueValue) return value.costSize;
  if (value instanceof Optional && value.value !== undefined) return costSize(value.value);
  return 1;
}

function traversal(size: number): number {
  return Math.ceil(size * TRAVERSAL_FACTOR);
}

const ofFirst: CostCounter = ([text]) => traversal(costSize(text as Value));
const ofSmaller: CostCounter = ([a, b]) => traversal(Math.min(costSize(a as Value), costSize(b as Value)));
const ofBoth: CostCounter = ([a, b]) => traversal(costSize(a as Value) + costSize(b as Value));

const counters: ReadonlyMap<string, CostCounter> = new Map<string, CostCounter>([
  ...[
    'starts_with_string',
    'ends_with_string',
    'string_to_bytes',
    'bytes_to_string',
    'strings_quote',
    'string_format',
  ].map((id) => [id, ofFirst] as const),
  ['in_list', ([, list]) => costSize(list as Value)],
  ...['less', 'greater', 'less_equals', 'greater_equals'].flatMap((name) => [
    [`${name}_string`, ofSmaller] as const,
    [`${name}_bytes`, ofSmaller] as const,
  ]),
  ['equals', ofSmaller],
  ['not_equals', ofSmaller],
  ['add_string', ofBoth],
  ['add_bytes', ofBoth],
  ['matches_string', ([text, pattern]) => patternCost(text as Value, pattern as Value)],
  ['contains_string', ([text, part]) => traversal(costSize(text as Value)) * traversal(costSize(part as Value))],
]);

/** One is added to the text: an empty one costs something too. */
export function patternCost(text: Value, pattern: Value): number {
  return patternSizeCost(costSize(text), costSize(pattern));
}

export function patternSizeCost(textSize: number, patternSize: number): number {
  return Math.ceil((1 + textSize) * TRAVERSAL_FACTOR) * Math.ceil(patternSize * PATTERN_FACTOR);
}

/** How the cost of a call is counted, of an overload of the language; undefined: it costs one. */
export function standardCounter(overload: string): CostCounter | undefined {
  return counters.get(overload);
}
