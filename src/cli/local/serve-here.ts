import type { Options, RunningServer } from '#server';
import { announcement } from '../announcement.ts';
import type { Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readOptions, serve } from '../serve.ts';
import { type DetachMessage, detach } from './detach.ts';
import { removeRecord, writeRecord } from './running-server.ts';

export interface ServeInvocation extends Terminal {
  readonly flags: ReadonlyMap<string, string>;
}

/** `pinnace serve`: in this process, or in one that goes on when this one ends. */
export async function serveHere({ flags: given, ...terminal }: ServeInvocation): Promise<number> {
  const { detach: wanted, ...rest } = Object.fromEntries(given);
  const flags = new Map(Object.entries(rest));
  if (wanted !== 'true') return serve(flags, { ready, failed, stopped });
  const options = await readOptions(flags, terminal.environment);
  return options === undefined ? exitCodes.usage : detach(flags, options, terminal);
}

async function ready(server: RunningServer, options: Options): Promise<void> {
  // On a full disk a server that was there before starts all the same.
  await writeRecord(server, options.ephemeral).catch(() => undefined);
  tellParent({
    announcement: announcement(server, {
      options,
      milliseconds: performance.now(),
      end: 'pinnace stop ends the server.',
    }),
  });
}

const failed = (failure: string): void => tellParent({ failure });

const stopped = ({ dataDirectory }: RunningServer): Promise<void> => removeRecord(dataDirectory);

/** Whoever detached this server waits for a word; others did not open a channel. */
function tellParent(message: DetachMessage): void {
  if (process.connected === true) process.send?.(message);
}
