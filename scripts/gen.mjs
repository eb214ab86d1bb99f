// Writes the files that are made from the source: the static types of everything that is described (`types.gen.ts` beside
// `types.ts`) and docs/reference/{options,commands}.md. With --golden also the golden objects, which tests hold the code to:
// only when what is stored and sent is meant to change.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

// The types come first, because everything else imports them: nothing more is loaded before they are written.
const { describedLibraries, generatedTypeFiles } = await import('../src/codegen/type-files.ts');
const libraries = await describedLibraries(root, (path) => import(pathToFileURL(path).href));
for (const { path, text } of generatedTypeFiles(libraries)) writeFileSync(join(root, path), text);

const { optionReference } = await import('../src/server/option-reference.ts');
const { commandReference } = await import('../src/cli/command-reference.ts');
const folder = join(root, 'docs', 'reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'options.md'), optionReference());
writeFileSync(join(folder, 'commands.md'), commandReference());

if (process.argv.includes('--golden')) {
  const { builtinsWith } = await import('../src/apis/testing/all-builtins.ts');
  const { makeGoldenObjects, writeGoldenObjects } = await import('../src/apis/testing/golden-objects.ts');
  const { registeredResources, writeRegisteredResources } = await import('../src/apis/testing/registered-resources.ts');
  const definitions = await builtinsWith('api/all=true');
  const types = libraries.map(({ library }) => library);
  writeGoldenObjects(makeGoldenObjects(definitions, types));
  writeRegisteredResources(registeredResources(definitions));
}
