import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { ask } from '../migration/ask.ts';
import { dataDirectory, readRecord } from './running-server.ts';

interface ResetInvocation extends Terminal {
  readonly options: {
    readonly dataDir: string | undefined;
    readonly yes: boolean;
    readonly output: 'text' | 'json';
  };
}

/** Removes all objects of a server that is stopped. Credentials stay, so that kubeconfigs go on working. */
export async function reset({ options, environment, stdout, stderr }: ResetInvocation): Promise<number> {
  const directory = await dataDirectory(options.dataDir, environment);
  const running = await readRecord(directory);
  if (running !== undefined)
    throw new CommandError(`a server runs in ${directory} (process ${running.pid}): stop it first, with pinnace stop`);
  if (!existsSync(join(directory, 'pinnace-data')))
    throw new CommandError(`${directory} is not a data directory of Pinnace`);
  if (!options.yes && !(await ask(`Remove all objects in ${directory}? [y/N] `, stderr))) return exitCodes.failure;
  await rm(join(directory, 'store'), { recursive: true, force: true });
  const text = `Removed all objects in ${directory}. Certificates, kubeconfig and token are as before.\n`;
  stdout.write(options.output === 'json' ? `${JSON.stringify({ directory, reset: true })}\n` : text);
  return exitCodes.good;
}
