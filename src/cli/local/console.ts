import { type LocalConsole, startLocalConsole } from '#console';
import { pinnaceVersion, systemClock } from '#server';
import { CommandError, type Terminal } from '../command.ts';
import { type ClusterChoice, configFor } from '../compat/cluster.ts';
import { withSentences } from '../compat/compare.ts';
import { exitCodes } from '../exit-codes.ts';
import { stopSignal } from '../stop-signal.ts';

interface ConsoleInvocation extends Terminal {
  readonly options: ClusterChoice & { readonly port: number; readonly output: 'text' | 'json' };
}

/** Serves the console for a cluster, on this machine, until it is told to stop. */
export function serveConsole({ options, environment, stdout, stderr }: ConsoleInvocation): Promise<number> {
  return withSentences(async () => {
    const config = configFor(options, environment);
    const error = (message: string, fields?: object): void => void stderr.write(`${message}${told(fields)}\n`);
    const log = { debug: silent, info: silent, warn: error, error };
    const world = { clock: systemClock, log };
    const userAgent = `pinnace-console/${pinnaceVersion()}`;
    const console = await startLocalConsole({ config, port: options.port, world, userAgent }).catch(refuse);
    const { server } = config;
    stdout.write(
      options.output === 'json'
        ? `${JSON.stringify({ server, url: console.loginUrl })}\n`
        : `The console for ${server}, as the kubeconfig says. This link logs in once:\n\n  ${console.loginUrl}\n\n`,
    );
    await stopSignal();
    await console[Symbol.asyncDispose]();
    return exitCodes.good;
  });
}

const silent = (): void => undefined;

function told(fields: object = {}): string {
  const { error } = fields as { readonly error?: unknown };
  return error instanceof Error ? `: ${error.message}` : '';
}

function refuse(cause: unknown): LocalConsole {
  throw new CommandError(`cannot listen: ${(cause as Error).message}`, { cause });
}
