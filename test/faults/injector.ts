import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { hasPrlimit } from '../support/small-disk.ts';
import { path } from './clients.ts';
import type { Supervisor } from './supervisor.ts';

export interface Fault {
  readonly name: string;
  readonly possible?: boolean;
  run(supervisor: Supervisor, random: () => number): Promise<void>;
}

/** Some part of a span, so that no two faults are alike. */
const upTo = (ms: number, random: () => number): Promise<void> => setTimeout(Math.floor(random() * ms));

const failing = (code: string): Fault => ({
  name: code,
  async run({ diskFault }, random) {
    await writeFile(diskFault, code);
    await upTo(2000, random);
    await rm(diskFault);
  },
});

/** All that is done to a server. None of it needs rights. */
export const faults: readonly Fault[] = [
  { name: 'kill -9', run: (supervisor) => supervisor.restart('SIGKILL') },
  { name: 'stop', run: (supervisor) => supervisor.restart('SIGTERM') },
  failing('EIO'),
  failing('EROFS'),
  failing('ENOSPC'),
  {
    name: 'EIO and kill -9',
    async run(supervisor, random) {
      await writeFile(supervisor.diskFault, 'EIO');
      await upTo(300, random);
      await Promise.all([supervisor.restart('SIGKILL'), setTimeout(50).then(() => rm(supervisor.diskFault))]);
    },
  },
  {
    name: 'no file may grow',
    possible: hasPrlimit,
    async run(supervisor, random) {
      const { pid } = await supervisor.server();
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${1 + Math.floor(random() * 2_000_000)}:unlimited`]);
      await upTo(3000, random);
      execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited']);
    },
  },
  {
    name: 'standstill',
    async run(supervisor, random) {
      const { pid } = await supervisor.server();
      process.kill(pid, 'SIGSTOP');
      await upTo(2000, random);
      process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'slow reader',
    async run(supervisor, random) {
      const client = await supervisor.client();
      const response = await client.open('GET', path, { query: { watch: true } }).catch(() => undefined);
      response?.on('error', () => undefined);
      // Nothing is read until then.
      await upTo(4000, random);
      response?.resume();
      await upTo(500, random);
      response?.destroy();
    },
  },
  {
    name: 'clock jump',
    async run({ clockFault }, random) {
      await writeFile(clockFault, String(Math.floor((random() - 0.5) * 4 * 3_600_000)));
      await upTo(2000, random);
    },
  },
];

/** Those that this machine can do. */
export const possibleFaults = faults.filter(({ possible = true }) => possible);
