import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeDirectory, StorageFailure } from '#storage';
import type { Options } from './options.ts';

/** Where one server keeps everything that is its own. */
interface DataDirectory {
  readonly path: string;
  /** Removes a directory that was made only for this run. */
  dispose(): Promise<void>;
}

/** Names the directory as ours and says how it is laid out. A newer layout is refused, never rewritten. */
const MARKER = 'pinnace-data';
const FORMAT = 1;
const MARKER_TEXT = `Data of Pinnace, format ${FORMAT}. Remove the whole directory to begin anew.\n`;

export async function openDataDirectory(
  options: Pick<Options, 'dataDir' | 'ephemeral' | 'fromEtcdSnapshot' | 'source'>,
): Promise<DataDirectory> {
  if ((options.ephemeral || options.fromEtcdSnapshot !== '') && options.source.dataDir === 'default') {
    const path = await mkdtemp(join(tmpdir(), 'pinnace-'));
    await mark(path);
    return { path, dispose: () => rm(path, { recursive: true, force: true }) };
  }
  return { path: await makeDataDirectory(options.dataDir), dispose: async () => undefined };
}

/** Makes a directory ours, if it is new or empty, and refuses one that holds other things. Returns its whole path. */
export async function makeDataDirectory(directory: string): Promise<string> {
  const path = resolve(directory);
  try {
    await makeDirectory(path);
    await claim(path);
  } catch (error) {
    if (error instanceof StorageFailure) throw error;
    throw new StorageFailure(`The data directory ${path} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return path;
}

async function claim(path: string): Promise<void> {
  // A write that was cut short leaves its temporary file, which means nothing.
  const names = (await readdir(path)).filter((name) => !name.endsWith('.new'));
  if (names.length > 0) await refuseForeign(path, names);
  if (!names.includes('.gitignore')) await mark(path);
}

async function refuseForeign(path: string, names: readonly string[]): Promise<void> {
  if (!names.includes(MARKER)) throw foreign(path, names);
  const found = /^Data of Pinnace, format (\d+)\./.exec(await readFile(join(path, MARKER), 'utf8'))?.[1];
  if (found === undefined) throw new StorageFailure(`${join(path, MARKER)} is damaged. Nothing was changed.`);
  if (Number(found) > FORMAT) {
    throw new StorageFailure(`${path} was written by a newer Pinnace (format ${found}). Nothing was changed.`);
  }
}

/** The marker comes first: from then on the directory is known as ours, also after a crash in between. */
async function mark(path: string): Promise<void> {
  await writeWhole(join(path, MARKER), MARKER_TEXT, 0o644);
  await writeWhole(join(path, '.gitignore'), '*\n', 0o644);
}

function foreign(path: string, names: readonly string[]): StorageFailure {
  const some = names.slice(0, 3).join(', ');
  return new StorageFailure(
    `${path} is not a data directory of Pinnace: it holds other files (${some}${names.length > 3 ? ', …' : ''}). ` +
      'Nothing was changed. Give a new or empty directory with --data-dir.',
  );
}

/** Either the old content or the new one is there, never a part, whenever the machine stops. */
export async function writeWhole(file: string, content: string, mode: number): Promise<void> {
  const temporary = `${file}.${process.pid}.new`;
  try {
    await writeFile(temporary, content, { mode, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
