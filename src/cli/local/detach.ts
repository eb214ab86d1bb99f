import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDataDirectory, type Options } from '#server';
import { CommandError, type Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { stoppable } from '../stop-signal.ts';
import { LOG, readRecord } from './running-server.ts';

/** What the server says to the command that started it. */
export type DetachMessage = { readonly announcement: string } | { readonly failure: string };

/** Starts a server that goes on when this command ends, and waits until it is ready. */
export async function detach(
  flags: readonly (readonly [name: string, text: string])[],
  options: Options,
  { stdout, environment }: Pick<Terminal, 'stdout' | 'environment'>,
): Promise<number> {
  const directory = resolve(options.dataDir);
  const running = await readRecord(directory);
  if (running !== undefined)
    throw new CommandError(`a server runs in ${directory} already, at ${running.url} (process ${running.pid})`);
  await makeDataDirectory(directory).catch((error: Error) => {
    throw new CommandError(error.message, { cause: error });
  });
  const log = openSync(join(directory, LOG), 'w', 0o600);
  const words = flags.filter(([name]) => name !== 'data-dir').map(([name, text]) => `--${name}=${text}`);
  const args = [...process.execArgv, process.argv[1] as string, 'serve', ...words, `--data-dir=${directory}`];
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: environment,
  });
  // Who stops waiting wants no server either.
  using stop = stoppable();
  stop.signal.addEventListener('abort', () => child.kill());
  const said = await new Promise<DetachMessage>((done) => {
    child.once('message', (message) => done(message as DetachMessage));
    child.once('exit', (code) => done({ failure: `the server ended with ${code}; ${join(directory, LOG)} says why` }));
    child.once('error', (error) => done({ failure: error.message }));
  });
  if (stop.signal.aborted) throw new CommandError('stopped');
  if ('failure' in said) throw new CommandError(said.failure);
  child.disconnect();
  child.unref();
  stdout.write(said.announcement);
  return exitCodes.good;
}
