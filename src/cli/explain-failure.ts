import { CommandError, type Terminal, UsageError } from './command.ts';
import { exitCodes } from './exit-codes.ts';

/** Says what a command failed of, and with which code it ends. What is no failure of a command is thrown on. */
export function explainFailure(error: unknown, { stderr }: Pick<Terminal, 'stderr'>): number {
  if (!(error instanceof UsageError) && !(error instanceof CommandError)) throw error;
  stderr.write(`pinnace: ${error.message}\n`);
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
}
