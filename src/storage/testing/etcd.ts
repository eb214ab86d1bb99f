import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  etcdProgram,
  etcdVersion,
  type Member,
  memberFlags,
  placeMembers,
  startMember,
  untilListening,
} from '../../../scripts/local-etcd.mjs';

/** Undefined, or a sentence why tests with etcd cannot run here. Where everything must be tested they fail instead. */
export function whyNoEtcd(): string | undefined {
  if (etcdVersion() !== undefined) return undefined;
  const why = `there is no ${etcdProgram} here (Debian: apt-get install etcd-server), so nothing is tested with it`;
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

/** Ports that were free may be taken before an etcd listens there. */
const STARTS = 5;

/** An etcd of several. */
export async function startEtcdMembers(count: number, flags: readonly string[] = []): Promise<TestEtcd[]> {
  for (let tries = 1; ; tries++) {
    const members = await placeMembers(count);
    const starts = await Promise.allSettled(members.map((member) => startTestMember(member, members, flags)));
    const failed = starts.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    const started = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (failed === undefined) return started;
    await Promise.all(started.map((member) => member.stop()));
    if (tries === STARTS || !String(failed.reason).includes('address already in use')) throw failed.reason;
  }
}

async function startTestMember(
  member: Member,
  members: readonly Member[],
  flags: readonly string[],
): Promise<TestEtcd> {
  const directory = await mkdtemp(join(tmpdir(), 'pinnace-etcd-'));
  const scheme = flags.includes('--client-cert-auth') || flags.includes('--cert-file') ? 'https' : 'http';
  const url = `${scheme}://127.0.0.1:${member.client}`;
  // The last one counts of a flag that is given twice.
  const client = [`--listen-client-urls=${url}`, `--advertise-client-urls=${url}`];
  const args = [...memberFlags(member, members, directory), ...client, ...flags];
  let child = await start(args, member.client);
  return {
    url,
    get pid() {
      return child.pid as number;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: () => end(child),
    async restart() {
      child = await start(args, member.client);
    },
    async stop() {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function start(args: readonly string[], port: number): Promise<ChildProcess> {
  const started = startMember(args, { detached: false });
  try {
    await untilListening(port, started);
  } catch (error) {
    await end(started.child);
    throw error;
  }
  return started.child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
