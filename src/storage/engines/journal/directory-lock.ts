import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageFailure } from '../../engine.ts';
import { messageOf } from './disk.ts';

interface DirectoryLock {
  release(): Promise<void>;
}

export const LOCK_SUFFIX = '.lock';
/** The system takes no longer names of sockets. */
const LONGEST_PATH = 100;

/**
 * One process at a time. Each one listens on a socket of its own in the directory and then connects to all others: one
 * that accepts is alive. The system closes a socket when its process ends, however it ends. Two that start together may
 * both see the other and give up; never do both go on.
 */
export async function lockDirectory(directory: string, id: string): Promise<DirectoryLock> {
  if (process.platform === 'win32') return lockPipe(directory);
  const own = await listenInside(directory, id).catch(() => listenBeside(directory, id));
  try {
    for (const path of await othersIn(directory, id)) await assertSilent(directory, path);
    return own;
  } catch (error) {
    await own.release();
    throw error;
  }
}

async function listenInside(directory: string, id: string): Promise<DirectoryLock> {
  const way = await shortWay(directory);
  try {
    const server = await listen(join(way.path, id + LOCK_SUFFIX));
    return {
      async release() {
        await close(server);
        await way.handle?.close();
      },
    };
  } catch (error) {
    await way.handle?.close();
    throw error;
  }
}

/** For file systems without sockets or room: the socket is made in the system's temporary directory. */
async function listenBeside(directory: string, id: string): Promise<DirectoryLock> {
  try {
    const server = await listen(join(tmpdir(), besidePrefix(directory) + id + LOCK_SUFFIX));
    return { release: () => close(server) };
  } catch (error) {
    throw new StorageFailure(`${directory} cannot be locked: ${messageOf(error)}`, { cause: error });
  }
}

/** A path to the directory that leaves room for a name. */
async function shortWay(directory: string): Promise<{ path: string; handle?: FileHandle }> {
  if (process.platform !== 'linux' || Buffer.byteLength(directory) < LONGEST_PATH - 45) return { path: directory };
  const handle = await open(directory, 'r');
  return { path: `/proc/self/fd/${handle.fd}`, handle };
}

async function othersIn(directory: string, id: string): Promise<readonly string[]> {
  const prefix = besidePrefix(directory);
  const inside = (await readdir(directory)).filter((name) => name.endsWith(LOCK_SUFFIX));
  const beside = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix) && name.endsWith(LOCK_SUFFIX));
  const all = [...inside.map((name) => join(directory, name)), ...beside.map((name) => join(tmpdir(), name))];
  return all.filter((path) => !path.endsWith(id + LOCK_SUFFIX));
}

function besidePrefix(directory: string): string {
  return `pinnace-${hashOf(directory)}-`;
}
const hashOf = (directory: string): string => createHash('sha256').update(directory).digest('hex').slice(0, 16);

async function assertSilent(directory: string, path: string): Promise<void> {
  const answer = await knock(path);
  if (answer === 'gone') await unlink(path).catch(() => {});
  else throw inUse(directory, answer);
}

function inUse(directory: string, pid: string): StorageFailure {
  const here = pid === String(process.pid);
  const who = here ? `this process (${pid})` : pid === '' ? 'another process' : `process ${pid}`;
  return new StorageFailure(`${directory} is in use by ${who}: stop it, or choose another directory`);
}

const PATIENCE_MS = 1000;

/** The id of the process that listens there, '' when it does not tell, or that nobody does. */
async function knock(path: string): Promise<string> {
  const way = path.length > LONGEST_PATH ? await shortWay(join(path, '..')) : undefined;
  try {
    return await ask(way === undefined ? path : join(way.path, path.slice(path.lastIndexOf('/') + 1)));
  } finally {
    await way?.handle?.close();
  }
}

function ask(path: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path);
    socket.on('data', (data) => {
      answer += data.toString();
    });
    // A stopped process holds its socket and does not answer.
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('close', () => resolve(answer.trim()));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'gone' : answer.trim());
    });
  });
}

/** The names of pipes are known to the whole machine and end with their process. */
async function lockPipe(directory: string): Promise<DirectoryLock> {
  const path = `\\\\.\\pipe\\pinnace-${hashOf(directory)}`;
  try {
    const server = await listen(path);
    return { release: () => close(server) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw inUse(directory, await ask(path));
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(`${process.pid}\n`);
    });
    server.once('error', reject);
    // The socket does not keep the process from ending.
    server.unref();
    server.listen({ path, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
