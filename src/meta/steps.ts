import { nextTurn } from './next-turn.ts';

/** Work in small steps, one after each `yield`. What is yielded is done before it goes on. */
export type Steps = Generator<Steps | undefined, void>;

/** How many steps are done before everybody else gets a turn: some microseconds each. */
const PER_TURN = 2000;

export function doSteps(work: Steps): void {
  const waiting = [work];
  while (waiting.length > 0) step(waiting);
}

/** The same with others in between. */
export async function doStepsInTurns(work: Steps, pause: () => Promise<void> = nextTurn): Promise<void> {
  const waiting = [work];
  for (let done = 1; waiting.length > 0; done++) {
    step(waiting);
    if (done % PER_TURN === 0) await pause();
  }
}

function step(waiting: Steps[]): void {
  const { value, done } = (waiting.at(-1) as Steps).next();
  if (done) waiting.pop();
  else if (value !== undefined) waiting.push(value);
}
