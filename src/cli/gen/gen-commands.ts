import { choiceType, listType, switchType, textType } from '#server';
import { type Command, command } from '../command.ts';
import { outputOption } from '../output-option.ts';

const folder = (what: string) => textType('folder', what);

/** What every generator is told. */
const genOptions = {
  directory: { type: folder('a folder'), default: '.', short: 'C', help: 'The root of the project.' },
  api: { type: folder('a folder'), default: 'api', help: 'Where the types are: <api>/<group>/<version>/types.ts.' },
  headerFile: { type: textType('file', 'the path of a file'), help: 'What stands above all that is generated.' },
  importEnding: {
    type: choiceType('auto', 'js', 'ts', 'none'),
    default: 'auto',
    help: 'How generated modules name other files; auto looks into tsconfig.json.',
  },
  verifyOnly: { type: switchType, default: false, help: 'Write nothing, and fail when something is out of date.' },
  watch: { type: switchType, default: false, help: 'Go on, and write again when types change.' },
  output: outputOption,
} as const;

const genFolders = {
  crdDir: { type: folder('a folder'), default: 'config/crd', help: 'Where definitions are written.' },
  docsDir: { type: folder('a folder'), default: 'docs/api', help: 'Where reference pages are written.' },
  tests: { type: switchType, default: false, help: 'Write tests of round trips too.' },
} as const;

const genDetails =
  'Types are plain TypeScript with tags in their comments; docs/guide/generating.md tells all of them.';

/** One command for each generator, and one for all. */
const generatorCommands: readonly Command[] = [
  ['conversion', 'Write functions that convert every struct of every version to and from the hub.'],
  ['defaults', 'Write functions that fill in what was left out of objects.'],
  ['register', 'Write addToScheme for each group.'],
  ['schema', 'Write the descriptions that schemes, codecs and servers use.'],
  ['crd', 'Write CustomResourceDefinitions.'],
  ['client', 'Write typed clients, informers and apply configurations.'],
  ['openapi', 'Write OpenAPI v3 and v2 documents.'],
  ['proto', 'Write generated.proto, with numbers of fields that never change.'],
  ['docs', 'Write a reference page for each group.'],
  ['all', 'Write everything that is generated from types.'],
].map(([name = '', summary = '']) =>
  command({
    name: `gen ${name}`,
    summary,
    options: { ...genOptions, ...genFolders },
    details: genDetails,
    run: async (invocation) => (await import('./gen.ts')).gen(name, invocation),
  }),
);

const genTypes = command({
  name: 'gen types',
  summary: 'Write TypeScript types from CustomResourceDefinitions, or from what a server publishes.',
  options: {
    crd: { type: listType, help: 'Files of definitions in YAML or JSON; - reads standard input.' },
    openapi: {
      type: textType('url', 'the address of a server, or the path of an OpenAPI v3 document'),
      help: 'A server, or a document.',
    },
    token: { type: textType('token', 'a bearer token'), help: 'What to show the server.' },
    certificateAuthority: {
      type: textType('file', 'the path of a file'),
      help: "Who signed the server's certificate.",
    },
    directory: genOptions.directory,
    out: { type: folder('a folder'), default: 'types', help: 'Where the types are written.' },
    headerFile: genOptions.headerFile,
    importEnding: genOptions.importEnding,
    verifyOnly: genOptions.verifyOnly,
    output: outputOption,
  },
  run: async (invocation) => (await import('./types.ts')).genTypes(invocation),
});

const genScaffold = command({
  name: 'gen scaffold',
  summary: 'Begin a group, a version or a kind.',
  arguments: [
    { name: 'what', help: 'group, version or kind' },
    { name: 'name', help: 'for instance frob.example.com, v1beta1 or Frobber' },
  ],
  options: {
    directory: genOptions.directory,
    api: genOptions.api,
    group: { type: textType('group', 'a group'), help: 'The group, where there are several.' },
    version: { type: textType('version', 'a version'), help: 'The version of a new group or kind.' },
    from: { type: textType('version', 'a version'), help: 'The version that a new one begins as.' },
    output: outputOption,
  },
  details: 'For instance: pinnace gen scaffold version v1beta1 --from v1alpha1',
  run: async (invocation) => (await import('./scaffold.ts')).genScaffold(invocation),
});

/** What is generated from types, and types from definitions. */
export const genCommands: readonly Command[] = [...generatorCommands, genTypes, genScaffold];
