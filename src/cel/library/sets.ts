import { type CallNodes, costSize, type OverloadCosts } from '../cost/call-cost.ts';
import { fixed, plus, times, timesFactor } from '../cost/estimate.ts';
import { arrayOf, type List, listContains } from '../values/lists.ts';
import { listType, typeParameter, types } from '../values/type.ts';
import { readJson, type Value } from '../values/value.ts';
import { declare, type Library, overload } from './library.ts';

const list = listType(typeParameter('T'));

function contains(whole: List, part: List): Value {
  for (const element of arrayOf(part)) {
    const answer = listContains(whole, readJson(element));
    if (answer !== true) return answer;
  }
  return true;
}

function equivalent(a: List, b: List): Value {
  const answer = contains(a, b);
  return answer === true ? contains(b, a) : answer;
}

function intersects(a: List, b: List): Value {
  return arrayOf(a).some((element) => listContains(b, readJson(element)) === true);
}

/** Each element of one may be compared with each of the other. */
function costs(factor: number): OverloadCosts {
  return {
    estimate: ({ args, sizeOf }: CallNodes) => {
      if (args.length !== 2) return undefined;
      const [a, b] = args.map(sizeOf) as [ReturnType<typeof sizeOf>, ReturnType<typeof sizeOf>];
      return { cost: plus(timesFactor(times(a, b), factor), fixed(1)) };
    },
    actual: ([a, b]) => 1 + costSize(a as Value) * costSize(b as Value) * factor,
  };
}

/** Lists as sets. */
export const setsLibrary: Library = {
  functions: [
    declare('sets.contains', overload('list_sets_contains_list', [[list, list], types.bool], contains)),
    declare('sets.equivalent', overload('list_sets_equivalent_list', [[list, list], types.bool], equivalent)),
    declare('sets.intersects', overload('list_sets_intersects_list', [[list, list], types.bool], intersects)),
  ],
  costs: new Map([
    ['list_sets_contains_list', costs(1)],
    ['list_sets_intersects_list', costs(1)],
    ['list_sets_equivalent_list', costs(2)],
  ]),
};
