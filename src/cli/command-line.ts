import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import type { Command, Invocation, NamedOption, Terminal } from './command.ts';
import { commands, versionText } from './command-table.ts';
import { exitCodes, exitCodeWords } from './exit-codes.ts';
import { explainFailure } from './explain-failure.ts';
import { invocationOf } from './invocation.ts';

const thisTerminal: Terminal = { environment: process.env, stdout: process.stdout, stderr: process.stderr };

/** Runs the `pinnace` command and returns its exit code. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal = thisTerminal,
  table: readonly Command[] = commands,
): Promise<number> {
  let exitCode: number = exitCodes.good;
  const [first, ...rest] = args;
  const whole = table.find(({ name, takesAll }) => takesAll && name === first);
  if (whole !== undefined) return runWhole(whole, rest, terminal);
  const program = makeProgram(table, terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(meant(args), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.good : exitCodes.usage;
    return explainFailure(error, terminal);
  }
  return exitCode;
}

/** Who types nothing but the name wants to see it run, and `--version` takes what the command of that name takes. */
function meant([first, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined) return ['serve'];
  return first === '--version' ? ['version', ...rest] : [first, ...rest];
}

async function runWhole(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await command.run({ ...terminal, arguments: args, options: {}, flags: new Map() });
  } catch (error) {
    return explainFailure(error, terminal);
  }
}

type Done = (exitCode: number) => void;

function makeProgram(table: readonly Command[], terminal: Terminal, done: Done): CommanderCommand {
  const program = new CommanderCommand('pinnace')
    .description('The Kubernetes API in one process, without a cluster.')
    .version(versionText(), '--version', 'Print the version.')
    .helpCommand('help [command]', 'Tell about a command.')
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .exitOverride()
    .showHelpAfterError('See pinnace help.');
  const groups = new Map<string, CommanderCommand>([['', program]]);
  for (const command of table) {
    const made = addCommand(groups, command);
    // Others may stand below it: `compat` does something itself, and so does `compat rules`.
    groups.set(command.name, made);
    made.action(async () => done(await command.run({ ...terminal, ...invocationOf(command, said(command, made)) })));
  }
  return program;
}

/** `crd versions` stands below `crd`, which is made when the first such command comes. */
function addCommand(groups: Map<string, CommanderCommand>, command: Command): CommanderCommand {
  const { parent, word } = split(command.name);
  const within = groupOf(groups, parent);
  const made = within
    .command(word)
    .description(command.summary)
    .allowExcessArguments(false)
    .showHelpAfterError(`See pinnace ${command.name} --help.`);
  for (const { name, help, optional, several } of command.arguments) {
    const shown = several ? `${name}...` : name;
    made.argument(optional ? `[${shown}]` : `<${shown}>`, help);
  }
  for (const option of command.options) made.addOption(commanderOption(option));
  return made.addHelpText('after', helpTail(command));
}

function groupOf(groups: Map<string, CommanderCommand>, name: string): CommanderCommand {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const { parent, word } = split(name);
  const made = groupOf(groups, parent).command(word).helpCommand(false);
  groups.set(name, made);
  return made;
}

function split(name: string): { readonly parent: string; readonly word: string } {
  const at = name.lastIndexOf(' ');
  return { parent: name.slice(0, Math.max(at, 0)), word: name.slice(at + 1) };
}

function commanderOption({ name, short, alias, placeholder, help, group, adds, default: shown }: NamedOption): Option {
  const names = [short && `-${short}`, alias && `--${alias}`, `--${name}`].filter(Boolean).join(', ');
  const text = shown === '' ? help : `${help} (default: ${shown})`;
  // A switch alone means true; its value may follow, to switch off what a config file switches on.
  const option =
    placeholder === ''
      ? new Option(`${names} [true|false]`, text).preset('true')
      : new Option(`${names} <${placeholder}>`, text);
  if (adds) option.argParser((text, before?: string) => (before === undefined ? text : `${before},${text}`));
  return group === undefined ? option : option.helpGroup(`${group}:`);
}

/** Commander names values in camel case; the tables go by the flag's own name. */
function said({ options }: Command, made: CommanderCommand): Pick<Invocation, 'flags' | 'arguments'> {
  const texts = made.opts<Record<string, string>>();
  const flags = new Map<string, string>();
  for (const { name } of options) {
    const text = texts[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    if (text !== undefined) flags.set(name, text);
  }
  return { arguments: made.args, flags };
}

function helpTail({ details }: Command): string {
  const codes = exitCodeWords.map(([code, meaning]) => `${code} ${meaning}`).join(', ');
  return `${details === '' ? '' : `\n${details}\n`}\nExit codes: ${codes}.`;
}
