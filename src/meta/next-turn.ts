import { setImmediate } from 'node:timers/promises';

/** Lets everything else that is ready run first. Not a timer: no time has to pass. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}
