import type { FunctionDeclaration, Overload } from '../check/declarations.ts';
import {
  type CallEstimate,
  type CallNodes,
  type CostCounter,
  type CostNode,
  costSize,
  countingResult,
  LIST_COST,
  type OverloadCosts,
  TRAVERSAL_FACTOR,
} from '../cost/call-cost.ts';
import { fixed, MAX, plus, type Range, times, timesFactor } from '../cost/estimate.ts';
import type { Expr } from '../syntax/ast.ts';
import { type Macro, MacroError } from '../syntax/macro.ts';
import { expandMap } from '../syntax/standard-macros.ts';
import { compare } from '../values/comparison.ts';
import { ownEqual } from '../values/equality.ts';
import { arrayOf, type List, listAt, listSize } from '../values/lists.ts';
import { cannot, noSuchOverload } from '../values/traits.ts';
import { type CelType, listType, typeParameter, types } from '../values/type.ts';
import { CelError, isList, ListValue, readJson, typeOf, type Value } from '../values/value.ts';
import { declare, declareWhole, type Library, memberOverload, overload } from './library.ts';

const list = listType(typeParameter('T'));
const { bool, bytes, double, duration, int, string, timestamp, uint } = types;
const comparable: readonly CelType[] = [int, uint, double, bool, duration, timestamp, string, bytes];

type Int = number | bigint;

function slice(of: List, start: Int, end: Int): Value {
  const called = `cannot slice(${start}, ${end})`;
  if (start < 0 || end < 0) return new CelError(`${called}, negative indexes not supported`);
  if (start > end) return new CelError(`${called}, start index must be less than or equal to end index`);
  if (listSize(of) < end) return new CelError(`${called}, list is length ${listSize(of)}`);
  return arrayOf(of).slice(Number(start), Number(end));
}

function flatten(of: Value, depth: Value): Value {
  const shown = depth === 1 ? '' : typeOf(depth);
  if (!isList(of) || (typeof depth !== 'number' && typeof depth !== 'bigint'))
    return new CelError(`no such overload: ${typeOf(of)}.flatten(${shown})`);
  if (depth < 0) return new CelError('level must be non-negative');
  const into: Value[] = [];
  flattenInto(into, of, Number(depth));
  return into;
}

function flattenInto(into: Value[], of: List, depth: number): void {
  for (const raw of arrayOf(of)) {
    const element = readJson(raw);
    if (depth > 0 && isList(element)) flattenInto(into, element, depth - 1);
    else into.push(element);
  }
}

/** The numbers below a limit, made one by one when they are read. */
class NumberRange extends ListValue {
  readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }
  at(index: number): Value {
    return index;
  }
}

