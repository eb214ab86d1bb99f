import { join } from 'node:path';
import type { TestClient } from '../support/client.ts';
import { ServerProcess } from '../support/server-process.ts';

/** Keeps one server running over its deaths. */
export class Supervisor implements AsyncDisposable {
  readonly directory: string;
  readonly diskFault: string;
  readonly clockFault: string;
  readonly #program: string | undefined;
  #server: Promise<ServerProcess>;
  #client: Promise<TestClient>;
  /** What servers said before they were gone. */
  readonly unexpected: string[] = [];

  constructor(parent: string, program?: string) {
    this.directory = join(parent, 'data');
    this.diskFault = join(parent, 'disk-fault');
    this.clockFault = join(parent, 'clock-fault');
    this.#program = program;
    this.#server = this.#start();
    this.#client = this.#server.then((server) => server.client());
  }

  /** A client of the server that runs, as soon as one does. */
  client(): Promise<TestClient> {
    return this.#client;
  }
  server(): Promise<ServerProcess> {
    return this.#server;
  }

  async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const before = await this.#server;
    const client = await this.#client;
    // Who asks from now on waits for the next one.
    this.#server = this.#replace(before, signal);
    this.#client = this.#server.then((server) => server.client());
    await this.#server;
    client[Symbol.dispose]();
  }

  async #replace(before: ServerProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<ServerProcess> {
    const how = await before.kill(signal);
    if (signal === 'SIGTERM' && how === 'SIGTERM')
      this.unexpected.push(`a stop was not over in time: ${before.errors}`);
    return this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    (await this.#client)[Symbol.dispose]();
    await (await this.#server)[Symbol.asyncDispose]();
  }

  async #start(): Promise<ServerProcess> {
    const preload = import.meta.resolve('./failing-machine.mjs');
    const env = { DISK_FAULT_FILE: this.diskFault, CLOCK_FAULT_FILE: this.clockFault };
    const settings = { preload, env, ...(this.#program === undefined ? {} : { program: this.#program }) };
    const flags = ['--controllers', '', '--history', '60s', '--shutdown-grace', '2s'];
    const server = await ServerProcess.startWith(settings, this.directory, ...flags);
    void server.ended.then((how) => {
      if (how !== 'SIGKILL' && how !== 'SIGTERM' && how !== 0)
        this.unexpected.push(`the server ended with ${how}: ${server.errors}`);
    });
    return server;
  }
}
