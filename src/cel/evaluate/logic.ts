import { CelError, type Value } from '../values/value.ts';
import type { Step } from './frame.ts';

/** The error of an operand: itself if it is one, or that it is not boolean. The first of several counts. */
function asFailure(value: Value): CelError {
  return value instanceof CelError ? value : new CelError('no such overload');
}

/** False if one is false, even if another fails. */
export function andStep([left, right]: readonly Step[]): Step {
  return logicStep(left as Step, right as Step, { decisive: false });
}

/** True if one is true, even if another fails. */
export function orStep([left, right]: readonly Step[]): Step {
  return logicStep(left as Step, right as Step, { decisive: true });
}

function logicStep(left: Step, right: Step, { decisive }: { decisive: boolean }): Step {
  return (frame) => {
    const first = left(frame);
    if (first === decisive) return decisive;
    const second = right(frame);
    if (second === decisive) return decisive;
    if (first !== !decisive) return asFailure(first);
    return second === !decisive ? second : asFailure(second);
  };
}