/** The elements in the order of keys. Equal ones keep their order. */
function sortBy(of: List, keys: List): Value {
  if (listSize(of) !== listSize(keys))
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${listSize(of)} and ${listSize(keys)} elements respectively`,
    );
  if (listSize(of) === 0) return of;
  const type = typeOf(listAt(keys, 0));
  if (!comparable.includes(type)) return new CelError('list elements must be comparable');
  const pairs = arrayOf(of).map((element, i) => ({ element, key: listAt(keys, i) }));
  if (pairs.some(({ key }) => typeOf(key) !== type)) return new CelError('list elements must have the same type');
  pairs.sort((a, b) => {
    const order = compare(a.key, b.key, '');
    return order instanceof CelError ? 0 : order;
  });
  return pairs.map(({ element }) => element);
}

function distinct(of: List): Value {
  const seen: Value[] = [];
  for (const raw of arrayOf(of)) {
    const element = readJson(raw);
    if (!seen.some((other) => ownEqual(element, other) === true)) seen.push(element);
  }
  return seen;
}

/** `target.sortBy(x, key)`. */
const sortByMacro: Macro = {
  name: 'sortBy',
  style: 'receiver',
  argCount: 2,
  expand(to, { target, args }) {
    const input = '@__sortBy_input__';
    const kinds: readonly Expr['kind'][] = ['list', 'select', 'ident', 'comprehension', 'call'];
    if (!kinds.includes((target as Expr).kind))
      throw new MacroError(
        target as Expr,
        'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      );
    const keys = expandMap(to, to.ident(input), args);
    const sorted = to.memberCall('@sortByAssociatedKeys', to.ident(input), keys);
    return to.binding(input, target as Expr, sorted);
  },
};

const sortOverloads = (id: string, overloadOf: (id: string, type: CelType) => Overload): Overload[] =>
  comparable.map((type) => overloadOf(`list_${type.name}_${id}`, type));

const functions: readonly FunctionDeclaration[] = [
  declare('slice', memberOverload('list_slice', [[list, int, int], list], slice)),
  {
    name: 'flatten',
    unguarded: true,
    overloads: [
      memberOverload('list_flatten', [[listType(list)], list], (of: Value) => flatten(of, 1)),
      memberOverload('list_flatten_int', [[listType(types.dyn), int], listType(types.dyn)], flatten),
    ],
  },
  declareWhole(
    'sort',
    (of: Value) => (isList(of) ? sortBy(of, of) : cannot(of, 'sort')),
    ...sortOverloads('sort', (id, type) => memberOverload(id, [[listType(type)], listType(type)])),
  ),
  declareWhole(
    '@sortByAssociatedKeys',
    (of: Value, keys: Value) => (isList(of) && isList(keys) ? sortBy(of, keys) : noSuchOverload()),
    ...sortOverloads('sortByAssociatedKeys', (id, type) => memberOverload(id, [[list, listType(type)], list])),
  ),
  declare(
    'lists.range',
    overload('lists_range', [[int], listType(int)], (size: Int) => new NumberRange(Math.max(Number(size), 0))),
  ),
  declare(
    'reverse',
    memberOverload('list_reverse', [[list], list], (of: List) => arrayOf(of).toReversed()),
  ),
  declare('distinct', memberOverload('list_distinct', [[list], list], distinct)),
];

/** A literal integer as a size; otherwise something else. */
function literalSize(node: CostNode | undefined, otherwise: bigint): bigint {
  if (node?.expr?.kind !== 'literal' || typeOf(node.expr.value) !== int) return otherwise;
  const size = BigInt(node.expr.value as Int);
  return size < 0n ? 0n : size;
}

function allocating(factor: number, size: Range): CallEstimate {
  return { cost: plus(timesFactor(size, factor), fixed(1), fixed(LIST_COST)), resultSize: size };
}

function counted(factor: number, size: number): number {
  return Math.trunc(size * factor) + 1 + LIST_COST;
}

/** Each element is compared with each other. Comparing texts costs a little more. */
function comparing(which: 'target' | 'argument', type?: CelType): OverloadCosts {
  const byType = type === string || type === bytes ? TRAVERSAL_FACTOR : 0;
  return {
    estimate: ({ target, args, sizeOf }: CallNodes) => {
      if (target === undefined || args.length !== (which === 'target' ? 0 : 1)) return undefined;
      const size = sizeOf(which === 'target' ? target : (args[0] as CostNode));
      return allocating(2 + byType, times(size, size));
    },
    actual: (args) => countComparisons(args[which === 'target' ? 0 : 1] as Value),
  };
}

function countComparisons(of: Value): number {
  const size = costSize(of);
  if (size === 0 || !isList(of)) return counted(2, 0);
  const { kind } = typeOf(listAt(of, 0));
  return counted(kind === 'string' || kind === 'bytes' ? 2 + TRAVERSAL_FACTOR : 2, size * size);
}

const ofOutput: CostCounter = countingResult((result) => counted(1, costSize(result)));

/** Wraps a negative difference as an unsigned integer does. */
const wrapped = (value: bigint): bigint => BigInt.asUintN(64, value);

const flattenCosts: OverloadCosts = {
  estimate: ({ target, args, sizeOf }) => {
    if (target === undefined || args.length > 1) return undefined;
    const depth = args.length === 1 ? literalSize(args[0], MAX) : 1n;
    return allocating(Number(depth), sizeOf(target));
  },
  actual: ([of, depth]) => counted(depth === undefined ? 1 : Number(depth), costSize(of as Value)),
};

const costs: ReadonlyMap<string, OverloadCosts> = new Map<string, OverloadCosts>([
  [
    'list_slice',
    {
      estimate: ({ target, args, sizeOf }) => {
        if (target === undefined || args.length !== 2) return undefined;
        const end = literalSize(args[1], sizeOf(target).max);
        return allocating(1, fixed(wrapped(end - literalSize(args[0], 0n))));
      },
      actual: ofOutput,
    },
  ],
  ['list_flatten', flattenCosts],
  ['list_flatten_int', flattenCosts],
  [
    'lists_range',
    {
      estimate: ({ target, args }) =>
        target !== undefined || args.length !== 1 ? undefined : allocating(1, fixed(literalSize(args[0], MAX))),
      actual: ofOutput,
    },
  ],
  [
    'list_reverse',
    {
      estimate: ({ target, args, sizeOf }) =>
        target === undefined || args.length > 0 ? undefined : allocating(1, sizeOf(target)),
      actual: ofOutput,
    },
  ],
  ['list_distinct', comparing('target')],
  ...comparable.flatMap((type): [string, OverloadCosts][] => [
    [`list_${type.name}_sort`, comparing('target', type)],
    [`list_${type.name}_sortByAssociatedKeys`, comparing('argument', type)],
  ]),
]);

/** Operations on lists. */
export const listsLibrary: Library = { functions, macros: [sortByMacro], costs };
