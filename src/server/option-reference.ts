import { configFace, type OptionFace, optionFaces } from './option-table.ts';

/** The text of docs/reference/options.md. `npm run gen` writes it; a test holds the file to it. */
export function optionReference(): string {
  const groups = [...new Set(optionFaces.map((face) => face.group))];
  return [
    '# Options of `pinnace serve`',
    '',
    '<!-- Made by `npm run gen` from src/server/option-table.ts. Do not edit. -->',
    '',
    'Each option can be given as a flag, as an environment variable, or as a key of the file that',
    `\`--${configFace.name}\` (\`${configFace.environment}\`) names, in YAML or JSON. A flag wins over the environment, the`,
    'environment over the file. Through npm, flags stand behind two dashes: `npm start -- --port 7443`.',
    '',
    ...groups.flatMap((group) => [`## ${group}`, '', ...optionFaces.filter((f) => f.group === group).flatMap(section)]),
  ].join('\n');
}

function section(face: OptionFace): string[] {
  const flag = `--${face.name}${face.placeholder === '' ? '' : ` <${face.placeholder}>`}`;
  const facts = [
    face.alias === undefined ? '' : `also \`--${face.alias}\``,
    `environment \`${face.environment}\``,
    face.default === '' ? 'no default' : `default \`${face.default}\``,
    `accepts ${face.form}`,
  ].filter((fact) => fact !== '');
  return [`### \`${flag}\``, '', face.help, '', `${facts.join(' · ')}`, ''];
}
