import { type Command, UsageError } from './command.ts';

const scripts: { readonly [shell: string]: (words: Words) => string } = { bash, zsh, fish };

/** What can come after `pinnace`, and after each command. */
type Words = ReadonlyMap<string, readonly string[]>;

/** A script that completes the commands of the table and their flags. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    throw new UsageError(`no completion for ${JSON.stringify(shell)}: it is bash, zsh or fish`);
  }
  return script(wordsOf(commands));
}

/** By the words already there ('' for none): the next words and, behind a whole command, its flags. */
function wordsOf(commands: readonly Command[]): Words {
  const words = new Map<string, string[]>();
  const add = (before: string, word: string): void => {
    const known = words.get(before) ?? [];
    words.set(before, known.includes(word) ? known : [...known, word]);
  };
  for (const { name, options } of commands) {
    const parts = name.split(' ');
    for (const [i, part] of parts.entries()) add(parts.slice(0, i).join(' '), part);
    for (const option of options) add(name, `--${option.name}`);
    add(name, '--help');
  }
  return words;
}

function bash(words: Words): string {
  const cases = [...words].map(([before, next]) => `    ${shellWord(before)}) words="${next.join(' ')}" ;;`);
  return `# Completion of pinnace for bash.
_pinnace() {
  local before="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in -*) ;; *) before="\${before:+$before }\${COMP_WORDS[i]}" ;; esac
  done
  case "$before" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pinnace pinnace
`;
}

function zsh(words: Words): string {
  return `#compdef pinnace
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`;
}

function fish(words: Words): string {
  const lines = [...words].flatMap(([before, next]) => {
    const condition =
      before === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${before.split(' ').at(-1)}`;
    return next.map((word) =>
      word.startsWith('--')
        ? `complete -c pinnace -n '${condition}' -l ${word.slice(2)}`
        : `complete -c pinnace -n '${condition}' -f -a ${word}`,
    );
  });
  return `# Completion of pinnace for fish.\n${lines.join('\n')}\n`;
}

function shellWord(text: string): string {
  return `"${text}"`;
}
