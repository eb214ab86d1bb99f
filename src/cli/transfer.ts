import { exportStore, importStore, type Moved, OptionError, type Options, resolveOptions } from '#server';
import { CommandError, type Invocation, UsageError } from './command.ts';
import { exitCodes } from './exit-codes.ts';

/** `pinnace export FILE` */
export function exportObjects(invocation: Invocation): Promise<number> {
  return transfer(invocation, exportStore, 'written to');
}

/** `pinnace import FILE` */
export function importObjects(invocation: Invocation): Promise<number> {
  return transfer(invocation, importStore, 'imported from');
}

type Work = (options: Options, file: string) => Promise<Moved>;

async function transfer(invocation: Invocation, work: Work, what: string): Promise<number> {
  const { arguments: words, flags, environment, stdout, stderr } = invocation;
  const [file = ''] = words;
  const { output = 'text', ...rest } = Object.fromEntries(flags);
  const options = await readOptions(new Map(Object.entries(rest)), environment);
  const moved = await work(options, file).catch((error: Error) => {
    throw new CommandError(error.message, { cause: error });
  });
  const { rows, unreadable } = moved;
  for (const why of unreadable) stderr.write(`left out: ${why}\n`);
  stdout.write(output === 'json' ? `${JSON.stringify(moved)}\n` : `${rows} objects ${what} ${file}.\n`);
  return unreadable.length === 0 ? exitCodes.good : exitCodes.failure;
}

async function readOptions(flags: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): Promise<Options> {
  try {
    return (await resolveOptions({ flags, environment })).options;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new UsageError(error.message);
  }
}
