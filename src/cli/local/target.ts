import { CompatInputError } from '#compat';
import { CommandError, type Terminal } from '../command.ts';
import { Cluster } from '../compat/cluster.ts';
import { withSentences } from '../compat/compare.ts';
import { localKubeconfig } from './kubeconfig.ts';
import { dataDirectory, readRecord, type ServerRecord } from './running-server.ts';

/** Which server a command is about. */
export interface TargetInvocation extends Terminal {
  readonly options: { readonly dataDir: string | undefined; readonly context: string | undefined };
}

interface Target {
  readonly cluster: Cluster;
  /** What the server tells of itself, if it is that of a data directory here. */
  readonly record: ServerRecord | undefined;
}

/** Asks the server of a data directory if one runs there and no other is asked for, or else that of a context. */
export function askTarget(invocation: TargetInvocation, work: (target: Target) => Promise<number>): Promise<number> {
  return withSentences(async () => {
    const target = await find(invocation);
    try {
      return await work(target);
    } catch (error) {
      // Nothing is wrong with how the command was called: the server does not answer, or does not want to.
      if (error instanceof CompatInputError)
        throw new CommandError(error.message.replace(/^kube: /, ''), { cause: error });
      throw error;
    } finally {
      target.cluster.close();
    }
  });
}

async function find({ options, environment }: TargetInvocation): Promise<Target> {
  const at = (context: string): Target => ({ cluster: Cluster.at(context, environment), record: undefined });
  if (options.context !== undefined) return at(options.context);
  const directory = await dataDirectory(options.dataDir, environment);
  const record = await readRecord(directory);
  if (record !== undefined) return { cluster: Cluster.at('', { KUBECONFIG: localKubeconfig(directory) }), record };
  if (options.dataDir !== undefined) throw new CommandError(`no server runs in ${directory}`);
  try {
    return at('');
  } catch (error) {
    throw new CommandError(`no server runs in ${directory}, and ${(error as Error).message}`, { cause: error });
  }
}
