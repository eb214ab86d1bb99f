import { type Command, type NamedOption, UsageError } from './command.ts';

const scripts: { readonly [shell: string]: (words: Words) => string } = { bash, zsh, fish };

/** What can come after `pinnace`, and after each command. */
interface Words {
  /** By the words already there ('' for none): the next words. */
  readonly commands: ReadonlyMap<string, readonly string[]>;
  /** By the words of a command: its options. */
  readonly options: ReadonlyMap<string, readonly NamedOption[]>;
  /** The flags whose value is the next word, as they are typed. */
  readonly valued: readonly string[];
}

/** A script that completes the commands of the table and their flags. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    throw new UsageError(`no completion for ${JSON.stringify(shell)}: it is bash, zsh or fish`);
  }
  return script(wordsOf(commands));
}

function wordsOf(table: readonly Command[]): Words {
  const commands = new Map<string, string[]>();
  for (const { name } of table) {
    const parts = name.split(' ');
    for (const [i, part] of parts.entries()) {
      const before = parts.slice(0, i).join(' ');
      commands.set(before, [...new Set([...(commands.get(before) ?? []), part])]);
    }
  }
  const all = table.flatMap(({ options }) => options);
  const switches = new Set(all.filter(({ placeholder }) => placeholder === '').map(({ name }) => name));
  const valued = all.filter(({ name }) => !switches.has(name)).flatMap(typed);
  return {
    commands,
    options: new Map(table.map(({ name, options }) => [name, options])),
    valued: [...new Set(valued)],
  };
}

const typed = ({ name, short, alias }: NamedOption): string[] => [
  `--${name}`,
  ...(alias === undefined ? [] : [`--${alias}`]),
  ...(short === undefined ? [] : [`-${short}`]),
];

/** The values of an option that has few. */
const choicesOf = ({ placeholder }: NamedOption): readonly string[] =>
  placeholder.includes('|') ? placeholder.split('|') : [];

/** A shell takes `--flag=value` for three words, so the value is skipped either way. Behind `--` another command stands. */
function bash({ commands, options, valued }: Words): string {
  const known = [...new Set([...commands.keys(), ...options.keys()])];
  const next = (before: string): string =>
    [...(commands.get(before) ?? []), ...(options.get(before) ?? []).map(({ name }) => `--${name}`), '--help'].join(
      ' ',
    );
  const values = [...options].flatMap(([command, list]) =>
    list
      .filter((option) => choicesOf(option).length > 0)
      .map((option) => {
        const patterns = typed(option).map((flag) => `"${command} ${flag}"`);
        return `    ${patterns.join('|')}) words="${choicesOf(option).join(' ')}" ;;`;
      }),
  );
  return `# Completion of pinnace for bash.
_pinnace() {
  local before="" words="" flag="" i
  local current="\${COMP_WORDS[COMP_CWORD]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    flag=""
    case "\${COMP_WORDS[i]}" in
      --) return ;;
      ${valued.join('|')})
        flag="\${COMP_WORDS[i]}"
        i=$((i + 1))
        [ "\${COMP_WORDS[i]}" = "=" ] && i=$((i + 1)) ;;
      -*|=) ;;
      *) before="\${before:+$before }\${COMP_WORDS[i]}" ;;
    esac
  done
  if [ -n "$flag" ] && [ "$i" -gt "$COMP_CWORD" ]; then
    [ "$current" = "=" ] && current=""
    case "$before $flag" in
${values.join('\n')}
    esac
  else
    case "$before" in
${known.map((before) => `    "${before}") words="${next(before)}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _pinnace pinnace
`;
}

function zsh(words: Words): string {
  return `#compdef pinnace
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`;
}

function fish({ commands, options }: Words): string {
  const subcommands = [...commands].flatMap(([before, next]) =>
    next.map((word) => `complete -c pinnace -n '__pinnace_at "${before}"' -f -a ${word}`),
  );
  const flags = [...options].flatMap(([command, list]) => list.map((option) => fishFlag(command, option)));
  return `# Completion of pinnace for fish.
function __pinnace_words
  string match -v -- '-*' (commandline -opc)[2..-1]
end
function __pinnace_at
  set -l words (__pinnace_words)
  test "$words" = "$argv[1]"
end
function __pinnace_below
  set -l words (__pinnace_words)
  string match -q -- "$argv[1] *" "$words "
end
${[...subcommands, ...flags].join('\n')}
`;
}

function fishFlag(command: string, option: NamedOption): string {
  const { name, short, placeholder } = option;
  const choices = choicesOf(option);
  const value = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : placeholder === '' ? '' : ' -r';
  return `complete -c pinnace -n '__pinnace_below "${command}"' -l ${name}${short === undefined ? '' : ` -s ${short}`}${value}`;
}
