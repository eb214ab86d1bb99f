import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerProcess } from './server-process.ts';

/** A place for data whose room can be taken away and given back while a server runs. */
export interface SmallDisk {
  readonly directory: string;
  takeRoom(server: ServerProcess): Promise<void>;
  giveRoom(server: ServerProcess): Promise<void>;
  discard(): Promise<void>;
}

function works(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const hasPrlimit = works('prlimit', '--version');
export const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && works('mount', '--version');

/** Needs no rights: no file may grow beyond what the first segment has, so that no new one can be made. */
export async function limitedFiles(): Promise<SmallDisk> {
  const parent = await mkdtemp(join(tmpdir(), 'pinnace-limited-'));
  const limit = (server: ServerProcess, size: string): void => {
    execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${size}:unlimited`]);
  };
  return {
    directory: join(parent, 'data'),
    takeRoom: async (server) => limit(server, '1500000'),
    giveRoom: async (server) => limit(server, 'unlimited'),
    discard: () => rm(parent, { recursive: true, force: true }),
  };
}

/** A file system in memory, filled up to the last block. */
export async function ownFileSystem(): Promise<SmallDisk> {
  const parent = await mkdtemp(join(tmpdir(), 'pinnace-mount-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'none', parent]);
  await mkdir(join(parent, 'data'));
  const filler = join(parent, 'filler');
  return {
    directory: join(parent, 'data'),
    takeRoom: () => writeFile(filler, Buffer.alloc(16 * 1024 * 1024)).catch(() => undefined),
    giveRoom: () => rm(filler),
    async discard() {
      execFileSync('umount', [parent]);
      await rm(parent, { recursive: true });
    },
  };
}
