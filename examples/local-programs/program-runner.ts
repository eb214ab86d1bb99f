// Starts the programs of pods on this machine, and tells the server where they are.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, Informer, resourceRef } from 'pinnace/client';
import type { Pod } from 'pinnace/types/core/v1';
import {
  commandLine,
  type Places,
  type PodProgram,
  type Programs,
  portsOf,
  programsOf,
  variablesOf,
} from './pod-program.ts';
import { untilAnswered } from './readiness.ts';
import { writeVolumes } from './volume-files.ts';

const pods = resourceRef<Pod>({ group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true });

interface RunnerOptions {
  readonly client: Client;
  readonly programs: Programs;
  /** For programs that talk to the server. */
  readonly env: { readonly [name: string]: string | undefined };
  log(line: string): void;
}

/** The programs of one pod. */
interface Running {
  readonly over: AbortController;
  readonly done: Promise<void>;
}

export class ProgramRunner {
  readonly #options: RunnerOptions;
  readonly #pods: Informer<Pod>;
  readonly #running = new Map<string, Running>();
  #disks = '';

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#pods = new Informer(options.client.resource(pods));
  }

  async start(): Promise<this> {
    this.#disks = await mkdtemp(join(tmpdir(), 'local-disks-'));
    const look = (pod: Pod): void => (isOver(pod) ? this.#end(pod) : this.#begin(pod));
    this.#pods.addEventHandler({ onAdd: look, onUpdate: look, onDelete: (pod) => this.#end(pod) });
    await this.#pods.start().waitForSync();
    return this;
  }

  async stop(): Promise<void> {
    await this.#pods.stop();
    for (const { over } of this.#running.values()) over.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    await rm(this.#disks, { recursive: true, force: true });
  }

  #end({ metadata: { uid = '' } }: Pod): void {
    this.#running.get(uid)?.over.abort();
    this.#running.delete(uid);
  }

  #begin(pod: Pod): void {
    const { uid = '', namespace, name } = pod.metadata;
    const programs = programsOf(pod, this.#options.programs);
    if (programs.length === 0 || !pod.spec?.nodeName || this.#running.has(uid)) return;
    const over = new AbortController();
    const done = this.#run(pod, programs, over.signal).catch((error: Error) => {
      if (!over.signal.aborted) this.#options.log(`${namespace}/${name}: ${error.message}`);
    });
    this.#running.set(uid, { over, done });
  }

  async #run(pod: Pod, programs: readonly PodProgram[], signal: AbortSignal): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'local-program-'));
    try {
      const moving = programs.filter(({ program }) => !program.samePorts);
      const staying = programs.filter(({ program }) => program.samePorts).flatMap(portsOf);
      const ports = new Map([
        ...staying.map((port) => [port, port] as const),
        ...(await freePorts(moving.flatMap(portsOf))),
      ]);
      const volumes = await writeVolumes(this.#options.client, pod, { folder, disks: this.#disks });
      const places = { ports, volumes };
      const started = programs.map((one) => this.#spawn(pod, one, { ...places, folder, signal }));
      await Promise.race([Promise.all(programs.map((one) => untilAnswered(one, places, signal))), aborted(signal)]);
      if (!signal.aborted) await this.#annotate(pod, annotationsOf(places));
      await Promise.all(started.map((child, at) => this.#untilEnded(pod, child, programs[at]?.container.name ?? '')));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #spawn(pod: Pod, one: PodProgram, { folder, signal, ...places }: Places & Surroundings): ChildProcess {
    const [file = '', ...args] = commandLine(one, places);
    const { namespace, name = '' } = pod.metadata;
    const child = spawn(file, args, {
      cwd: folder,
      env: { ...process.env, ...this.#options.env, HOSTNAME: pod.spec?.hostname || name, ...variablesOf(pod, one) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', (error) => this.#options.log(`${namespace}/${name}: ${error.message}`));
    signal.addEventListener('abort', () => child.kill(), { once: true });
    this.#options.log(`${namespace}/${name}: ${[file, ...args].join(' ')} (process ${child.pid})`);
    return child;
  }

  /** A program that ends by itself ends its container, with the same code. */
  async #untilEnded(pod: Pod, child: ChildProcess, container: string): Promise<void> {
    await ended(child);
    if (child.exitCode === null) return;
    const end = { 'exit-code': String(child.exitCode), duration: '0s' };
    // The name of a container may be too long for one of an annotation.
    const suffix = pod.spec?.containers?.length === 1 ? '' : `.${container}`;
    const named = Object.entries(end).map(([key, value]) => [`pinnace.dev/${key}${suffix}`, value]);
    await this.#annotate(pod, Object.fromEntries(named));
  }

  async #annotate(
    { metadata: { name = '', namespace = '' } }: Pod,
    annotations: { readonly [name: string]: string },
  ): Promise<void> {
    await this.#options.client
      .resource(pods)
      .inNamespace(namespace)
      .patch(name, { metadata: { annotations } }, { type: 'merge' });
  }
}

/** Where the programs are; with that the pod is ready. */
function annotationsOf({ ports }: Places): { readonly [name: string]: string } {
  const backend = [...ports].map(([port, here]) => `${port}=127.0.0.1:${here}`).join(',');
  return { ...(backend && { 'pinnace.dev/backend': backend }), 'pinnace.dev/ready': 'true' };
}

interface Surroundings {
  readonly folder: string;
  readonly signal: AbortSignal;
}

const isOver = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined || status?.phase === 'Succeeded' || status?.phase === 'Failed';

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

async function freePorts(wanted: readonly number[]): Promise<Map<number, number>> {
  const servers = await Promise.all(
    wanted.map(
      (port) =>
        new Promise<[number, ReturnType<typeof createServer>]>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve([port, server]));
        }),
    ),
  );
  const found = new Map(servers.map(([port, server]) => [port, (server.address() as { port: number }).port]));
  await Promise.all(servers.map(([, server]) => new Promise((resolve) => server.close(resolve))));
  return found;
}
