import { checkStore, type StoreCheck } from '#server';
import { CommandError, type Terminal } from './command.ts';
import { exitCodes } from './exit-codes.ts';

interface CheckInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: {
    readonly export: string | undefined;
    readonly remove: boolean;
    readonly output: 'text' | 'json';
  };
}

/** Tells what cannot be read of a store, and does with it what was asked for. */
export async function check({ arguments: [directory = ''], options, stdout }: CheckInvocation): Promise<number> {
  const { remove, output, export: exportTo } = options;
  const found = await checkStore({ directory, exportTo, remove }).catch((error: Error) => {
    throw new CommandError(error.message, { cause: error });
  });
  stdout.write(output === 'json' ? `${JSON.stringify(found)}\n` : `${linesOf(found, remove).join('\n')}\n`);
  const isSound = found.damaged.length + found.lost.length === 0;
  return isSound || remove ? exitCodes.good : exitCodes.failure;
}

function linesOf({ objects, damaged, lost, exported }: StoreCheck, remove: boolean): readonly string[] {
  return [
    ...damaged.map(({ key, revision, why }) => `${key}, written at revision ${revision}: ${why}`),
    ...lost.map(({ file, from, to }) => `${file}, bytes ${from} to ${to}: nobody knows which objects lay there`),
    ...exported.map((file) => `written: ${file}`),
    `${objects} objects, ${damaged.length} damaged${remove && damaged.length > 0 ? ', which are removed' : ''}.`,
    ...(lost.length === 0 ? [] : [lostLine(lost.length, remove)]),
  ];
}

function lostLine(count: number, remove: boolean): string {
  const parts = count === 1 ? 'One part is' : `${count} parts are`;
  return `${parts} lost${remove ? ' and given up' : '; a server does not start with that'}.`;
}
