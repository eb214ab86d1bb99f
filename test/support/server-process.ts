import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestClient } from './client.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

export interface ProcessSettings {
  /** A module that is loaded before the server. */
  readonly preload?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A built program, instead of the sources. */
  readonly program?: string;
}

/** `pinnace serve` as a process of its own, which can be killed. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #directory: string;
  readonly #waiting = new Set<() => void>();
  readonly #hearers: ((line: string) => void)[] = [];
  #out = '';
  #err = '';
  /** The exit code, or the signal. */
  readonly ended: Promise<number | NodeJS.Signals>;

  private constructor(directory: string, flags: readonly string[], settings: ProcessSettings) {
    this.#directory = directory;
    const { preload, env, program } = settings;
    const imports = [...(program === undefined ? [tsx] : []), ...(preload === undefined ? [] : [preload])];
    const sources = program === undefined ? ['--conditions=pinnace-source'] : [];
    this.#child = spawn(
      process.execPath,
      [
        ...sources,
        ...imports.flatMap((file) => ['--import', file]),
        program ?? main,
        'serve',
        ...['--data-dir', directory, ...flags],
      ],
      { env: { ...withoutOptions(process.env), ...env } },
    );
    this.#child.stdout.on('data', (data) => {
      this.#out += data;
      for (const look of this.#waiting) look();
    });
    this.#child.stderr.on('data', (data) => {
      this.#err += data;
      for (const line of String(data).split('\n')) for (const hear of this.#hearers) hear(line);
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve(signal ?? code ?? -1));
    });
  }
  /** Without waiting for anything. */
  static launch(directory: string, ...flags: readonly string[]): ServerProcess {
    return new ServerProcess(directory, ['--port', '0', ...flags], {});
  }
  /** Resolves when it can be reached. */
  static start(directory: string, ...flags: readonly string[]): Promise<ServerProcess> {
    return ServerProcess.startWith({}, directory, ...flags);
  }
  static async startWith(
    settings: ProcessSettings,
    directory: string,
    ...flags: readonly string[]
  ): Promise<ServerProcess> {
    const server = new ServerProcess(directory, ['--port', '0', ...flags], settings);
    await server.said(/Address\s+(\S+)/);
    return server;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }
  get output(): string {
    return this.#out;
  }
  get errors(): string {
    return this.#err;
  }
  get url(): string {
    return /Address\s+(\S+)/.exec(this.#out)?.[1] ?? '';
  }
  async client(): Promise<TestClient> {
    const read = (...file: string[]): Promise<string> => readFile(join(this.#directory, ...file), 'utf8');
    return new TestClient({
      url: this.url,
      token: (await read('admin.token')).trim(),
      ca: await read('pki', 'ca.crt'),
    });
  }
  /** Tells of each line on standard error, those that were said already too. */
  onError(hear: (line: string) => void): void {
    for (const line of this.#err.split('\n')) hear(line);
    this.#hearers.push(hear);
  }
  /** Waits for a text on standard output. */
  async said(pattern: RegExp): Promise<void> {
    const heard = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!pattern.test(this.#out)) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
    const over = this.ended.then((how) => {
      throw new Error(`the server ended (${how}) without saying ${pattern}: ${this.#out}${this.#err}`);
    });
    over.catch(() => undefined);
    await Promise.race([heard, over]);
  }
  async kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.#child.kill(signal);
    return this.ended;
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill('SIGKILL');
  }
}

/** Options in the environment of the one who runs the tests are not for this server. */
function withoutOptions(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PINNACE_')));
}
