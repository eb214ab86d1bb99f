// Writes the files that are made from the source: docs/reference/{options,commands}.md, and the static types of everything that is
// described (`types.gen.ts` beside `types.ts`).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import { root } from './setup.mjs';

const { optionReference } = await import('../dist/server/option-reference.js');
const { commandReference } = await import('../dist/cli/command-reference.js');
const { generatedTypeFiles } = await import('../dist/codegen/index.js');

const folder = join(root, 'docs', 'reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'options.md'), optionReference());
writeFileSync(join(folder, 'commands.md'), commandReference());

register();
const files = await generatedTypeFiles(root, (path) => import(pathToFileURL(path).href));
for (const { path, text } of files) writeFileSync(join(root, path), text);
