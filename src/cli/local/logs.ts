import { createReadStream, existsSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { CommandError, type Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { stoppable } from '../stop-signal.ts';
import { dataDirectory, LOG } from './running-server.ts';

interface LogsInvocation extends Terminal {
  readonly options: {
    readonly dataDir: string | undefined;
    readonly follow: boolean;
    readonly output: 'text' | 'json';
  };
}

/** Prints what a detached server wrote. */
export async function logs({ options, environment, stdout }: LogsInvocation): Promise<number> {
  const file = join(await dataDirectory(options.dataDir, environment), LOG);
  if (!existsSync(file)) throw new CommandError(`there is no ${file}: only a server started with --detach writes one`);
  const out = options.output === 'json' ? jsonLines(stdout) : stdout;
  let from = await copy(file, 0, out);
  if (!options.follow) return exitCodes.good;
  using stop = stoppable();
  const watcher = watch(file, { signal: stop.signal });
  watcher.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    let copying = Promise.resolve();
    watcher.on('change', () => {
      copying = copying.then(async () => {
        from = await copy(file, from, out);
      });
    });
    watcher.once('close', resolve);
  });
  return exitCodes.good;
}

/** Each whole line as an object: as it is where it is one already, or else as the message of one. */
function jsonLines(stdout: Terminal['stdout']): Pick<Terminal['stdout'], 'write'> {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  return {
    write(part: string | Uint8Array) {
      const lines = (begun + decoder.write(Buffer.from(part))).split('\n');
      begun = lines.pop() as string;
      return stdout.write(lines.map(jsonLine).join(''));
    },
  };
}

function jsonLine(line: string): string {
  if (line === '') return '';
  return line.startsWith('{') && parsedJson(line) !== undefined
    ? `${line}\n`
    : `${JSON.stringify({ message: line })}\n`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns where the next copy begins. A file that is shorter than before was begun anew. */
async function copy(file: string, from: number, stdout: Pick<Terminal['stdout'], 'write'>): Promise<number> {
  const { size } = statSync(file);
  const start = size < from ? 0 : from;
  if (size === start) return size;
  for await (const part of createReadStream(file, { start, end: size - 1 })) stdout.write(part as Buffer);
  return size;
}
