import { createInterface } from 'node:readline/promises';
import type { Terminal } from '../command.ts';

/** Asks a question that is answered with yes or no. Nobody to answer is a no. */
export async function ask(question: string, out: Terminal['stderr']): Promise<boolean> {
  out.write(question);
  if (process.stdin.isTTY !== true) {
    out.write('nobody is there to answer; --yes answers for you\n');
    return false;
  }
  const lines = createInterface({ input: process.stdin });
  try {
    const answer = await lines.question('');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
