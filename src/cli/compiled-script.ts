import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

export interface LoadedScript<T> {
  readonly exports: T;
  /**
   * Keeps what was compiled so far, for the next run. To be called when all has run that every run needs, and
   * under the options of V8 that the script was loaded under: it refuses others.
   */
  keep(): void;
}

/** What `scripts/bundle.mjs` puts around the script. */
type Wrapped = (exports: object, require: Load, moduleUrl: string) => object;
type Load = (name: string) => unknown;

/** Those of other versions, and of other Nodes. */
const MOST_KEPT = 4;

/**
 * Runs a script that holds a program as one function, and keeps its compiled code in a folder: to compile it takes a third
 * of a start. Node does that for modules by itself, from version 22 on.
 */
export function runCompiled<T extends object>(file: string, folder: string): LoadedScript<T> {
  const source = readFileSync(file);
  const place = join(folder, `${nameOf(source)}-${process.version}`);
  const kept = readIfThere(place);
  const script = new Script(source.toString('latin1'), {
    filename: file,
    ...(kept && { cachedData: kept }),
  });
  const exports = (script.runInThisContext() as Wrapped)({}, loadFrom(file), pathToFileURL(file).href);
  const isThere = kept !== undefined && script.cachedDataRejected !== true;
  return { exports: exports as T, keep: () => void (isThere || writeKept(place, script)) };
}

/** Takes the place of `import` too, which names modules by URLs. */
function loadFrom(file: string): Load {
  const load = createRequire(file);
  return (name) => load(name.startsWith('file:') ? fileURLToPath(name) : name);
}

/** V8 compares no more of the source than its length, and refuses what was compiled under other options. */
function nameOf(source: Buffer): string {
  const options = JSON.stringify([process.execArgv, process.env.NODE_OPTIONS]);
  return createHash('sha1').update(source).update(options).digest('hex');
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Whoever has no such folder, or no room, starts as before. */
function writeKept(place: string, script: Script): void {
  const folder = join(place, '..');
  const temporary = `${place}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
    renameSync(temporary, place);
    removeOld(folder);
  } catch {
    // What is left of it goes with the next one that is kept.
  }
}

function removeOld(folder: string): void {
  const age = (file: string): number => statSync(file).mtimeMs;
  const files = readdirSync(folder).map((name) => join(folder, name));
  for (const file of files.sort((a, b) => age(b) - age(a)).slice(MOST_KEPT)) rmSync(file, { force: true });
}
