// Writes the files that are made from the source: docs/reference/{options,commands}.md, and the static types of everything that is
// described (`types.gen.ts` beside `types.ts`). With --golden also the golden objects, which tests hold the code to: only when
// what is stored and sent is meant to change.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import { root } from './setup.mjs';

const { optionReference } = await import('../dist/server/option-reference.js');
const { commandReference } = await import('../dist/cli/command-reference.js');
const { describedLibraries, generatedTypeFiles } = await import('../dist/codegen/index.js');

const folder = join(root, 'docs', 'reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'options.md'), optionReference());
writeFileSync(join(folder, 'commands.md'), commandReference());

register();
const load = (path) => import(pathToFileURL(path).href);
const libraries = await describedLibraries(root, load);
for (const { path, text } of generatedTypeFiles(libraries)) writeFileSync(join(root, path), text);

if (process.argv.includes('--golden')) {
  const { builtinsWith } = await import('../src/apis/testing/all-builtins.ts');
  const { makeGoldenObjects, writeGoldenObjects } = await import('../src/apis/testing/golden-objects.ts');
  const { registeredResources, writeRegisteredResources } = await import('../src/apis/testing/registered-resources.ts');
  const definitions = await builtinsWith('api/all=true');
  const types = libraries.map(({ library }) => library);
  writeGoldenObjects(makeGoldenObjects(definitions, types));
  writeRegisteredResources(registeredResources(definitions));
}
