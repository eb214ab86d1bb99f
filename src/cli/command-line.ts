import { Command, CommanderError, Option } from 'commander';
import { configFace, kubernetesVersion, type OptionFace, optionFaces, pinnaceVersion } from '#server';
import { exitCodes } from './exit-codes.ts';
import { serve } from './serve.ts';

/** Runs the `pinnace` command and returns its exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.good;
  const program = makeProgram((code) => {
    exitCode = code;
  });
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.good : exitCodes.usage;
  }
  return exitCode;
}

function makeProgram(done: (exitCode: number) => void): Command {
  const program = new Command('pinnace')
    .description('The Kubernetes API in one process, without a cluster.')
    .helpCommand('help [command]', 'Tell about a command.')
    .exitOverride()
    .showHelpAfterError('See pinnace help.');
  program
    .command('version')
    .description('Print the version.')
    .action(() => {
      process.stdout.write(`pinnace ${pinnaceVersion()} (Kubernetes ${kubernetesVersion} API)\n`);
    });
  const serving = program
    .command('serve')
    .description('Start the API server.')
    .allowExcessArguments(false)
    .showHelpAfterError('See pinnace serve --help.')
    .action(async (values: Record<string, string>) => done(await serve(flagsIn(values))));
  for (const face of [...optionFaces, configFace]) serving.addOption(commanderOption(face));
  serving.addHelpText('after', helpTail);
  return program;
}

type AnyFace = Pick<OptionFace, 'name' | 'help' | 'placeholder' | 'group'> &
  Partial<Pick<OptionFace, 'adds' | 'alias' | 'default'>>;

function commanderOption({ name, alias, placeholder, help, group, adds, default: fallback = '' }: AnyFace): Option {
  const names = alias === undefined ? `--${name}` : `--${alias}, --${name}`;
  const shownDefault = fallback === '' || fallback === 'false' ? '' : ` (default: ${fallback})`;
  const text = `${help}${shownDefault}`;
  // A switch alone means true; its value may follow, to switch off what a config file switches on.
  const option =
    placeholder === ''
      ? new Option(`${names} [true|false]`, text).preset('true')
      : new Option(`${names} <${placeholder}>`, text);
  if (adds) option.argParser((text, before?: string) => (before === undefined ? text : `${before},${text}`));
  return option.helpGroup(`${group}:`);
}

/** Commander names values in camel case; the option table goes by the flag's own name. */
function flagsIn(values: Record<string, string>): ReadonlyMap<string, string> {
  const names = [...optionFaces.map((face) => face.name), configFace.name];
  const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return new Map(
    names.flatMap((name) => (values[camel(name)] === undefined ? [] : [[name, values[camel(name)] as string]])),
  );
}

const helpTail = `
Every option is also an environment variable (--data-dir is PINNACE_DATA_DIR) and a key of the config file (data-dir).
Flags win over the environment, the environment over the file.

Exit codes: 0 stopped as asked, 1 could not start or failed, 2 wrong options.`;
