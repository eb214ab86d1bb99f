import type { ApiGroup, ApiVersion } from '../model.ts';
import { docComment, Imports, moduleHead, quoted } from '../print/typescript.ts';
import { libraryName } from './conversion.ts';
import { FieldNumbers } from './field-numbers.ts';
import { foreignLibraries } from './foreign-libraries.ts';
import type { GeneratedText, Generator, GeneratorOptions } from './generator.ts';
import { notationOf } from './notation.ts';

/** The description that schemes, codecs and servers use, in the notation of the built-in kinds. */
export const schema: Generator = (model, options) => ({
  files: model.groups.flatMap((group) =>
    [...group.versions, ...(group.internal === undefined ? [] : [group.internal])].flatMap((version) =>
      ofVersion(group, version, options),
    ),
  ),
  notes: [],
});

function ofVersion(group: ApiGroup, version: ApiVersion, options: GeneratorOptions): readonly GeneratedText[] {
  const imports = new Imports(version.folder, options);
  imports.value('pinnace/api', 'describeTypes');
  const numbers = new FieldNumbers(version, options.read);
  const { text, uses } = notationOf(version, numbers);
  const foreign = foreignLibraries(uses, imports);
  const types = version.structs
    .filter(({ isList }) => !isList)
    .map((struct) => `  ${struct.name}: ${imports.structType(version, struct, 'types')};\n`);
  const source = [
    `    package: ${quoted(packageOf(group, version))},\n`,
    `    goPackage: ${quoted(version.name)},\n`,
    `    group: ${quoted(group.name)},\n`,
    ...(foreign === '' ? [] : [`    uses: { ${foreign} },\n`]),
  ];
  const module = `${moduleHead('schema', options)}${imports}
${docComment(`The types of ${group.name}/${version.name} by name.`)}export type Types = {
${types.join('')}};

${docComment('What schemes, codecs and servers know of them.')}export const ${libraryName(version)} = describeTypes<Types>(
  {
${source.join('')}  },
  \`
${templateText(text)}\`,
);
`;
  return [{ path: `${version.folder}/schema.gen.ts`, text: module }, numbers.file()];
}

/** `batch.example.com` and `v1` become `com.example.batch.v1`. */
export const packageOf = ({ name }: ApiGroup, version: ApiVersion): string =>
  `${name.split('.').reverse().join('.')}.${version.name}`;

/** As it stands between back quotes. */
const templateText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
