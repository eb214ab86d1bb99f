import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';
import type { LoadProcesses } from '../load/load-processes.ts';
import type { RequestTemplate } from '../load/request.ts';
import { type Answer, ask } from '../target/ask.ts';
import { type Memory, memoryOf, reportedMemory } from '../target/memory.ts';
import { OwnServer, type ServerPlace } from '../target/own-server.ts';
import type { Target } from '../target/target.ts';
import { COLLECTION, NAMESPACE, requests } from './config-maps.ts';

export interface BenchSettings {
  /** The built `cli/main.js`. */
  readonly program: string;
  readonly nodeArguments: readonly string[];
  /** Somebody else's server instead of our own. */
  readonly foreign?: Target;
  /** The processes of somebody else's server, for its memory. */
  readonly pids: readonly number[];
  readonly seconds: number;
  /** Seconds of requests that are not measured; some when absent. */
  readonly warmUp?: number | undefined;
  readonly slices: number;
  readonly load: LoadProcesses;
}

/** A server to measure, with an empty namespace. */
export interface Subject {
  readonly target: Target;
  readonly token?: string;
  memory(): Promise<Memory | undefined>;
  /** Its processes, as far as they are known. */
  readonly pids: readonly number[];
}

const WARM_UP_SECONDS = 2;
const FILL_CLIENTS = 64;
const FILL_LIMIT_MS = 300_000;

/** What rows measure with. */
export class Bench {
  readonly settings: BenchSettings;

  constructor(settings: BenchSettings) {
    this.settings = settings;
  }
  /** For how long requests are not measured. */
  get warmUpSeconds(): number {
    const { warmUp, seconds } = this.settings;
    return warmUp ?? Math.min(WARM_UP_SECONDS, seconds);
  }
  get ownServer(): boolean {
    return this.settings.foreign === undefined;
  }

  /** Each row has a server with a new directory, or an emptied namespace of a foreign one: rows do not disturb each other. */
  async withServer<T>(work: (subject: Subject) => Promise<T>, how: Pick<ServerPlace, 'flags'> = {}): Promise<T> {
    const { foreign } = this.settings;
    if (foreign !== undefined) return this.#withForeign(foreign, work);
    return this.withKeptServer(({ directory, server }) => work(subjectOf(server, directory)), how);
  }

  /** A server of our own that may be stopped and started again on its directory. Not its first start: that one differs. */
  withKeptServer<T>(
    work: (kept: { directory: string; server: OwnServer }) => Promise<T>,
    how: Pick<ServerPlace, 'flags' | 'reportsTurns'> = {},
  ): Promise<T> {
    return this.withDirectory(async (directory) => {
      await (await this.start(directory)).stop();
      const server = await this.start(directory, how);
      try {
        await makeNamespace(server.target);
        return await work({ directory, server });
      } finally {
        await server.stop();
      }
    });
  }

  async #withForeign<T>(target: Target, work: (subject: Subject) => Promise<T>): Promise<T> {
    const { pids } = this.settings;
    const memory = async (): Promise<Memory | undefined> =>
      pids.length === 0
        ? reportedMemory(target)
        : { megabytes: pids.reduce((sum, p) => sum + memoryOf(p).megabytes, 0) };
    await makeNamespace(target);
    try {
      return await work({ target, ...(target.token === undefined ? {} : { token: target.token }), memory, pids });
    } finally {
      await empty(target);
    }
  }

  /** Takes back what a foreign server was given. Only at the end: a namespace that is being removed takes nothing new. */
  async close(): Promise<void> {
    const { foreign } = this.settings;
    if (foreign !== undefined) await ask(foreign, { method: 'DELETE', path: `/api/v1/namespaces/${NAMESPACE}` });
  }

  start(directory: string, how: Pick<ServerPlace, 'flags' | 'reportsTurns'> = {}): Promise<OwnServer> {
    const { program, nodeArguments } = this.settings;
    return OwnServer.start({ program, directory, nodeArguments, ...how });
  }

  async withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
    const parent = mkdtempSync(join(tmpdir(), 'pinnace-bench-'));
    directories.add(parent);
    try {
      return await work(join(parent, 'data'));
    } finally {
      removeDirectory(parent);
    }
  }

  /** Creates the objects with the numbers 0 to count - 1. */
  fill(target: Target, count: number, create: RequestTemplate = requests.create): Promise<void> {
    return this.fillUp(target, { from: 0, to: count }, create);
  }

  /** Creates the objects with the numbers from `from` to `to - 1`. */
  async fillUp(
    target: Target,
    { from, to }: { readonly from: number; readonly to: number },
    create: RequestTemplate = requests.create,
  ): Promise<void> {
    const count = to - from;
    if (count === 0) return;
    const { answers } = await this.settings.load.requests({
      kind: 'requests',
      target,
      request: create,
      clients: Math.min(FILL_CLIENTS, count),
      objects: { first: from, step: 1, count, atEnd: 'stop' },
      warmUpMs: 0,
      sliceMs: FILL_LIMIT_MS,
      slices: 1,
    });
    if (answers < count) throw new BenchError(`Only ${answers} of ${count} objects could be made in time.`);
  }
}

export function subjectOf({ pid, target }: OwnServer, directory: string): Subject {
  return { target, token: OwnServer.token(directory), memory: async () => memoryOf(pid), pids: [pid] };
}

const directories = new Set<string>();

function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  directories.delete(directory);
}

/** For when the benchmark itself is stopped. */
export function removeDirectories(): void {
  for (const directory of directories) removeDirectory(directory);
}

async function makeNamespace(target: Target): Promise<void> {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  const headers = { 'content-type': 'application/json' };
  expectGood(await ask(target, { method: 'POST', path: '/api/v1/namespaces', headers, body }), [409]);
}

async function empty(target: Target): Promise<void> {
  expectGood(await ask(target, { method: 'DELETE', path: COLLECTION }, FILL_LIMIT_MS));
}

function expectGood({ status, body }: Answer, alsoGood: readonly number[] = []): void {
  if (status >= 300 && !alsoGood.includes(status)) throw new BenchError(`status ${status}: ${body.slice(0, 500)}`);
}
