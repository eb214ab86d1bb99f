import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { OptionError, type Options, type RunningServer, resolveOptions, StartError, startServer } from '#server';
import { announcement } from './announcement.ts';
import { CommandError, type ScriptedStart, type Terminal, UsageError } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { expectStart, optimizeSoon } from './optimization.ts';
import { endLate, onFirstSignal, onStopSignals, stopSignal } from './stop-signal.ts';

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
export async function run(invocation: RunInvocation): Promise<number> {
  const {
    arguments: [program = '', ...args],
    flags,
    environment,
    stderr,
    start: scripted,
  } = invocation;
  const keep = flags.get('keep') === 'true';
  const options = await optionsOf(flags, environment);
  if (scripted?.leaves(options)) return exitCodes.good;
  const { server, signal } = await start(options, scripted);
  try {
    if (signal !== undefined) return codeOf(signal);
    const ready = performance.now();
    const code = await runBelow(server, { program, args, environment, stderr });
    if (flags.get('output') === 'json') stderr.write(outcomeJson([program, ...args], { code, ready }));
    if (code !== 0 && keep) await keepServing(server, { options, code, stderr });
    return code;
  } finally {
    using _ = heedSignals(options.shutdownGrace);
    await server.stop();
  }
}

/** With the signal that came meanwhile, if one did. */
async function start(
  options: Options,
  scripted: ScriptedStart | undefined,
): Promise<{ server: RunningServer; signal: NodeJS.Signals | undefined }> {
  using heeded = heedSignals(options.shutdownGrace);
  expectStart();
  try {
    const server = await startServer(options);
    void server.furnished.then(() => {
      scripted?.begun();
      optimizeSoon();
    });
    return { server, signal: heeded.signal };
  } catch (error) {
    throw error instanceof StartError ? new CommandError(error.message, { cause: error }) : error;
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
  const passing = passSignalsTo(child);
  return new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      stderr.write(`pinnace: ${program} cannot be run: ${error.code === 'ENOENT' ? 'not found' : error.message}\n`);
      resolve(NOT_FOUND);
    });
    child.once('exit', (code, signal) => resolve(code ?? (signal ? codeOf(signal) : BY_SIGNAL)));
  }).finally(() => passing[Symbol.dispose]());
}

const codeOf = (signal: NodeJS.Signals): number => BY_SIGNAL + constants.signals[signal];

/**
 * While no command runs, a signal interrupts nothing: a server that is not stopped leaves a folder with the keys to it. What takes
 * too long after it is ended all the same.
 */
function heedSignals(graceMs: number): { readonly signal: NodeJS.Signals | undefined } & Disposable {
  let caught: NodeJS.Signals | undefined;
  const listening = onFirstSignal((signal) => {
    caught = signal;
    endLate(graceMs).unref();
  });
  return {
    get signal() {
      return caught;
    },
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}

/** The command ends first, then the server. Ctrl-C in a terminal reaches the command by itself. */
function passSignalsTo(child: ChildProcess): Disposable {
  return onStopSignals((signal) => {
    if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal);
  });
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
