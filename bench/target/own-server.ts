import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BenchError } from '../bench-error.ts';
import { ask } from './ask.ts';
import { targetOf } from './kubeconfig.ts';
import type { Target } from './target.ts';

export interface ServerPlace {
  /** The built `cli/main.js`. */
  readonly program: string;
  readonly directory: string;
  /** For Node itself, e.g. to profile it. */
  readonly nodeArguments: readonly string[];
  readonly flags?: readonly string[];
  /** Whether it can be asked for its longest turn. */
  readonly reportsTurns?: boolean;
}

/** Milliseconds since it was asked last. */
export interface TurnReport {
  readonly wall: number;
  readonly processor: number;
  /** The longest garbage collection. */
  readonly collection: number;
}

const REPORT_TURNS = fileURLToPath(new URL('./report-turns.mjs', import.meta.url));

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
const POLL_MS = 2;
const FIRST_PATH = '/api/v1/namespaces/default';

/** A Pinnace in a process of its own. */
export class OwnServer {
  readonly pid: number;
  readonly target: Target;
  /** From the start of the process to the first answer to an authenticated request. */
  readonly readyMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, target: Target, readyMs: number) {
    this.pid = child.pid as number;
    this.#child = child;
    this.target = target;
    this.readyMs = readyMs;
  }

  static async start({ program, directory, nodeArguments, ...more }: ServerPlace): Promise<OwnServer> {
    const { flags = [], reportsTurns = false } = more;
    const port = await freePort();
    const serve = [program, 'serve', '--data-dir', directory, '--port', String(port), ...flags];
    const started = performance.now();
    const preloaded = reportsTurns ? ['--import', REPORT_TURNS] : [];
    const child = spawn(process.execPath, [...nodeArguments, ...preloaded, ...serve], {
      stdio: ['ignore', 'ignore', 'inherit', ...(reportsTurns ? (['ipc'] as const) : [])],
      env: { ...process.env, TURN_MONITOR: join(dirname(program), '..', 'server', 'turn-monitor.js') },
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const target = await firstAnswer(child, { directory, port, until: started + START_LIMIT_MS });
    return new OwnServer(child, target, performance.now() - started);
  }

  /** The token that the server wrote for its administrator; tools that know no client certificates need it. */
  static token(directory: string): string {
    return readFileSync(join(directory, 'admin.token'), 'utf8').trim();
  }

  /** The longest turn of its event loop since this was asked last. */
  async longestTurn(): Promise<TurnReport> {
    const answers = on(this.#child, 'message');
    this.#child.send('longest turn');
    // The server also says when it is ready.
    for await (const [answer] of answers) if ('processor' in answer) return answer as TurnReport;
    throw new BenchError('The server ended without a word.');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(late);
  }
}

const running = new Set<ChildProcess>();

/** For when the benchmark itself is stopped. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

interface Waiting {
  readonly directory: string;
  readonly port: number;
  readonly until: number;
}

async function firstAnswer(child: ChildProcess, { directory, port, until }: Waiting): Promise<Target> {
  const kubeconfig = join(directory, 'kubeconfig');
  for (;;) {
    if (child.exitCode !== null) throw new BenchError(`The server ended with exit code ${child.exitCode}.`);
    if (performance.now() > until) {
      child.kill('SIGKILL');
      throw new BenchError(`The server was not ready after ${START_LIMIT_MS / 1000} s.`);
    }
    const target = existsSync(kubeconfig) ? await answering(kubeconfig, port) : undefined;
    if (target !== undefined) return target;
    await delay(POLL_MS);
  }
}

/** The kubeconfig of an earlier start names another port but the same credentials. */
async function answering(kubeconfig: string, port: number): Promise<Target | undefined> {
  try {
    const target = { ...targetOf(kubeconfig), port };
    const { status } = await ask(target, { method: 'GET', path: FIRST_PATH });
    return status === 200 ? target : undefined;
  } catch {
    // Not written whole, or nobody listens yet: the caller asks again until its time is up.
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
