import { CommandError, type Terminal } from '../command.ts';
import { Cluster } from '../compat/cluster.ts';
import { exitCodes } from '../exit-codes.ts';
import { localKubeconfig } from './kubeconfig.ts';
import { dataDirectory, isAlive, readRecord } from './running-server.ts';

interface StopInvocation extends Terminal {
  readonly options: { readonly dataDir: string | undefined; readonly output: 'text' | 'json' };
}

const PAUSE_MS = 50;
const PATIENCE_MS = 20_000;

/** Stops the server of a data directory, and waits until it has ended. */
export async function stop({ options, environment, stdout }: StopInvocation): Promise<number> {
  const directory = await dataDirectory(options.dataDir, environment);
  const found = await readRecord(directory);
  const tell = (result: object, text: string): number => {
    stdout.write(options.output === 'json' ? `${JSON.stringify({ directory, ...result })}\n` : `${text}\n`);
    return exitCodes.good;
  };
  if (found === undefined) return tell({ stopped: false }, `No server runs in ${directory}.`);
  await refuseStranger(directory, found.pid);
  process.kill(found.pid, 'SIGTERM');
  for (let waited = 0; isAlive(found.pid); waited += PAUSE_MS) {
    if (waited > PATIENCE_MS) throw new CommandError(`process ${found.pid} did not stop in time`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return tell({ stopped: true, pid: found.pid }, `Stopped the server at ${found.url}.`);
}

/** After a crash another program may have got the number: only a process whose server answers to our key is ended. */
async function refuseStranger(directory: string, pid: number): Promise<void> {
  const cluster = Cluster.at('', { KUBECONFIG: localKubeconfig(directory) });
  try {
    await cluster.find('/version');
  } catch (error) {
    const why = `process ${pid} stands in the record of ${directory}, but no server answers. It may be another program; if not: kill ${pid}`;
    throw new CommandError(why, { cause: error });
  } finally {
    cluster.close();
  }
}
