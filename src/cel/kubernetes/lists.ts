import type { FunctionDeclaration, Implementation } from '../check/declarations.ts';
import { declare, type Library, memberOverload } from '../library/library.ts';
import { add } from '../values/arithmetic.ts';
import { compare } from '../values/comparison.ts';
import { ownEqual } from '../values/equality.ts';
import { arrayOf, type List } from '../values/lists.ts';
import { hasTrait, noSuchOverload } from '../values/traits.ts';
import { type CelType, listType, typeParameter, types } from '../values/type.ts';
import { CelError, Double, Duration, readJson, Uint, type Value } from '../values/value.ts';

const { bool, bytes, double, duration, int, string, timestamp, uint } = types;
const a = typeParameter('A');

type Named = Readonly<Record<string, CelType>>;
const comparable: Named = { int, uint, double, bool, duration, timestamp, string, bytes };
const zeros: Readonly<Record<string, Value>> = {
  int: 0,
  uint: new Uint(0n),
  double: new Double(0),
  duration: new Duration(0n),
};
const summable: Named = { int, uint, double, duration };

/** One overload for lists of each type. */
function forEach(
  name: string,
  named: Named,
  overload: (typeName: string, type: CelType) => { id: string; result: CelType; call: Implementation },
): FunctionDeclaration {
  const overloads = Object.entries(named).map(([typeName, type]) => {
    const { id, result, call } = overload(typeName, type);
    return memberOverload(id, [[listType(type)], result], call);
  });
  return declare(name, ...overloads);
}

/** The elements, or a failure if one cannot be compared. */
function comparableElements(list: List): readonly Value[] | CelError {
  const elements = arrayOf(list).map(readJson);
  const odd = elements.find((element) => !hasTrait(element, 'compare'));
  if (odd === undefined) return elements;
  return odd instanceof CelError ? odd : noSuchOverload();
}

/** Whether the first is greater. What has no order is not. */
function isGreater(first: Value, second: Value): boolean {
  const order = compare(first, second, '');
  return !(order instanceof CelError) && order > 0;
}

function isSorted(list: List): Value {
  const elements = comparableElements(list);
  if (elements instanceof CelError) return elements;
  return elements.every((element, i) => i === 0 || !isGreater(elements[i - 1] as Value, element));
}

function extreme(name: 'min' | 'max'): Implementation {
  return (list: List) => {
    const elements = comparableElements(list);
    if (elements instanceof CelError) return elements;
    if (elements.length === 0) return new CelError(`${name} called on empty list`);
    const isBetter = (candidate: Value, best: Value): boolean =>
      name === 'min' ? isGreater(best, candidate) : isGreater(candidate, best);
    return elements.reduce((best, candidate) => (isBetter(candidate, best) ? candidate : best));
  };
}

function sum(zero: Value): Implementation {
  return (list: List) => {
    let total = zero;
    for (const element of arrayOf(list)) {
      const value = readJson(element);
      if (!hasTrait(value, 'add')) return value instanceof CelError ? value : noSuchOverload();
      total = add(total, value);
      if (total instanceof CelError) return total;
    }
    return total;
  };
}

function indexOf(list: List, item: Value): Value {
  return arrayOf(list).findIndex((element) => ownEqual(readJson(element), item) === true);
}

function lastIndexOf(list: List, item: Value): Value {
  return arrayOf(list).findLastIndex((element) => ownEqual(readJson(element), item) === true);
}

export const kubernetesLists: Library = {
  functions: [
    forEach('isSorted', comparable, (name) => ({ id: `list_${name}_is_sorted_bool`, result: bool, call: isSorted })),
    forEach('sum', summable, (name, type) => ({
      id: `list_${name}_sum_${name}`,
      result: type,
      call: sum(zeros[name] as Value),
    })),
    forEach('max', comparable, (name, type) => ({
      id: `list_${name}_max_${name}`,
      result: type,
      call: extreme('max'),
    })),
    forEach('min', comparable, (name, type) => ({
      id: `list_${name}_min_${name}`,
      result: type,
      call: extreme('min'),
    })),
    declare('indexOf', memberOverload('list_a_index_of_int', [[listType(a), a], int], indexOf)),
    declare('lastIndexOf', memberOverload('list_a_last_index_of_int', [[listType(a), a], int], lastIndexOf)),
  ],
};
