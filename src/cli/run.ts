import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { OptionError, type Options, type RunningServer, resolveOptions, StartError, startServer } from '#server';
import { announcement } from './announcement.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { followNpm } from './npm-parent.ts';
import { stopSignal } from './stop-signal.ts';

interface RunInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: { readonly keep?: unknown; readonly output?: unknown };
  readonly flags: ReadonlyMap<string, string>;
}

/** What a shell answers when there is no such program. */
const NOT_FOUND = 127;
/** What a shell adds to the number of the signal that ended a program. */
const BY_SIGNAL = 128;

/** Starts a server, runs a command that finds it by KUBECONFIG, stops the server, and ends as the command ended. */
export async function run({ arguments: [program = '', ...args], flags, environment, stderr }: RunInvocation) {
  const keep = flags.get('keep') === 'true';
  const options = await optionsOf(flags, environment);
  const server = await startServer(options).catch((error: Error) => {
    throw error instanceof StartError ? new CommandError(error.message, { cause: error }) : error;
  });
  try {
    const ready = performance.now();
    const code = await runBelow(server, { program, args, environment, stderr });
    if (flags.get('output') === 'json') stderr.write(outcomeJson([program, ...args], { code, ready }));
    if (code !== 0 && keep) await keepServing(server, { options, code, stderr });
    return code;
  } finally {
    await server.stop();
  }
}

/** On standard error: what the command prints is its own. */
function outcomeJson(command: readonly string[], { code, ready }: { code: number; ready: number }): string {
  const rounded = Math.round(performance.now() - ready);
  return `${JSON.stringify({ command, exitCode: code, milliseconds: rounded, startMilliseconds: Math.round(ready) })}\n`;
}

/** In memory and on any free port, unless something else is said: several may run at the same time. */
async function optionsOf(given: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): Promise<Options> {
  const { keep: _, output: __, ...said } = Object.fromEntries(given);
  const memory = said['data-dir'] === undefined ? { ephemeral: 'true' } : {};
  const flags = new Map(Object.entries({ port: '0', ...memory, ...said }));
  try {
    return (await resolveOptions({ flags, environment })).options;
  } catch (error) {
    if (error instanceof OptionError) throw new UsageError(error.message);
    throw error;
  }
}

interface CommandBelow extends Pick<Terminal, 'environment' | 'stderr'> {
  readonly program: string;
  readonly args: readonly string[];
}

function runBelow(
  { kubeconfigPath: KUBECONFIG }: RunningServer,
  { program, args, environment, stderr }: CommandBelow,
): Promise<number> {
  const child = spawn(program, [...args], { stdio: 'inherit', env: { ...environment, KUBECONFIG } });
  const stopPassing = passSignalsTo(child);
  return new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      stderr.write(`pinnace: ${program} cannot be run: ${error.code === 'ENOENT' ? 'not found' : error.message}\n`);
      resolve(NOT_FOUND);
    });
    child.once('exit', (code, signal) => resolve(code ?? BY_SIGNAL + (signal ? constants.signals[signal] : 0)));
  }).finally(stopPassing);
}

/** The command ends first, then the server. Ctrl-C in a terminal reaches the command by itself. */
function passSignalsTo(child: ChildProcess): () => void {
  followNpm();
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const listener = (): void => {
      if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal);
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

interface Kept {
  readonly options: Options;
  readonly code: number;
  readonly stderr: Terminal['stderr'];
}

async function keepServing(server: RunningServer, { options, code, stderr }: Kept): Promise<void> {
  const stop = stopSignal();
  stderr.write(`\nThe command ended with ${code}. The server stays for you to look:\n\n`);
  stderr.write(announcement(server, { options, milliseconds: performance.now() }));
  // A server alone keeps no process that waits for a signal.
  const alive = setInterval(() => undefined, 60_000);
  await stop;
  clearInterval(alive);
}
