import { constants, readSync, write } from 'node:fs';
import { type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk, DiskFile } from './disk.ts';

/**
 * On Linux a file can be opened so that a write returns when it is on disk: one call instead of two. Elsewhere that
 * promise is weaker or missing, and each write is followed by a flush.
 */
const writesThrough = process.platform === 'linux';
const writeFlags = constants.O_RDWR | (writesThrough ? constants.O_DSYNC : 0);

export function nodeDisk(directory: string): Disk {
  const at = (name: string): string => join(directory, name);
  return {
    path: directory,
    list: () => readdir(directory),
    open: async (name) => new NodeFile(await open(at(name), writeFlags)),
    create: async (name) =>
      new NodeFile(await open(at(name), writeFlags | constants.O_CREAT | constants.O_TRUNC, 0o600)),
    rename: (from, to) => rename(at(from), at(to)),
    remove: (name) => unlink(at(name)),
    syncNames: () => syncDirectory(directory),
  };
}

class NodeFile implements DiskFile {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }
  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }
  async load(target: Uint8Array, at: number): Promise<number> {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await this.#handle.read(target, done, target.length - done, at + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done;
  }
  read(target: Uint8Array, at: number): number {
    let done = 0;
    while (done < target.length) {
      const count = readSync(this.#handle.fd, target, done, target.length - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }
  write(bytes: Uint8Array, at: number): Promise<void> {
    const written = writeAll(this.#handle.fd, bytes, at);
    return writesThrough ? written : written.then(() => this.#handle.datasync());
  }
  async cut(size: number): Promise<void> {
    await this.#handle.truncate(size);
  }
  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Without what a `FileHandle` does around it: every write of a client waits for this. Nobody closes a file that is written to. */
function writeAll(fd: number, bytes: Uint8Array, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const writeFrom = (done: number): void => {
      write(fd, bytes, done, bytes.length - done, at + done, (error, count) => {
        if (error !== null) reject(error);
        else if (done + count < bytes.length) writeFrom(done + count);
        else resolve();
      });
    };
    writeFrom(0);
  });
}

/** A new name is only on disk when the directory is. Windows knows no such thing. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
