import { resolve } from 'node:path';
import { diskFiles, ScaffoldError, type ScaffoldRequest, scaffold } from '#codegen';
import { type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { writtenText } from './written-text.ts';

interface ScaffoldInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: {
    readonly directory: string;
    readonly api: string;
    readonly group: string | undefined;
    readonly version: string | undefined;
    readonly from: string | undefined;
    readonly output: 'text' | 'json';
  };
}

const things = ['group', 'version', 'kind'] as const;

/** Begins a group, a version or a kind. */
export async function genScaffold({
  arguments: [what, name = ''],
  options,
  stdout,
}: ScaffoldInvocation): Promise<number> {
  const thing = things.find((one) => one === what);
  if (thing === undefined) throw new UsageError(`gen scaffold wants ${things.join(', ')}, not ${what}`);
  const project = diskFiles(resolve(options.directory));
  const { files, notes } = scaffolded({ ...options, what: thing, name });
  for (const { path, text } of files) project.write(path, text);
  const { output } = options;
  const outOfDate = files.map(({ path }) => path);
  stdout.write(writtenText({ files: files.length, outOfDate, notes }, { verifyOnly: false, output }));
  if (output === 'text') for (const note of notes) stdout.write(`${note}\n`);
  return exitCodes.good;

  function scaffolded(request: ScaffoldRequest) {
    try {
      return scaffold(project, request);
    } catch (error) {
      if (error instanceof ScaffoldError) throw new UsageError(error.message);
      throw error;
    }
  }
}
