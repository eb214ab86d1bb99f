import { configOptionInfo, type OptionInfo, optionInfos } from './option-info.ts';

/** The text of docs/reference/options.md. `npm run gen` writes it; a test holds the file to it. */
export function optionReference(): string {
  const groups = [...new Set(optionInfos.map((info) => info.group))];
  return [
    '# Options of `pinnace serve`',
    '',
    '<!-- Made by `npm run gen` from src/server/option-table.ts. Do not edit. -->',
    '',
    'Each option can be given as a flag, as an environment variable, or as a key of the file that',
    `\`--${configOptionInfo.name}\` (\`${configOptionInfo.environment}\`) names, in YAML or JSON. A flag wins over the environment, the`,
    'environment over the file. Through npm, flags stand behind two dashes: `npm start -- --port 7443`.',
    '',
    ...groups.flatMap((group) => [`## ${group}`, '', ...optionInfos.filter((f) => f.group === group).flatMap(section)]),
  ].join('\n');
}

function section(info: OptionInfo): string[] {
  const flag = `--${info.name}${info.placeholder === '' ? '' : ` <${info.placeholder}>`}`;
  const facts = [
    info.alias === undefined ? '' : `also \`--${info.alias}\``,
    `environment \`${info.environment}\``,
    info.default === '' ? 'no default' : `default \`${info.default}\``,
    `accepts ${info.form}`,
  ].filter((fact) => fact !== '');
  return [`### \`${flag}\``, '', info.help, '', `${facts.join(' · ')}`, ''];
}
