import { configOptionInfo, optionInfos } from '#server';
import type { Command, NamedOption } from './command.ts';
import { commands } from './command-table.ts';
import { exitCodeWords } from './exit-codes.ts';

const servingNames = new Set([...optionInfos, configOptionInfo].map(({ name }) => name));

/** The text of docs/reference/commands.md. `npm run gen` writes it; a test holds the file to it. */
export function commandReference(): string {
  return [
    '# Commands',
    '',
    '<!-- Made by `npm run gen` from src/cli/command-table.ts. Do not edit. -->',
    '',
    'In a clone, `node dist/cli/main.js` stands for `pinnace`; `npm start` is `pinnace serve`.',
    '',
    `Exit codes: ${exitCodeWords.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.`,
    '',
    ...commands.flatMap(section),
  ].join('\n');
}

function section(command: Command): string[] {
  const { name, summary, details } = command;
  const words = command.arguments.map(({ name, optional, several }) => {
    const shown = several ? `${name}…` : name;
    return optional ? ` [${shown}]` : ` <${shown}>`;
  });
  return [
    `## \`pinnace ${name}${words.join('')}\``,
    '',
    summary,
    '',
    ...command.arguments.map(({ name, help }) => `- \`${name}\`: ${help}`),
    ...(command.arguments.length > 0 ? [''] : []),
    ...optionLines(command),
    ...(details === '' ? [] : [details, '']),
  ];
}

function optionLines({ name, options }: Command): string[] {
  const own = options.filter(({ name }) => !servingNames.has(name));
  const isServing = name === 'serve' || name === 'run';
  const serving = isServing ? [`Its options${own.length > 0 ? ', besides' : ''}: [options.md](options.md).`, ''] : [];
  const lines = (isServing ? own : options).map(optionLine);
  return [...lines, ...(lines.length > 0 ? [''] : []), ...serving];
}

function optionLine({ name, short, placeholder, help, default: shown }: NamedOption): string {
  const flag = `${short ? `-${short}, ` : ''}--${name}${placeholder === '' ? '' : ` <${placeholder}>`}`;
  return `- \`${flag}\`: ${help}${shown === '' ? '' : ` Default \`${shown}\`.`}`;
}
