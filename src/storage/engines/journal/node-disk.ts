import { constants, readSync } from 'node:fs';
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
  async write(bytes: Uint8Array, at: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, at + done);
      done += bytesWritten;
    }
    if (!writesThrough) await this.#handle.datasync();
  }
  async cut(size: number): Promise<void> {
    await this.#handle.truncate(size);
  }
  async close(): Promise<void> {
    await this.#handle.close();
  }
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
