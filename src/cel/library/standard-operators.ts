import type { FunctionDeclaration, Overload } from '../check/declarations.ts';
import { operators } from '../syntax/ast.ts';
import { add, divide, modulo, multiply, negate, subtract } from '../values/arithmetic.ts';
import { compare, type Order } from '../values/comparison.ts';
import { equal } from '../values/equality.ts';
import { listContains } from '../values/lists.ts';
import { mapFind } from '../values/maps.ts';
import { noSuchOverload } from '../values/traits.ts';
import { type CelType, listType, mapType, typeParameter, types } from '../values/type.ts';
import { CelError, isList, isMap, type Value } from '../values/value.ts';
import { declare, declareWhole, overload } from './library.ts';

const { bool, bytes, double, duration, int, string, timestamp, uint } = types;
const a = typeParameter('A');
const b = typeParameter('B');
const listOfA = listType(a);
const mapOfAB = mapType(a, b);

/** The planner handles these itself, so they are never called. */
const notCalled = (): Value => noSuchOverload();

const logical: readonly FunctionDeclaration[] = [
  declareWhole(operators.conditional, notCalled, overload('conditional', [[bool, a, a], a])),
  declareWhole(operators.and, notCalled, overload('logical_and', [[bool, bool], bool])),
  declareWhole(operators.or, notCalled, overload('logical_or', [[bool, bool], bool])),
  declareWhole(
    operators.not,
    (value: Value) => (typeof value === 'boolean' ? !value : noSuchOverload()),
    overload('logical_not', [[bool], bool]),
  ),
  declare(operators.notStrictlyFalse, {
    ...overload('not_strictly_false', [[bool], bool], (value: Value) => (typeof value === 'boolean' ? value : true)),
    nonStrict: true,
  }),
  declareWhole(operators.equals, (x: Value, y: Value) => equal(x, y), overload('equals', [[a, a], bool])),
  declareWhole(
    operators.notEquals,
    (x: Value, y: Value) => equal(x, y) !== true,
    overload('not_equals', [[a, a], bool]),
  ),
];

/** Overloads on two operands of one type each, by their ids. */
function pairs(prefix: string, named: Readonly<Record<string, CelType>>): Overload[] {
  return Object.entries(named).map(([name, type]) => overload(`${prefix}_${name}`, [[type, type], type]));
}

const arithmetic: readonly FunctionDeclaration[] = [
  declareWhole(
    operators.add,
    add,
    overload('add_bytes', [[bytes, bytes], bytes]),
    overload('add_double', [[double, double], double]),
    overload('add_duration_duration', [[duration, duration], duration]),
    overload('add_duration_timestamp', [[duration, timestamp], timestamp]),
    overload('add_timestamp_duration', [[timestamp, duration], timestamp]),
    overload('add_int64', [[int, int], int]),
    overload('add_list', [[listOfA, listOfA], listOfA]),
    overload('add_string', [[string, string], string]),
    overload('add_uint64', [[uint, uint], uint]),
  ),
  declareWhole(operators.divide, divide, ...pairs('divide', { double, int64: int, uint64: uint })),
  declareWhole(operators.modulo, modulo, ...pairs('modulo', { int64: int, uint64: uint })),
  declareWhole(operators.multiply, multiply, ...pairs('multiply', { double, int64: int, uint64: uint })),
  declareWhole(
    operators.negate,
    negate,
    overload('negate_double', [[double], double]),
    overload('negate_int64', [[int], int]),
  ),
  declareWhole(
    operators.subtract,
    subtract,
    overload('subtract_double', [[double, double], double]),
    overload('subtract_duration_duration', [[duration, duration], duration]),
    overload('subtract_int64', [[int, int], int]),
    overload('subtract_timestamp_duration', [[timestamp, duration], timestamp]),
    overload('subtract_timestamp_timestamp', [[timestamp, timestamp], duration]),
    overload('subtract_uint64', [[uint, uint], uint]),
  ),
];

const comparable: readonly (readonly [string, CelType, CelType])[] = [
  ['bool', bool, bool],
  ['int64', int, int],
  ['int64_double', int, double],
  ['int64_uint64', int, uint],
  ['uint64', uint, uint],
  ['uint64_double', uint, double],
  ['uint64_int64', uint, int],
  ['double', double, double],
  ['double_int64', double, int],
  ['double_uint64', double, uint],
  ['string', string, string],
  ['bytes', bytes, bytes],
  ['timestamp', timestamp, timestamp],
  ['duration', duration, duration],
];

const relations: readonly (readonly [string, string, (order: Order) => boolean])[] = [
  [operators.less, 'less', (order) => order < 0],
  [operators.lessEquals, 'less_equals', (order) => order <= 0],
  [operators.greater, 'greater', (order) => order > 0],
  [operators.greaterEquals, 'greater_equals', (order) => order >= 0],
];

const comparisons = relations.map(([name, prefix, holds]) =>
  declareWhole(
    name,
    (x: Value, y: Value) => {
      const order = compare(x, y, name);
      return order instanceof CelError ? order : holds(order);
    },
    ...comparable.map(([id, left, right]) => overload(`${prefix}_${id}`, [[left, right], bool])),
  ),
);

/** Overloads between numbers of different types, which are not known everywhere. */
export const crossTypeComparisons: ReadonlySet<string> = new Set(
  relations.flatMap(([, prefix]) =>
    comparable.filter(([, left, right]) => left !== right).map(([id]) => `${prefix}_${id}`),
  ),
);

function isIn(element: Value, container: Value): Value {
  if (isList(container)) return listContains(container, element);
  if (!isMap(container)) return noSuchOverload();
  const found = mapFind(container, element);
  return found instanceof CelError ? found : found !== undefined;
}

const containers: readonly FunctionDeclaration[] = [
  declareWhole(
    operators.index,
    notCalled,
    overload('index_list', [[listOfA, int], a]),
    overload('index_map', [[mapOfAB, a], b]),
  ),
  declareWhole(operators.in, isIn, overload('in_list', [[a, listOfA], bool]), overload('in_map', [[a, mapOfAB], bool])),
];

export const standardOperators: readonly FunctionDeclaration[] = [
  ...logical,
  ...arithmetic,
  ...comparisons,
  ...containers,
];
