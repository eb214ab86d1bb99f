import { explanation, ruleNamed, rules } from '#compat';
import { type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';

interface OutputOption {
  readonly options: { readonly output: 'text' | 'json' };
}

/** Lists every rule. */
export function listRules({ options, stdout }: Terminal & OutputOption): number {
  const width = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, title }) => `${id.padEnd(width)}  ${title}`);
  stdout.write(options.output === 'json' ? `${JSON.stringify(rules)}\n` : `${lines.join('\n')}\n`);
  return exitCodes.good;
}

/** Tells all about one rule. */
export function explainRule({
  arguments: [id = ''],
  options,
  stdout,
}: Terminal & OutputOption & { readonly arguments: readonly string[] }): number {
  const rule = ruleNamed(id);
  if (rule === undefined)
    throw new UsageError(`there is no rule ${JSON.stringify(id)}; pinnace compat rules lists them`);
  stdout.write(options.output === 'json' ? `${JSON.stringify(rule)}\n` : explanation(rule));
  return exitCodes.good;
}
