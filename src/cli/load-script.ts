import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { type LoadedScript, runCompiled } from './compiled-script.ts';
import { expectStart } from './optimization.ts';

type Script = typeof import('./script.ts');

/** All that starts servers as one script, whose compiled code is kept for the next start. */
export function loadScript(file: string): LoadedScript<Script> {
  // Code is kept under the options of V8 that it was compiled under.
  expectStart();
  return runCompiled(file, join(cacheFolder(process.env), 'code'));
}

/** Runs a command that starts a server. Undefined where it is to be run from modules. */
export async function runFromScript(args: readonly string[], file: string): Promise<number | undefined> {
  const { exports, keep } = loadScript(file);
  let isLeft = false;
  // Modules of others import `pinnace/api`, which is made of modules, and there must be one of each class.
  const leaves = ({ api }: { readonly api: readonly string[] }): boolean => {
    isLeft = api.length > 0;
    return isLeft;
  };
  const code = await exports.runStart(args, { leaves, begun: keep });
  return isLeft ? undefined : code;
}
