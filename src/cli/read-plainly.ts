import type { Command, NamedOption } from './command.ts';

interface PlainWords {
  /** By the name of the flag. */
  readonly flags: ReadonlyMap<string, string>;
  /** What stands behind two dashes. */
  readonly arguments: readonly string[];
}

/**
 * Reads the words behind a command where they are said in the plainest way: `--name=value`, `--name value`, `--switch`, and
 * arguments behind `--`. Undefined for everything else, also for what is wrong: commander reads that, and has the words for it.
 * It takes as long to load as a tenth of the server.
 */
export function readPlainly(words: readonly string[], { options, arguments: named }: Command): PlainWords | undefined {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const rest = words.slice(end + 1);
  if (rest.length === 0 ? named.length > 0 : named.at(-1)?.several !== true) return undefined;
  const flags = new Map<string, string>();
  for (let at = 0; at < end; at++) {
    const [, name, , value] = /^--([a-z-]+)(=(.*))?$/s.exec(words[at] as string) ?? [];
    const option = options.find((one) => one.name === name);
    if (option === undefined) return undefined;
    const next = at + 1 < end ? words[at + 1] : undefined;
    const takesNext = value === undefined && option.placeholder !== '';
    // A word behind a switch may be its value, and one with a dash a flag.
    if (value === undefined && (takesNext ? isFlag(next ?? '-') : !isFlag(next ?? '-'))) return undefined;
    add(flags, option, value ?? (takesNext ? (next as string) : 'true'));
    if (takesNext) at++;
  }
  return { flags, arguments: rest };
}

const isFlag = (word: string): boolean => word.startsWith('-');

function add(flags: Map<string, string>, { name, adds }: NamedOption, text: string): void {
  const before = flags.get(name);
  flags.set(name, adds && before !== undefined ? `${before},${text}` : text);
}
