import { createReadStream, existsSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { CommandError, type Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { stoppable } from '../stop-signal.ts';
import { dataDirectory, LOG } from './running-server.ts';

export interface LogsInvocation extends Terminal {
  readonly options: { readonly dataDir: string | undefined; readonly follow: boolean };
}

/** Prints what a detached server wrote. */
export async function logs({ options, environment, stdout }: LogsInvocation): Promise<number> {
  const file = join(await dataDirectory(options.dataDir, environment), LOG);
  if (!existsSync(file)) throw new CommandError(`there is no ${file}: only a server started with --detach writes one`);
  let from = await copy(file, 0, stdout);
  if (!options.follow) return exitCodes.good;
  using stop = stoppable();
  const watcher = watch(file, { signal: stop.signal });
  watcher.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    let copying = Promise.resolve();
    watcher.on('change', () => {
      copying = copying.then(async () => {
        from = await copy(file, from, stdout);
      });
    });
    watcher.once('close', resolve);
  });
  return exitCodes.good;
}

/** Returns where the next copy begins. A file that is shorter than before was begun anew. */
async function copy(file: string, from: number, stdout: Terminal['stdout']): Promise<number> {
  const { size } = statSync(file);
  const start = size < from ? 0 : from;
  if (size === start) return size;
  for await (const part of createReadStream(file, { start, end: size - 1 })) stdout.write(part as Buffer);
  return size;
}
