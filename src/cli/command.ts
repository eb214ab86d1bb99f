import type { Options, OptionType } from '#server';

/** One flag of a command. Given without a default it may be left out, and its value is then undefined. */
interface CommandOption<T> {
  readonly type: OptionType<T>;
  readonly default?: T;
  /** One letter: `o` for `-o`. */
  readonly short?: string;
  readonly help: string;
}

type CommandOptions = { readonly [name: string]: CommandOption<unknown> };

/** The values of a command's options, by the key that they have in the table (`dryRun` for `--dry-run`). */
type OptionValuesOf<O extends CommandOptions> = {
  readonly [K in keyof O]: O[K] extends { readonly default: infer _ } ? ValueOf<O[K]> : ValueOf<O[K]> | undefined;
};
type ValueOf<O> = O extends CommandOption<infer T> ? T : never;

interface CommandArgument {
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  /** Takes everything that is left. Only the last argument can. */
  readonly several?: true;
}

/** Where a command reads its surroundings and writes its words. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdout: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  /** Where the command was loaded in a way of its own, for the sake of the server that it starts. */
  readonly start?: ScriptedStart;
}

/** What is asked and told by a command that starts a server and was loaded as a script. */
export interface ScriptedStart {
  /** Whether a server with these options is to be started otherwise. The command ends at once then, and says nothing. */
  leaves(options: Pick<Options, 'api'>): boolean;
  /** The start is over, and all has run that every start needs. */
  begun(): void;
}

/** What a command is run with. */
export interface Invocation<O extends CommandOptions = CommandOptions> extends Terminal {
  /** The words behind the command, in their order. */
  readonly arguments: readonly string[];
  readonly options: OptionValuesOf<O>;
  /** Flags as they were given, for a command that hands them on (`serve`). */
  readonly flags: ReadonlyMap<string, string>;
}

/** A command as the table has it. Help, the reference page and completion are made from this. */
export interface Command {
  /** `serve`, or the words of a command below another: `crd versions`. */
  readonly name: string;
  /** One sentence in the imperative. */
  readonly summary: string;
  readonly arguments: readonly CommandArgument[];
  readonly options: readonly NamedOption[];
  /** What stands below the options in its help. */
  readonly details: string;
  /** Takes every word behind its name as it is, also `--help`: it stands in for a program that has flags of its own. */
  readonly takesAll: boolean;
  run(invocation: Invocation): Promise<number>;
}

/** An option with its flag's name, as help and completion show it. */
export interface NamedOption {
  /** The key of its value. */
  readonly key: string;
  /** `dry-run` */
  readonly name: string;
  readonly short?: string | undefined;
  readonly alias?: string | undefined;
  readonly help: string;
  readonly group?: string | undefined;
  readonly placeholder: string;
  readonly form: string;
  /** As text; '' when there is none. */
  readonly default: string;
  readonly adds: boolean;
  /** The value that a text means; undefined where it means none. */
  parse?(text: string): unknown;
  readonly fallback?: unknown;
}

interface CommandSpec<O extends CommandOptions> {
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: O;
  readonly details?: string;
  readonly takesAll?: true;
  run(invocation: Invocation<O>): Promise<number>;
}

/** One row of the table of commands, with the types of its options. */
export function command<const O extends CommandOptions = Record<never, never>>(spec: CommandSpec<O>): Command {
  return {
    name: spec.name,
    summary: spec.summary,
    arguments: spec.arguments ?? [],
    options: Object.entries(spec.options ?? {}).map(([key, option]) => namedOption(key, option)),
    details: spec.details ?? '',
    takesAll: spec.takesAll === true,
    run: (invocation) => spec.run(invocation as Invocation<O>),
  };
}

/** An option of the table under its flag's name. */
export function namedOption(
  key: string,
  { type, short, help, default: fallback }: CommandOption<unknown>,
): NamedOption {
  return {
    key,
    name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    short,
    help,
    placeholder: type.placeholder,
    form: type.form,
    default: fallback === undefined ? '' : type.show(fallback),
    adds: type.adds === true,
    parse: (text) => type.parse(text),
    fallback,
  };
}

/** A mistake in how a command was called. Ends with exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Something that the user can act on: the message says what. Ends with exit code 1, without a stack. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}
