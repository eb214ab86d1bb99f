import { mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageFailure } from '../engine.ts';

export const dataFile = 'data.mdb';
const ourFiles = new Set([dataFile, 'lock.mdb', 'lost+found']);

/** Makes sure that the directory is there and could be ours. Changes nothing in one that is not. */
export async function prepareDirectory(directory: string): Promise<string> {
  try {
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncDirectory(dirname(made));
    const files = await readdir(directory);
    const strange = files.filter((file) => !ourFiles.has(file));
    if (!files.includes(dataFile) && strange.length > 0) {
      throw new StorageFailure(
        `${directory} is not a data directory: it holds ${strange.slice(0, 3).join(', ')}; choose an empty one`,
      );
    }
    return await realpath(directory);
  } catch (error) {
    if (error instanceof StorageFailure) throw error;
    throw new StorageFailure(`cannot use ${directory} as data directory: ${messageOf(error)}`, { cause: error });
  }
}

/** A new file is only durable when the directory that names it is. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** How long the data file is, and how long it must be for all its pages. */
export interface MissingPages {
  readonly size: number;
  readonly wanted: number;
}

/** Undefined when all is well. */
export async function missingPages(directory: string): Promise<MissingPages | undefined> {
  const path = join(directory, dataFile);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const wanted = await readWantedSize(path);
  if (wanted === undefined) {
    throw new StorageFailure(
      `${path} is damaged or not a data file of this server; restore it from a backup, or choose another directory`,
    );
  }
  return found.size < wanted ? { size: found.size, wanted } : undefined;
}

/**
 * From the newer of the two meta pages. LMDB maps the file into memory: to touch a page behind its end kills the
 * process, so a file that was cut short has to be noticed here.
 */
async function readWantedSize(path: string): Promise<number | undefined> {
  const handle = await open(path, 'r');
  try {
    const first = await readMeta(handle, 0);
    const second = first === undefined ? undefined : await readMeta(handle, first.pageSize);
    if (first === undefined || second === undefined) return undefined;
    const newer = first.transaction > second.transaction ? first : second;
    return (newer.lastPage + 1) * newer.pageSize;
  } finally {
    await handle.close();
  }
}

interface MetaPage {
  readonly pageSize: number;
  readonly lastPage: number;
  readonly transaction: number;
}
const magic = 0xbeefc0de;

/** Offsets within LMDB's meta page: a page header of 24 bytes, then `MDB_meta` on a 64-bit little-endian machine. */
async function readMeta(handle: Awaited<ReturnType<typeof open>>, at: number): Promise<MetaPage | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(168), 0, 168, at);
  if (bytesRead < 168 || buffer.readUInt32LE(24) !== magic) return undefined;
  const pageSize = buffer.readUInt32LE(48);
  if (pageSize < 256 || pageSize > 65536) return undefined;
  return {
    pageSize,
    lastPage: Number(buffer.readBigUInt64LE(144)),
    transaction: Number(buffer.readBigUInt64LE(152)),
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
