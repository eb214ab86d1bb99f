import type { RunningServer } from '#server';
import { announcement, announcementJson, type Circumstances } from '../announcement.ts';
import type { Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readOptions, serve } from '../serve.ts';
import { type DetachMessage, detach } from './detach.ts';
import { removeRecord, writeRecord } from './running-server.ts';

interface ServeInvocation extends Terminal {
  readonly flags: ReadonlyMap<string, string>;
}

/** `pinnace serve`: in this process, or in one that goes on when this one ends. */
export async function serveHere({ flags: given, ...terminal }: ServeInvocation): Promise<number> {
  const { detach: wanted, output = 'text', ...rest } = Object.fromEntries(given);
  const flags = new Map(Object.entries(rest));
  if (wanted !== 'true') return serveInProcess(flags, output, terminal);
  const options = await readOptions(flags, { environment: terminal.environment });
  return options === undefined ? exitCodes.usage : detach([...flags, ['output', output]], options, terminal);
}

function serveInProcess(
  flags: ReadonlyMap<string, string>,
  output: string,
  { start }: Pick<Terminal, 'start'>,
): Promise<number> {
  const announce = (server: RunningServer, circumstances: Circumstances): string =>
    output === 'json'
      ? announcementJson(server, circumstances)
      : announcement(server, { ...circumstances, ...(isDetached() && { end: 'pinnace stop ends the server.' }) });
  return serve(flags, {
    start,
    announce,
    async ready(server, circumstances) {
      // On a full disk a server that was there before starts all the same.
      await writeRecord(server, circumstances.options.ephemeral).catch(() => undefined);
      tellParent({ announcement: announce(server, circumstances) });
    },
    failed: (failure) => tellParent({ failure }),
    stopped: ({ dataDirectory }) => removeRecord(dataDirectory),
    ...(output === 'json' && { leavesQuietly: true }),
  });
}

/** Whoever detached this server waits for a word; others did not open a channel. */
const isDetached = (): boolean => process.send !== undefined;

function tellParent(message: DetachMessage): void {
  if (process.connected === true) process.send?.(message);
}
