import type { ValidationRule } from '#meta';
import type { JsonSchema } from '#schema';
import type { ApiField, ApiGroup, ApiStruct, ApiType, ApiVersion } from '../model.ts';
import type { Generator } from './generator.ts';

/** A page of reference in Markdown for each group. */
export const docs: Generator = (model, { docsFolder }) => ({
  files: model.groups.map((group) => ({ path: `${docsFolder}/${group.name}.md`, text: page(group) })),
  notes: [],
});

function page({ name, versions }: ApiGroup): string {
  const index = versions.flatMap((version) =>
    version.structs
      .filter(({ kind }) => kind !== undefined)
      .map((struct) => `- [${struct.name}](#${anchor(version, struct.name)}) (${version.name})\n`),
  );
  return `<!-- Made by 'pinnace gen docs'. Change the types, not this. -->\n\n# ${name}\n\n${index.join('')}\n${versions.map(versionText).join('\n')}`;
}

function versionText(version: ApiVersion): string {
  const kinds = version.structs.filter(({ kind }) => kind !== undefined);
  const parts = version.structs.filter(({ kind, isList }) => kind === undefined && !isList);
  const sorted = [...kinds, ...[...parts].sort((a, b) => (a.name < b.name ? -1 : 1))];
  const about = version.description === '' ? '' : `${version.description}\n\n`;
  return `## ${version.name}\n\n${about}${sorted.map((struct) => structText(version, struct)).join('\n')}`;
}

function structText(version: ApiVersion, struct: ApiStruct): string {
  const { name, description, kind, fields, rules } = struct;
  const facts =
    kind === undefined
      ? ''
      : `\`${kind.plural}\`, ${kind.namespaced ? 'in namespaces' : 'of the cluster'}${kind.deprecated === undefined ? '' : '; deprecated'}.\n\n`;
  const table =
    fields.length === 0
      ? ''
      : `| field | type | description |\n|---|---|---|\n${fields.map((field) => row(version, field)).join('')}`;
  const held = constraints(rules)
    .map((one) => `- ${one}\n`)
    .join('');
  const about = description === '' ? '' : `${description}\n\n`;
  return `<a id="${anchor(version, name)}"></a>\n### ${name} (${version.name})\n\n${about}${facts}${table}${held === '' ? '' : `\n${held}`}`;
}

function row(version: ApiVersion, field: ApiField): string {
  const { name, type, optional, description, rules } = field;
  const notes = [
    description.replaceAll(/\s*\n\s*/g, ' '),
    ...(field.default === undefined ? [] : [`Default: \`${JSON.stringify(field.default)}\`.`]),
    ...constraints(rules).map((one) => `${one}.`),
  ];
  const cell = notes
    .filter((note) => note !== '')
    .join(' ')
    .replaceAll('|', '\\|');
  return `| \`${name}\`${optional ? '' : ' *'} | ${typeText(version, type)} | ${cell} |\n`;
}

function typeText(version: ApiVersion, type: ApiType): string {
  switch (type.shape) {
    case 'list':
      return `list of ${typeText(version, type.items)}`;
    case 'map':
      return `map of ${typeText(version, type.values)}`;
    case 'struct':
      return `[${type.name}](#${anchor(version, type.name)})`;
    case 'foreign':
      return type.name;
    default:
      return type.values === undefined ? type.shape : type.values.map((value) => `\`${value || '""'}\``).join(', ');
  }
}

const words: { readonly [keyword in keyof JsonSchema]?: string } = {
  minimum: 'At least',
  maximum: 'At most',
  multipleOf: 'A multiple of',
  minLength: 'Characters, at least',
  maxLength: 'Characters, at most',
  minItems: 'Items, at least',
  maxItems: 'Items, at most',
  minProperties: 'Entries, at least',
  maxProperties: 'Entries, at most',
  pattern: 'Matches',
  format: 'Format',
};

function constraints(rules: JsonSchema): readonly string[] {
  const limits = Object.entries(words).flatMap(([keyword, word]) => {
    const value = rules[keyword as keyof JsonSchema];
    return value === undefined ? [] : [`${word} \`${String(value)}\``];
  });
  const said = (rules['x-kubernetes-validations'] ?? []).map(
    ({ rule, message }: ValidationRule) => message ?? `Rule: \`${rule}\``,
  );
  return [...limits, ...said];
}

const anchor = ({ name }: ApiVersion, struct: string): string => `${name}-${struct}`.toLowerCase();
