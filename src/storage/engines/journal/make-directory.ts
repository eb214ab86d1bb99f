import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory for its owner only, and those it lies in. Returns the first that was not there. Node's own way tries
 * for ever, and cannot be stopped, where the system takes no new names (below /proc).
 */
export async function makeDirectory(path: string): Promise<string | undefined> {
  const first = await makeOne(path);
  if (first !== 'no parent') return first === 'made' ? path : undefined;
  const above = await makeDirectory(dirname(path));
  const second = await makeOne(path);
  if (second === 'no parent') throw new Error(`ENOENT: nothing can be made there, mkdir '${path}'`);
  return above ?? (second === 'made' ? path : undefined);
}

async function makeOne(path: string): Promise<'made' | 'there' | 'no parent'> {
  try {
    await mkdir(path, { mode: 0o700 });
    return 'made';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path) return 'no parent';
    // Some systems say of a directory that is there that it may not be made.
    if (await isDirectory(path)) return 'there';
    throw error;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
