import { type Command, type Invocation, type NamedOption, type Terminal, UsageError } from './command.ts';

/** What the user said behind a command, with the values that its options have by it. */
export function invocationOf(
  { options }: Command,
  { flags, arguments: words }: Pick<Invocation, 'flags' | 'arguments'>,
): Omit<Invocation, keyof Terminal> {
  const values: Record<string, unknown> = {};
  for (const option of options) {
    const text = flags.get(option.name);
    values[option.key] = text === undefined ? option.fallback : parsed(option, text);
  }
  return { arguments: words, options: values, flags };
}

function parsed({ name, form, parse }: NamedOption, text: string): unknown {
  if (parse === undefined) return text;
  const value = parse(text);
  if (value === undefined) throw new UsageError(`--${name}: ${JSON.stringify(text)} is not ${form}`);
  return value;
}
