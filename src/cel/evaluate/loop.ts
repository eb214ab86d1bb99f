import type { ComprehensionExpr } from '../syntax/ast.ts';
import { GrowingList, type List, listAt, listSize } from '../values/lists.ts';
import { GrowingMap, mapFind, mapKeys, mapSize } from '../values/maps.ts';
import { CelError, isList, isMap, type Value } from '../values/value.ts';
import { type Frame, type Step, unset } from './frame.ts';
import { goTypeName } from './go-type.ts';
import type { Planner } from './planner.ts';

/** A variable of a loop. */
interface Local {
  readonly slot: number;
  readonly init?: Step;
}

interface LoopSteps {
  readonly range: Step;
  readonly accuSlot: number;
  readonly iterSlot: number;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
}

/** Plans loops, and knows the variables of those around an expression. */
export class LoopPlanner {
  readonly #planner: Planner;
  /** The innermost last. */
  readonly #open: (readonly [string, Local])[] = [];
  slots = 0;

  constructor(planner: Planner) {
    this.#planner = planner;
  }

  find(name: string): Local | undefined {
    return this.#open.findLast(([known]) => known === name)?.[1];
  }

  plan(expr: ComprehensionExpr): Step {
    const range = this.#planner.stepFor(expr.range);
    const init = collecting(this.#planner.stepFor(expr.accuInit));
    const accuSlot = this.slots++;
    const iterSlot = this.slots++;
    const outside = this.#open.length;
    this.#open.push([expr.accuVar, { slot: accuSlot, init }]);
    const insideLoop = this.#open.length;
    this.#open.push([expr.iterVar, { slot: iterSlot }]);
    if (expr.iterVar2 !== '') this.#open.push([expr.iterVar2, { slot: this.slots++ }]);
    const condition = this.#planner.stepFor(expr.condition);
    const step = this.#planner.stepFor(expr.step);
    this.#open.length = insideLoop;
    const result = this.#planner.stepFor(expr.result);
    this.#open.length = outside;
    const steps = { range, accuSlot, iterSlot, condition, step, result };
    return expr.iterVar2 === '' ? overOne(steps) : overPairs(steps);
  }
}

/** A loop that begins with an empty list or map collects into one that grows in place. */
function collecting(init: Step): Step {
  return (frame) => {
    const value = init(frame);
    if (isList(value) && listSize(value) === 0) return new GrowingList();
    return isMap(value) && mapSize(value) === 0 ? new GrowingMap() : value;
  };
}

function finish(frame: Frame, result: Step): Value {
  const value = result(frame);
  return value instanceof GrowingList ? value.toArray() : value;
}

/** One round of a loop. True if the loop goes on. */
function round(frame: Frame, { condition, step, accuSlot }: LoopSteps): boolean {
  const goOn = condition(frame);
  if (goOn === false) return false;
  frame.locals[accuSlot] = step(frame);
  return true;
}

function overOne(steps: LoopSteps): Step {
  const { range, accuSlot, iterSlot, result } = steps;
  return (frame) => {
    const values = range(frame);
    if (values instanceof CelError) return values;
    const list = isList(values) ? values : isMap(values) ? mapKeys(values) : undefined;
    if (list === undefined) return new CelError(`got '${goTypeName(values)}', expected iterable type`);
    frame.locals[accuSlot] = unset;
    const size = listSize(list);
    for (let i = 0; i < size; i++) {
      frame.locals[iterSlot] = listAt(list, i);
      if (!round(frame, steps)) break;
    }
    return finish(frame, result);
  };
}

function overPairs(steps: LoopSteps): Step {
  const { range, accuSlot, iterSlot, result } = steps;
  return (frame) => {
    const values = range(frame);
    if (values instanceof CelError) return values;
    const pairs = isMap(values) ? entriesOf(values) : isList(values) ? indexed(values) : undefined;
    if (pairs === undefined) return new CelError(`unsupported comprehension range type: ${goTypeName(values)}`);
    frame.locals[accuSlot] = unset;
    for (const [key, value] of pairs) {
      frame.locals[iterSlot] = key;
      frame.locals[iterSlot + 1] = value;
      if (!round(frame, steps)) break;
    }
    return finish(frame, result);
  };
}

function* indexed(list: List): Iterable<readonly [Value, Value]> {
  const size = listSize(list);
  for (let i = 0; i < size; i++) yield [i, listAt(list, i)];
}

function* entriesOf(map: Parameters<typeof mapKeys>[0]): Iterable<readonly [Value, Value]> {
  for (const key of mapKeys(map)) yield [key, mapFind(map, key) as Value];
}
