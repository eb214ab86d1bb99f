import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program to test with: Debian's `etcd-server` unless told otherwise. */
const program = process.env.PINNACE_TEST_ETCD ?? 'etcd';

/** What it says of its version, `3.4.23`; undefined when there is none. */
export function installedVersion(): string | undefined {
  return /etcd Version: (\S+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
}

/** Undefined, or a sentence why tests with etcd cannot run here. Where everything must be tested they fail instead. */
export function whyNoEtcd(): string | undefined {
  if (installedVersion() !== undefined) return undefined;
  const why = `there is no ${program} here (Debian: apt-get install etcd-server), so nothing is tested with it`;
  if (process.env.CI === 'true') throw new Error(why);
  return why;
}

export interface TestEtcd {
  readonly url: string;
  readonly pid: number;
  pause(): void;
  resume(): void;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** Starts it again where it was. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** An etcd of one member, that answers. */
export async function startEtcd(flags: readonly string[] = []): Promise<TestEtcd> {
  const [member] = await startEtcdMembers(1, flags);
  return member as TestEtcd;
}

/** An etcd of several. */
export async function startEtcdMembers(count: number, flags: readonly string[] = []): Promise<TestEtcd[]> {
  const scheme = flags.includes('--client-cert-auth') || flags.includes('--cert-file') ? 'https' : 'http';
  const places: MemberPlace[] = [];
  for (let at = 0; at < count; at++) {
    const [client, peer] = [await freePort(), `http://127.0.0.1:${await freePort()}`];
    places.push({ name: `m${at}`, client, url: `${scheme}://127.0.0.1:${client}`, peer });
  }
  return Promise.all(places.map((place) => startMember(place, places, flags)));
}

interface MemberPlace {
  readonly name: string;
  readonly client: number;
  readonly url: string;
  readonly peer: string;
}

async function startMember(
  { name, client, url, peer }: MemberPlace,
  all: readonly MemberPlace[],
  flags: readonly string[],
): Promise<TestEtcd> {
  const directory = await mkdtemp(join(tmpdir(), 'pinnace-etcd-'));
  const cluster = all.map((one) => `${one.name}=${one.peer}`).join();
  const places = { 'listen-client-urls': url, 'advertise-client-urls': url, 'listen-peer-urls': peer };
  const more = { name, 'initial-advertise-peer-urls': peer, 'initial-cluster': cluster };
  const args = Object.entries({ 'data-dir': directory, ...places, ...more, 'log-level': 'error' })
    .map(([flag, value]) => `--${flag}=${value}`)
    .concat(flags);
  let child = await start(args, client);
  return {
    url,
    get pid() {
      return child.pid as number;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: () => end(child),
    async restart() {
      child = await start(args, client);
    },
    async stop() {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function start(args: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => {
    complaints = (complaints + data.toString()).slice(-2000);
  });
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    if (await isListening(port)) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`etcd did not start: ${complaints}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
