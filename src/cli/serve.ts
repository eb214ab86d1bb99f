import { setFlagsFromString } from 'node:v8';
import { OptionError, type Options, type RunningServer, resolveOptions, StartError, startServer } from '#server';
import { announcement } from './announcement.ts';
import { exitCodes } from './exit-codes.ts';
import { endNow, letEchoPass, stopSignal } from './stop-signal.ts';

/** Runs a server until it is told to stop. */
export async function serve(flags: ReadonlyMap<string, string>): Promise<number> {
  let options: Options;
  try {
    const resolved = await resolveOptions({ flags, environment: process.env });
    for (const warning of resolved.warnings) complain(`Warning: ${warning}`);
    options = resolved.options;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    complain(error.message);
    return exitCodes.usage;
  }
  const failStart = (error: unknown): void => {
    tell(error, options);
    process.exit(exitCodes.failure);
  };
  process.on('uncaughtException', failStart);
  try {
    const stop = stopSignal();
    // Also a start that hangs ends then.
    const late = stop.then(() => endLate(options.shutdownGrace));
    const server = await startServer(options);
    process.off('uncaughtException', failStart);
    keepServing(server);
    process.stdout.write(announcement(server, { options, milliseconds: performance.now() - begin() }));
    warmUpSooner();
    await stop;
    process.stdout.write('Stopping …\n');
    await server.stop();
    clearTimeout(await late);
    await letEchoPass();
    process.stdout.write('Stopped.\n');
    return exitCodes.good;
  } catch (error) {
    tell(error, options);
    return exitCodes.failure;
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

/**
 * Node 20 optimizes a function only after very many calls: the first thousand requests would take three times as long as
 * the rest. Later versions have a compiler in between. Not before the start is done, which runs everything only once.
 */
function warmUpSooner(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=16000');
}

/** The process began for the server, unless `npm start` had to install and build first and says when it was done. */
function begin(): number {
  return performance.getEntriesByName('pinnace:begin')[0]?.startTime ?? 0;
}

/** Also keeps the process until everything is closed, when no connection does. */
function endLate(graceMs: number): NodeJS.Timeout {
  return setTimeout(() => {
    complain('pinnace: could not stop in time. What was answered is on disk.');
    endNow();
  }, graceMs + 5000);
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
