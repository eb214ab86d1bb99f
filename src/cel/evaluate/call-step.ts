import type { CostCounter } from '../cost/call-cost.ts';
import { operators } from '../syntax/ast.ts';
import { CelError, type Value } from '../values/value.ts';
import type { Callee } from './dispatch.ts';
import type { Step } from './frame.ts';

export interface CallPlan {
  readonly name: string;
  readonly overload: string;
  readonly callee: Callee;
  readonly args: readonly Step[];
  /** Undefined: the call costs one. */
  readonly cost: CostCounter | undefined;
}

/** Evaluates the arguments, calls, and counts the cost. */
export function planCallStep(plan: CallPlan): Step {
  if (plan.name === operators.notStrictlyFalse) return notStrictlyFalse(plan);
  switch (plan.args.length) {
    case 0:
      return nullaryStep(plan);
    case 1:
      return unaryStep(plan);
    case 2:
      return plan.callee.stopsAtFailure ? variadicStep(plan) : binaryStep(plan);
    default:
      return variadicStep(plan);
  }
}

/** An error counts as true, so that the loop goes on. */
function notStrictlyFalse({ args: [arg] }: CallPlan): Step {
  const step = arg as Step;
  return (frame) => {
    const value = step(frame);
    frame.charge(1);
    return value !== false;
  };
}

function nullaryStep({ callee: { call }, cost }: CallPlan): Step {
  return (frame) => {
    frame.charge(cost === undefined ? 1 : cost([], null));
    return call();
  };
}

function unaryStep({ args: [arg], callee: { call }, cost }: CallPlan): Step {
  const step = arg as Step;
  return (frame) => {
    const value = step(frame);
    if (cost?.needsResult !== true) frame.charge(cost === undefined ? 1 : cost([value], null));
    const result = value instanceof CelError ? value : call(value);
    if (cost?.needsResult === true) frame.charge(cost([value], result));
    return result;
  };
}

function binaryStep(plan: CallPlan): Step {
  const {
    args: [first, second],
    callee: { call },
    cost,
  } = plan;
  const [left, right] = [first as Step, second as Step];
  const quick = cost === undefined ? quickSteps.get(plan.name)?.(left, right, call) : undefined;
  if (quick !== undefined) return quick;
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (cost?.needsResult !== true) frame.charge(cost === undefined ? 1 : cost([a, b], null));
    const result = a instanceof CelError ? a : b instanceof CelError ? b : call(a, b);
    if (cost?.needsResult === true) frame.charge(cost([a, b], result));
    return result;
  };
}

type Quick = (left: Step, right: Step, call: (a: Value, b: Value) => Value) => Step;

/** Operators on two small integers, the usual case, without a call. */
function quickly(operate: (a: number, b: number) => Value): Quick {
  return (left, right, call) => (frame) => {
    const a = left(frame);
    const b = right(frame);
    frame.charge(1);
    if (typeof a === 'number' && typeof b === 'number') return operate(a, b);
    if (a instanceof CelError) return a;
    return b instanceof CelError ? b : call(a, b);
  };
}

const quickSteps: ReadonlyMap<string, Quick> = new Map([
  [operators.less, quickly((a, b) => a < b)],
  [operators.lessEquals, quickly((a, b) => a <= b)],
  [operators.greater, quickly((a, b) => a > b)],
  [operators.greaterEquals, quickly((a, b) => a >= b)],
]);

/** Stops at the first argument that fails. A call that was not made costs nothing, unless the last argument failed. */
function variadicStep({ args: steps, callee: { call }, cost }: CallPlan): Step {
  return (frame) => {
    const args: Value[] = [];
    for (let i = 0; i < steps.length; i++) {
      const value = (steps[i] as Step)(frame);
      args.push(value);
      if (!(value instanceof CelError)) continue;
      if (i === steps.length - 1) frame.charge(cost === undefined ? 1 : cost(args, value));
      return value;
    }
    if (cost?.needsResult !== true) frame.charge(cost === undefined ? 1 : cost(args, null));
    const result = call(...args);
    if (cost?.needsResult === true) frame.charge(cost(args, result));
    return result;
  };
}
