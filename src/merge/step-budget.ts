import { PatchDoesNotApplyError } from './patch-errors.ts';

/** A second or two of work. An ordinary patch takes a few thousand steps, one that fills a whole object a million. */
const MAX_STEPS = 20_000_000;

/**
 * Counts the work that grows with the document each time a patch touches it: a small patch that touches a large list
 * ten thousand times must not keep everybody else waiting.
 */
export class StepBudget {
  #left = MAX_STEPS;

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new PatchDoesNotApplyError('the patch takes too many steps');
  }
}
