import {
  type BoundPort,
  OptionError,
  type Options,
  type RunningServer,
  resolveOptions,
  StartError,
  startServer,
} from '#server';
import { announcement, type Circumstances } from './announcement.ts';
import type { ScriptedStart, Terminal } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { expectStart, optimizeSoon } from './optimization.ts';
import { endLate, letEchoPass, stopSignal } from './stop-signal.ts';

/** How a command that runs a server differs from `pinnace serve`. */
interface ServeManner {
  readonly environment?: NodeJS.ProcessEnv;
  /** A port that is bound already. */
  readonly bound?: BoundPort | undefined;
  /** What is said of a server that is ready. */
  announce?(server: RunningServer, circumstances: Circumstances): string;
  /** The server is ready, or its start has failed. */
  ready?(server: RunningServer, circumstances: Circumstances): Promise<void>;
  failed?(message: string): void;
  readonly start?: Partial<ScriptedStart> | undefined;
  /** The server has stopped. */
  stopped?(server: RunningServer): Promise<void>;
  /** Says nothing about the stop. */
  readonly leavesQuietly?: true;
}

/** Runs a server until it is told to stop. */
export async function serve(flags: ReadonlyMap<string, string>, manner: ServeManner = {}): Promise<number> {
  const { start } = manner;
  const options = await readOptions(flags, { environment: manner.environment ?? process.env, start });
  if (options === undefined) return exitCodes.usage;
  if (start?.leaves?.(options)) return exitCodes.good;
  const failStart = (error: unknown): void => {
    tell(error, options);
    process.exit(exitCodes.failure);
  };
  process.on('uncaughtException', failStart);
  expectStart();
  const isQuiet = options.quiet || manner.leavesQuietly;
  const say = (text: string): void => void (isQuiet || process.stdout.write(`${text}\n`));
  try {
    const stop = stopSignal();
    // Also a start that hangs ends then.
    let isStopping = false;
    const late = stop.then(() => {
      isStopping = true;
      return endLate(options.shutdownGrace);
    });
    const server = await startServer(options, undefined, manner.bound);
    process.off('uncaughtException', failStart);
    keepServing(server);
    const circumstances = { options, milliseconds: performance.now() - begin() };
    // Nobody is sent to a server that was told to stop while it started.
    if (!isStopping) await manner.ready?.(server, circumstances);
    if (!isStopping && !options.quiet) process.stdout.write((manner.announce ?? announcement)(server, circumstances));
    void server.furnished.then(() => {
      start?.begun?.();
      optimizeSoon();
    });
    await stop;
    say('Stopping …');
    await server.stop();
    await manner.stopped?.(server);
    clearTimeout(await late);
    await letEchoPass();
    say('Stopped.');
    return exitCodes.good;
  } catch (error) {
    tell(error, options);
    manner.failed?.((error as Error).message);
    return exitCodes.failure;
  }
}

/** Undefined, after the reason was told, where they cannot be used. */
export async function readOptions(
  flags: ReadonlyMap<string, string>,
  { environment, start }: Pick<Terminal, 'environment'> & Pick<ServeManner, 'start'>,
): Promise<Options | undefined> {
  try {
    const { options, warnings } = await resolveOptions({ flags, environment });
    if (!start?.leaves?.(options)) for (const warning of warnings) complain(`Warning: ${warning}`);
    return options;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    complain(error.message);
    return undefined;
  }
}

/**
 * From here on no error that nobody caught ends the process: it is the business of one request or one round of a
 * controller, and everybody else goes on. Neither does a terminal that goes away, which logging would tell of in a circle.
 */
function keepServing(server: RunningServer): void {
  process.on('unhandledRejection', (reason) => server.uncaught('rejection', reason));
  process.on('uncaughtException', (error) => server.uncaught('exception', error));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** The process began for the server, unless `npm start` had to install and build first and says when it was done. */
function begin(): number {
  return performance.getEntriesByName('pinnace:begin')[0]?.startTime ?? 0;
}

/** One clear line for what somebody can act on; for a fault of ours also where to look. */
function tell(error: unknown, options: Options): void {
  const { name, message, stack } = error as Error;
  complain(`pinnace: ${message}`);
  if (options.logLevel === 'debug') complain(stack ?? '');
  else if (!(error instanceof StartError) && name !== 'StorageFailure')
    complain('Run with --log-level debug for more.');
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
