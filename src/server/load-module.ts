import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module of somebody else's that cannot be loaded; the message is a whole sentence without its name. */
export class ModuleLoadError extends Error {}

/** What a module exports: a file, a folder with a package, or a package as the folder knows it in which we were started. */
export async function loadModule(name: string): Promise<Readonly<Record<string, unknown>>> {
  const path = pathOf(name);
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const hint =
      code === 'ERR_UNKNOWN_FILE_EXTENSION' ? '; this Node does not run TypeScript, so name what was built of it' : '';
    throw new ModuleLoadError(`the module cannot be loaded: ${message}${hint}`, { cause: error });
  }
}

function pathOf(name: string): string {
  const here = createRequire(resolve('package.json'));
  try {
    return here.resolve(existsSync(resolve(name)) ? resolve(name) : name);
  } catch (error) {
    throw new ModuleLoadError('there is no such file, folder or package', { cause: error });
  }
}
