import { readFileSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompilerMissing,
  diskFiles,
  GenError,
  type GenResult,
  type GenSettings,
  generate,
  type ProjectFiles,
  writeGenerated,
} from '#codegen';
import { CommandError, type Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { writtenText } from './written-text.ts';

interface GenInvocation extends Terminal {
  readonly options: {
    readonly directory: string;
    readonly api: string;
    readonly headerFile: string | undefined;
    readonly importEnding: 'auto' | 'js' | 'ts' | 'none';
    readonly verifyOnly: boolean;
    readonly watch: boolean;
    readonly output: 'text' | 'json';
    readonly crdDir?: string;
    readonly docsDir?: string;
    readonly tests?: boolean;
  };
  /** Ends watching; without it, the end of the process does. */
  readonly stop?: AbortSignal;
}

/** Runs one generator, or all of them. */
export async function gen(generator: string, { options, stdout, stderr, stop }: GenInvocation): Promise<number> {
  const { verifyOnly, output } = options;
  const root = resolve(options.directory);
  const project = diskFiles(root);
  const settings: GenSettings = {
    generator,
    api: options.api,
    header: options.headerFile === undefined ? '' : headerOf(options.headerFile),
    importEnding: options.importEnding,
    crdFolder: options.crdDir ?? 'config/crd',
    docsFolder: options.docsDir ?? 'docs/api',
    tests: options.tests ?? false,
  };
  const once = (): number => report(run(project, settings), { project, verifyOnly, output, stdout, stderr });
  if (!options.watch) return once();
  for await (const _ of changes(join(root, options.api), stop)) {
    try {
      once();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      stderr.write(`${error.message}\n`);
    }
  }
  return exitCodes.good;
}

function headerOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandError(`--header-file: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function run(project: ProjectFiles, settings: GenSettings): GenResult {
  try {
    const result = generate(project, settings);
    if (result.files.length > 0) return result;
    throw new CommandError(
      `there are no types in ${settings.api}/<group>/<version>/types.ts; begin with pinnace gen scaffold`,
    );
  } catch (error) {
    if (error instanceof GenError || error instanceof CompilerMissing)
      throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

interface Reporting extends Pick<Terminal, 'stdout' | 'stderr'> {
  readonly project: ProjectFiles;
  readonly verifyOnly: boolean;
  readonly output: 'text' | 'json';
}

function report(result: GenResult, { project, verifyOnly, output, stdout, stderr }: Reporting): number {
  const { files, outOfDate, notes } = result;
  if (output === 'text') for (const note of notes) stderr.write(`note: ${note}\n`);
  if (!verifyOnly) writeGenerated(project, result);
  stdout.write(writtenText({ files: files.length, outOfDate, notes }, { verifyOnly, output }));
  if (verifyOnly) return outOfDate.length === 0 ? exitCodes.good : exitCodes.failure;
  const counted = `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${outOfDate.length} written\n`;
  if (output === 'text') stdout.write(counted);
  return exitCodes.good;
}

/** Once at the beginning, and whenever something in the folder changed that was not generated. */
async function* changes(folder: string, stop?: AbortSignal): AsyncGenerator<void> {
  const events: string[] = [];
  let wake = (): void => undefined;
  watch(folder, { recursive: true, ...(stop && { signal: stop }) }, (_, name) => {
    if (name === null || /\.gen\.(test\.)?ts$|\.json$/.test(name)) return;
    events.push(name);
    wake();
  });
  stop?.addEventListener('abort', () => wake());
  yield;
  while (!stop?.aborted) {
    if (events.length === 0) await new Promise<void>((done) => (wake = done));
    if (stop?.aborted) return;
    // Editors write a file in several steps.
    await wait(50);
    events.length = 0;
    yield;
  }
}
